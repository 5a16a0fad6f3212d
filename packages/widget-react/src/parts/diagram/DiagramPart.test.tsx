import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderWidget } from '../../testing/renderWidget';
import { DiagramPart } from './DiagramPart';
import type { CleanSvg } from './cleanSvg';
import type { DrawOutcome } from './diagramSandbox';

const draw = vi.hoisted(() => vi.fn<() => Promise<DrawOutcome>>());
vi.mock('./diagramSandbox', () => ({ createDiagramSandbox: () => ({ draw, close: () => undefined }) }));

const cleanSvg = vi.hoisted(() => vi.fn<(svg: string) => CleanSvg | undefined>());
vi.mock('./cleanSvg', () => ({ cleanSvg }));

const BLOCK = { kind: 'diagram', id: 'b', source: 'flowchart LR\n  A --> B' } as const;
const THEME = { theme: { name: 'default', config: {} }, colorScheme: 'auto' };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('W-18 a diagram', () => {
  it('is drawn with its own elements in a shadow root when they are clean, with its source for those who listen', async () => {
    draw.mockResolvedValue({ svg: '<svg>as drawn</svg>', width: 100, height: 50 });
    const root = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    root.append(document.createElementNS('http://www.w3.org/2000/svg', 'text'));
    root.firstElementChild?.append('Roast');
    cleanSvg.mockReturnValueOnce({ root, css: 'text { fill: red }' });
    const { findByRole, container } = renderWidget(<DiagramPart block={BLOCK} />, THEME);
    const drawing = await findByRole('img', { name: /A --> B/ });
    expect(cleanSvg).toHaveBeenCalledWith('<svg>as drawn</svg>', document);
    expect(drawing.shadowRoot?.querySelector('text')?.textContent).toBe('Roast');
    expect(drawing.shadowRoot?.adoptedStyleSheets).toHaveLength(1);
    expect(container.querySelector('svg text, img')).toBeNull();
  });

  it('is a picture, never elements, when they are not', async () => {
    draw.mockResolvedValue({ svg: '<svg onload="alert(1)"/>', width: 100, height: 50 });
    const { container, findByRole } = renderWidget(<DiagramPart block={BLOCK} />, THEME);
    expect(container.querySelector('.sotto-skeleton')).not.toBeNull();
    const image = await findByRole('img', { name: /A --> B/ });
    expect(image.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['100', '50']);
    expect(container.querySelector('[onload]')).toBeNull();
  });

  it('keeps its picture while it is drawn again in another theme, and says that it is not done', async () => {
    draw.mockResolvedValue({ svg: '<svg id="light"/>', width: 100, height: 50 });
    const { container, findByRole, change, widget } = renderWidget(<DiagramPart block={BLOCK} />, THEME);
    const image = await findByRole('img', { name: /A --> B/ });
    const figure = container.querySelector('figure');
    expect(figure?.hasAttribute('aria-busy')).toBe(false);
    let finish: (outcome: DrawOutcome) => void = () => undefined;
    draw.mockReturnValue(
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    change(() => {
      widget.view.setState(({ media }) => ({ media: { ...media, scheme: 'dark' } }));
    });
    expect(figure?.getAttribute('aria-busy')).toBe('true');
    expect(image.getAttribute('src')).toContain('light');
    finish({ svg: '<svg id="dark"/>', width: 100, height: 50 });
    await waitFor(() => {
      expect(image.getAttribute('src')).toContain('dark');
    });
    expect(figure?.hasAttribute('aria-busy')).toBe(false);
  });

  it.each([
    ['failed', 'This diagram could not be drawn.'],
    ['too-large', 'This diagram is too large to draw.'],
  ] as const)('is its source with the reason when it has %s', async (failure, reason) => {
    draw.mockResolvedValue({ failure });
    const { findByText, container, widget } = renderWidget(<DiagramPart block={BLOCK} />, THEME);
    const warn = vi.spyOn(widget, 'warn');
    expect(await findByText(reason)).toBeTruthy();
    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining(`(${failure}) and is shown as it was written; it must be Mermaid`),
    );
    expect(container.querySelector('pre')?.textContent).toBe(BLOCK.source);
  });

  it('says whether it was copied', async () => {
    draw.mockResolvedValue({ svg: '<svg/>', width: 100, height: 50 });
    const { findByRole, widget } = renderWidget(<DiagramPart block={BLOCK} />, THEME);
    const button = await findByRole('button', { name: 'Copy' });
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } });
    fireEvent.click(button);
    await waitFor(() => {
      expect(widget.view.getState().toasts.at(-1)).toMatchObject({
        kind: 'success',
        text: 'Diagram copied to your clipboard',
      });
    });
    vi.stubGlobal('navigator', {});
    fireEvent.click(button);
    await waitFor(() => {
      expect(widget.view.getState().toasts.at(-1)).toMatchObject({
        kind: 'error',
        text: 'Failed to copy diagram to clipboard',
      });
    });
  });

  it('is shown large and closed again', async () => {
    draw.mockResolvedValue({ svg: '<svg/>', width: 100, height: 50 });
    const { findByRole, getByRole, queryByRole } = renderWidget(<DiagramPart block={BLOCK} />, THEME);
    fireEvent.click(await findByRole('button', { name: 'Maximize' }));
    expect(getByRole('dialog', { name: 'Diagram' })).toBeTruthy();
    fireEvent.click(getByRole('button', { name: 'Minimize' }));
    expect(queryByRole('dialog')).toBeNull();
  });
});
