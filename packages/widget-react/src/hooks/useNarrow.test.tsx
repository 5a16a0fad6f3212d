import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useNarrow } from '../layouts/Panel';

function Panel() {
  const element = useRef<HTMLDivElement>(null);
  useNarrow(element);
  return <div ref={element} />;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('W-2 the width of a panel', () => {
  it.each([
    [0, true],
    [340, true],
    [341, false],
    [800, false],
  ])('of %i pixels is told to its styles when it is narrow', (widthPx, isNarrow) => {
    let resize = (): void => undefined;
    const disconnect = vi.fn();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resize = callback;
        }
        observe(): void {
          /* The test says when. */
        }
        disconnect = disconnect;
      },
    );
    const { container, unmount } = render(<Panel />);
    const panel = container.querySelector('div');
    Object.defineProperty(panel, 'clientWidth', { value: widthPx });
    act(() => {
      resize();
    });
    expect(panel?.hasAttribute('data-narrow')).toBe(isNarrow);
    unmount();
    expect(disconnect).toHaveBeenCalledOnce();
  });
});
