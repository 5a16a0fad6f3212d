import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useWidthName } from './useWidthName';

function Panel() {
  const element = useRef<HTMLDivElement>(null);
  useWidthName(element);
  return <div ref={element} />;
}

afterEach(() => { vi.unstubAllGlobals(); });

describe('W-2 the width of a panel', () => {
  it.each([[320, 'narrow'], [340, 'narrow'], [341, ''], [799, ''], [800, 'wide']])('of %i pixels is told to its styles', (widthPx, name) => {
    let resize = (): void => undefined;
    const disconnect = vi.fn();
    vi.stubGlobal('ResizeObserver', class {
      constructor(hear: () => void) { resize = hear; }
      observe(): void { /* The test says when. */ }
      disconnect = disconnect;
    });
    const { container, unmount } = render(<Panel />);
    const panel = container.querySelector('div');
    Object.defineProperty(panel, 'clientWidth', { value: widthPx });
    act(() => { resize(); });
    expect(panel?.dataset['width']).toBe(name);
    unmount();
    expect(disconnect).toHaveBeenCalledOnce();
  });
});
