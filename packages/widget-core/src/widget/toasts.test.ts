import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import { createToasts } from './toasts';
import { createWidgetStore } from './widgetStore';
import { guessMedia } from './media';

function setUp() {
  const clock = createManualClock();
  const media = guessMedia({ userAgent: '', matchesMedia: () => false, viewport: () => ({ width: 420, height: 860 }) });
  const view = createWidgetStore({ media, isOpen: true, isOnline: true });
  const toasts = createToasts(view, clock);
  return { clock, toasts, shown: () => view.getState().toasts.map(({ text }) => text) };
}

describe('W-25 notices', () => {
  it('go after four seconds, one after the other', async () => {
    const { clock, toasts, shown } = setUp();
    toasts.add({ kind: 'info', text: 'one' });
    toasts.add({ kind: 'info', text: 'two' });
    await clock.advance(3_999);
    expect(shown()).toEqual(['one', 'two']);
    await clock.advance(1);
    expect(shown()).toEqual(['two']);
    await clock.advance(4_000);
    expect(shown()).toEqual([]);
  });

  it('stay as long as somebody is on them, and get their whole time afterwards', async () => {
    const { clock, toasts, shown } = setUp();
    toasts.add({ kind: 'error', text: 'one' });
    await clock.advance(3_000);
    toasts.hold(true);
    await clock.advance(60_000);
    expect(shown()).toEqual(['one']);
    toasts.hold(false);
    await clock.advance(3_999);
    expect(shown()).toEqual(['one']);
    await clock.advance(1);
    expect(shown()).toEqual([]);
  });

  it('the next one has its own time when one was taken away, and none after closing', async () => {
    const { clock, toasts, shown } = setUp();
    toasts.add({ kind: 'info', text: 'one' });
    toasts.add({ kind: 'info', text: 'two' });
    await clock.advance(2_000);
    toasts.remove('no such notice');
    const [first] = shown();
    expect(first).toBe('one');
    toasts.hold(true);
    toasts.close();
    await clock.advance(60_000);
    expect(shown()).toEqual(['one', 'two']);
  });
});
