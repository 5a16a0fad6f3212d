import { describe, expect, it, vi } from 'vitest';
import type { PanelHost } from '../panelHost';
import { createFrameSizing, type SizeRequest } from './frameSizing';

function setUp({ config = {}, isOpen = false, corner = '' } = {}) {
  const element = document.createElement('div');
  const shadow = element.attachShadow({ mode: 'open' });
  const root = document.createElement('div');
  root.className = corner;
  const panel = document.createElement('div');
  root.append(panel);
  shadow.append(root);
  const arrange = vi.fn();
  const setOpen = vi.fn();
  const sizing = createFrameSizing(
    { window, root, shadow, element, setOpen, state: { config, isOpen } } as unknown as PanelHost,
    panel,
    arrange,
  );
  const request = (reason: SizeRequest['reason'], width: number, height: number): void => {
    sizing.follow({ reason, width, height });
  };
  return { element, root, panel, arrange, setOpen, say: request };
}

describe('W-4 W-38 the sizes a frame asks for', () => {
  it('a hint is a small box of its size', () => {
    const { root, panel, say: request, arrange } = setUp();
    request('peek', 380.4, 96);
    expect(panel.classList.contains('small')).toBe(true);
    expect([panel.style.getPropertyValue('--small-width'), root.style.getPropertyValue('--small-height')]).toEqual([
      '380px',
      '96px',
    ]);
    expect(panel.style.clipPath).toBe('');
    expect(arrange).toHaveBeenCalled();
  });

  it('a hint that comes when the chat has opened is not shown', () => {
    const { panel, say: request } = setUp({ isOpen: true });
    request('peek', 380, 96);
    expect(panel.className).toBe('');
  });

  it.each([
    ['', 'polygon(400px 200px,312px 200px,312px 112px,0px 112px,0px 0px,400px 0px)'],
    ['left', 'polygon(0px 200px,88px 200px,88px 112px,400px 112px,400px 0px,0px 0px)'],
    ['top', 'polygon(400px 0px,312px 0px,312px 88px,0px 88px,0px 200px,400px 200px)'],
    ['top left', 'polygon(0px 0px,88px 0px,88px 88px,400px 88px,400px 200px,0px 200px)'],
  ])('W-3 hint and launcher of the frame leave the rest of the page free, corner "%s"', (corner, outline) => {
    const { panel, say: request } = setUp({ config: { launcher: 'frame' }, corner });
    request('launcher', 88, 88);
    expect(panel.className).toContain('own');
    request('peek', 400, 200);
    expect(panel.style.clipPath).toBe(outline);
    request('launcher', 88, 88);
    expect(panel.style.clipPath).toBe('');
  });

  it('an inline widget becomes as high as its content when the owner wants it, within limits', () => {
    const { element, say: request } = setUp({ config: { height: 'auto' }, isOpen: true });
    request('content', 400, 720);
    expect(element.style.height).toBe('720px');
    request('content', 400, 3);
    expect(element.style.height).toBe('160px');
    request('content', 400, 9e9);
    expect(element.style.height).toBe('10000px');
    const other = setUp({ isOpen: true });
    other.say('content', 400, 720);
    expect(other.element.style.height).toBe('');
  });

  it('a page over the chat opens it, and a wished size is taken', () => {
    const { panel, say: request, setOpen } = setUp({ isOpen: true });
    request('overlay', 0, 0);
    expect(setOpen).toHaveBeenCalledWith(true, 'frame');
    request('maximize', 700, 900);
    expect([panel.style.getPropertyValue('--w'), panel.style.getPropertyValue('--h')]).toEqual(['700px', '900px']);
  });
});
