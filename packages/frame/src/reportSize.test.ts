import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportSize, type ContentSize } from './reportSize';

const sizes = { width: 420, height: 600, view: 400, content: 400 };
function setUp() {
  const root = document.createElement('div');
  const list = document.createElement('section');
  list.className = 'sotto-scroller';
  root.append(list);
  const reported: ContentSize[] = [];
  const define = (element: Element, name: string, read: () => number): void => {
    Object.defineProperty(element, name, { get: read });
  };
  define(root, 'clientWidth', () => sizes.width);
  define(root, 'clientHeight', () => sizes.height);
  define(list, 'clientHeight', () => sizes.view);
  define(list, 'scrollHeight', () => sizes.content);
  return { told: reported, stop: reportSize(root, (size) => reported.push(size)) };
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(sizes, { width: 420, height: 600, view: 400, content: 400 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('W-41 the size of the content', () => {
  it('is told once a second at most, and only when it has changed', () => {
    const { told: reported, stop } = setUp();
    vi.advanceTimersByTime(999);
    expect(reported).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(reported).toEqual([{ width: 420, height: 600 }]);
    vi.advanceTimersByTime(5_000);
    expect(reported).toHaveLength(1);
    for (let step = 1; step <= 10; step += 1) {
      sizes.content += 50;
      vi.advanceTimersByTime(100);
    }
    expect(reported.slice(1)).toEqual([{ width: 420, height: 1_100 }]);
    stop();
    sizes.content = 2_000;
    vi.advanceTimersByTime(5_000);
    expect(reported).toHaveLength(2);
  });

  it('is not told while the frame has none', () => {
    const { told: reported, stop } = setUp();
    sizes.width = 0;
    vi.advanceTimersByTime(3_000);
    expect(reported).toEqual([]);
    stop();
  });

  it('is not told while nobody sees the page, and told when somebody does', () => {
    const { told: reported, stop } = setUp();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    vi.advanceTimersByTime(3_000);
    expect(reported).toEqual([]);
    hidden.mockReturnValue(false);
    vi.advanceTimersByTime(1_000);
    expect(reported).toEqual([{ width: 420, height: 600 }]);
    hidden.mockRestore();
    stop();
  });
});
