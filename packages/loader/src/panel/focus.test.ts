import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PanelHost } from '../panelHost';
import { createFocusManager } from './focus';

function setUp({ hasLauncher = true } = {}) {
  const element = document.createElement('div');
  const shadow = element.attachShadow({ mode: 'open' });
  const launcher = document.createElement('button');
  const frame = document.createElement('button');
  const field = document.createElement('input');
  shadow.append(frame);
  if (hasLauncher) shadow.append(launcher);
  document.body.append(element, field);
  const keeper = createFocusManager({ window, shadow, launcher } as unknown as PanelHost);
  return { shadow, launcher, frame, field, keeper };
}

afterEach(() => {
  // What a test left to happen with the focus of the window happens now, and in no later test.
  vi.useFakeTimers();
  window.dispatchEvent(new Event('focus'));
  vi.clearAllTimers();
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('2.10 focus', () => {
  it('goes into the frame and comes back to the launcher', () => {
    const { shadow, launcher, frame, field, keeper } = setUp();
    field.focus();
    keeper.enter(frame);
    expect(shadow.activeElement).toBe(frame);
    keeper.leave();
    expect(shadow.activeElement).toBe(launcher);
  });

  it('is given anew to a page that came into the frame after it, and not when a person has moved it', () => {
    const { frame, field, shadow, keeper } = setUp();
    let times = 0;
    frame.addEventListener('focus', () => {
      times += 1;
    });
    keeper.enter(frame);
    keeper.renew(frame);
    expect([times, shadow.activeElement]).toEqual([2, frame]);
    field.focus();
    keeper.renew(frame);
    expect(document.activeElement).toBe(field);
  });

  it('is given anew as soon as the page of the frame stands in place of the empty one', () => {
    vi.useFakeTimers();
    const { frame, keeper } = setUp();
    let times = 0;
    frame.addEventListener('focus', () => {
      times += 1;
    });
    const inside = { URL: 'about:blank' };
    Object.assign(frame, { contentDocument: inside });
    keeper.enter(frame);
    vi.advanceTimersByTime(500);
    expect(times).toBe(1);
    inside.URL = 'https://chat.test/frame';
    vi.advanceTimersByTime(200);
    expect(times).toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(times).toBe(2);
    vi.useRealTimers();
  });

  it('FW-8 is given again when the page of the frame hands it to the host page, and left alone after a click there', () => {
    vi.useFakeTimers();
    const { frame, field, shadow, keeper } = setUp();
    const times = vi.fn();
    frame.addEventListener('focus', times);
    const handOver = (): void => {
      window.dispatchEvent(new Event('focus'));
      vi.runAllTimers();
    };
    keeper.enter(frame);
    keeper.renew(frame);
    handOver();
    expect([times.mock.calls.length, shadow.activeElement]).toEqual([3, frame]);
    window.dispatchEvent(new Event('focus'));
    field.focus();
    vi.runAllTimers();
    expect(document.activeElement).toBe(field);
    keeper.enter(frame);
    keeper.renew(frame);
    times.mockClear();
    for (let time = 0; time < 9; time += 1) handOver();
    expect(times).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });

  it('comes back to where it was without a launcher', () => {
    const { frame, field, keeper } = setUp({ hasLauncher: false });
    field.focus();
    keeper.enter(frame);
    keeper.leave();
    expect(document.activeElement).toBe(field);
  });

  it('leaves the hidden frame also where what had it before does not take it', () => {
    const { frame, field, shadow, keeper } = setUp({ hasLauncher: false });
    field.focus();
    keeper.enter(frame);
    field.focus = () => undefined;
    keeper.leave();
    expect(shadow.activeElement).toBeNull();
  });

  it('stays where a person has moved it', () => {
    const { frame, field, keeper } = setUp();
    keeper.enter(frame);
    field.focus();
    keeper.leave();
    expect(document.activeElement).toBe(field);
  });
});
