import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdPlace } from './watchChunks';

const VIEW_PX = 500;
let resize: () => void;

/** A list of messages of these heights, laid out as a browser does that anchors nothing. */
function createList(heightsPx: number[]) {
  const scroller = document.createElement('section');
  scroller.innerHTML = `<div>${heightsPx.map((_, index) => `<article data-key="m${String(index)}"></article>`).join('')}</div>`;
  const height = (): number => heightsPx.reduce((sum, one) => sum + one, 0);
  let top = 0;
  Object.defineProperties(scroller, {
    scrollHeight: { get: height },
    clientHeight: { get: () => VIEW_PX },
    scrollTop: {
      get: () => top,
      set: (to: number) => {
        top = Math.max(0, Math.min(to, height() - VIEW_PX));
      },
    },
  });
  scroller.getBoundingClientRect = () => new DOMRect(0, 0, 300, VIEW_PX);
  for (const [index, message] of [...scroller.querySelectorAll('article')].entries()) {
    message.getBoundingClientRect = () =>
      new DOMRect(0, heightsPx.slice(0, index).reduce((sum, one) => sum + one, 0) - top, 300, heightsPx[index]);
  }
  const scrollTo = (to: number): void => {
    scroller.scrollTop = to;
    scroller.dispatchEvent(new Event('scroll'));
  };
  return { scroller, heightsPx, scrollTo };
}

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
        resize = () => undefined;
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('W-31 a browser that does not anchor the scroll', () => {
  it('leaves what is read where it is when a formula above it is drawn later, or a form closes', () => {
    const { scroller, heightsPx, scrollTo } = createList([400, 400, 400, 400, 400]);
    holdPlace(scroller);
    scrollTo(900);
    heightsPx[0] = 520;
    resize();
    expect(scroller.scrollTop).toBe(1_020);
    heightsPx[1] = 300;
    resize();
    expect(scroller.scrollTop).toBe(920);
    heightsPx[4] = 900;
    resize();
    expect(scroller.scrollTop).toBe(920);
  });

  it('does not pull up who is at the end, nor who has just been taken there', () => {
    const { scroller, heightsPx, scrollTo } = createList([400, 400, 400]);
    holdPlace(scroller);
    scrollTo(700);
    heightsPx.push(200);
    resize();
    expect(scroller.scrollTop).toBe(700);
    scrollTo(600);
    heightsPx[0] = 500;
    scroller.scrollTop = 10_000;
    resize();
    expect(scroller.scrollTop).toBe(1_000);
  });

  it('ends with its list', () => {
    const { scroller, heightsPx, scrollTo } = createList([400, 400, 400]);
    const letGo = holdPlace(scroller);
    scrollTo(300);
    letGo();
    heightsPx[0] = 700;
    resize();
    expect(scroller.scrollTop).toBe(300);
  });
});
