import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LauncherElement } from './elementTypes';
import { armLoading, defaultLoad, whenIdle } from './loadStrategy';
import { visitKey } from './visits';

let ending: AbortController;
beforeEach(() => {
  ending = new AbortController();
  localStorage.clear();
  vi.stubGlobal('requestIdleCallback', (action: () => void) => {
    action();
    return 1;
  });
});
afterEach(() => {
  ending.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What the element was told to fetch. */
function arm(appearance: object, layout = 'popover') {
  const asked: unknown[] = [];
  const element = document.createElement('div');
  armLoading(
    {
      element,
      state: { layout, widgetId: 'demo' },
      callController: (...call: unknown[]) => Promise.resolve(asked.push(call)),
      signal: ending.signal,
    } as unknown as LauncherElement,
    appearance,
  );
  return { asked, element };
}

describe('2.4 when the rest of the element is fetched', () => {
  it('where nothing is said: when it is seen, for what is part of the page or fills it; else in a quiet moment', () => {
    expect(
      (['popover', 'popout', 'slideover', 'center', 'stretch', 'fullscreen'] as const).map((name) => defaultLoad(name)),
    ).toEqual(['idle', 'idle', 'idle', 'visible', 'visible', 'visible']);
  });

  it.each([{ load: 'eager' }, { load: 'visible' }, { launcher: 'frame' }])('at once with %o', (appearance) => {
    expect(arm(appearance).asked).toEqual([['start']]);
  });

  it.each(['idle', 'hover'])('with %s not before somebody shows intent', (load) => {
    const { asked, element } = arm({ load });
    expect(asked).toEqual([]);
    element.dispatchEvent(new Event('pointerenter'));
    element.dispatchEvent(new Event('focusin'));
    expect(asked).toEqual([
      ['begin', 'intent'],
      ['begin', 'intent'],
    ]);
    ending.abort();
    element.dispatchEvent(new Event('pointerenter'));
    expect(asked).toHaveLength(2);
  });

  it('with click neither by pointer nor by focus', () => {
    const { asked, element } = arm({ load: 'click' });
    element.dispatchEvent(new Event('pointerenter'));
    element.dispatchEvent(new Event('focusin'));
    expect(asked).toEqual([]);
  });

  it('in a quiet moment for who has talked here before, and not while consent is waited for', () => {
    localStorage.setItem(visitKey('demo'), '{}');
    expect(arm({}).asked).toEqual([['begin', 'seen']]);
    expect(arm({ consent: 'wait' }).asked).toEqual([]);
    expect(arm({ load: 'hover' }).asked).toEqual([]);
    localStorage.clear();
    expect(arm({}).asked).toEqual([]);
  });

  it('not any more once the element is gone', () => {
    localStorage.setItem(visitKey('demo'), '{}');
    let act: () => void = () => undefined;
    vi.stubGlobal('requestIdleCallback', (action: () => void) => {
      act = action;
      return 1;
    });
    const { asked } = arm({});
    ending.abort();
    act();
    expect(asked).toEqual([]);
  });

  it('two seconds later where the browser knows no quiet moment', () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestIdleCallback', undefined);
    const action = vi.fn<() => void>();
    whenIdle(action);
    vi.advanceTimersByTime(1_999);
    expect(action).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(action).toHaveBeenCalledTimes(1);
  });
});
