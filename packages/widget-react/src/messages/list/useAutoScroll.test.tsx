import { act, cleanup, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAutoScroll } from './useAutoScroll';

const VIEW_PX = 455;
const keep = (): void => undefined;

/** Gives an element a height, in which it keeps its place as a browser does when it lays out. */
function setHeight(element: HTMLElement, heightPx: number): void {
  let top = Number(element.dataset['top'] ?? 0);
  const clamp = (): number => {
    top = Math.max(0, Math.min(top, heightPx - VIEW_PX));
    element.dataset['top'] = String(top);
    return top;
  };
  Object.defineProperties(element, {
    scrollHeight: {
      configurable: true,
      get: () => {
        clamp();
        return heightPx;
      },
    },
    clientHeight: { configurable: true, get: () => VIEW_PX },
    scrollTop: {
      configurable: true,
      get: clamp,
      set: (to: number) => {
        top = to;
        clamp();
      },
    },
  });
}

/** A list as high as a test says. */
function List({ rows, heightPx }: { readonly rows: number; readonly heightPx: number }) {
  const { scroller, content, isAway, follow } = useAutoScroll(true, undefined, keep);
  useLayoutEffect(() => {
    if (scroller.current) setHeight(scroller.current, heightPx);
  });
  useLayoutEffect(follow, [rows, follow]);
  return (
    <section ref={scroller} aria-label="list" data-away={isAway || undefined}>
      <div ref={content} />
    </section>
  );
}

let resize: () => void;

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe(): void {
        /* A test says when. */
      }
      disconnect(): void {
        /* Nothing is held. */
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('W-31 a list that follows its newest text', () => {
  it('goes on doing so when a part of it is not there for a moment, which moves it up', () => {
    const { rerender } = render(<List rows={1} heightPx={691} />);
    const list = screen.getByRole('region');
    act(() => {
      resize();
    });
    expect(list.scrollTop).toBe(236);
    // A reply is finished, and a part of it is loaded anew: laid out without that part, then with it.
    rerender(<List rows={2} heightPx={VIEW_PX} />);
    rerender(<List rows={2} heightPx={696} />);
    act(() => {
      list.dispatchEvent(new Event('scroll'));
      resize();
    });
    expect([list.scrollTop, list.dataset['away']]).toEqual([241, undefined]);
  });

  it.each(['the look every two seconds', 'a new message', 'a change of its size'])(
    'lets a jump of find-in-page be, of which no event has come yet: %s',
    (what) => {
      vi.useFakeTimers();
      const { rerender } = render(<List rows={1} heightPx={1_200} />);
      const list = screen.getByRole('region');
      act(() => {
        resize();
      });
      expect(list.scrollTop).toBe(745);
      list.scrollTop = 100;
      if (what.startsWith('the look'))
        act(() => {
          vi.advanceTimersByTime(2_100);
        });
      else if (what === 'a new message') rerender(<List rows={2} heightPx={1_200} />);
      else
        act(() => {
          resize();
        });
      vi.useRealTimers();
      expect([list.scrollTop, list.dataset['away']]).toEqual([100, 'true']);
    },
  );

  it('stays with a reader who went up, whatever comes', () => {
    const { rerender } = render(<List rows={1} heightPx={1_200} />);
    const list = screen.getByRole('region');
    act(() => {
      list.scrollTop = 300;
      list.dispatchEvent(new Event('scroll'));
    });
    rerender(<List rows={2} heightPx={1_400} />);
    act(() => {
      resize();
    });
    expect([list.scrollTop, list.dataset['away']]).toEqual([300, 'true']);
  });
});
