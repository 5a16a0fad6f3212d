import { act, render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { lateLoad, retryLost, useLost } from './lazyPart';

const settled = () =>
  act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  });
const LOST = new Error('404');

/** A component that says what it has been given. */
function setUp() {
  const load = vi.fn<() => Promise<{ readonly name: string }>>(() => Promise.reject(LOST));
  const late = lateLoad(load);
  const Part = () => {
    const value = late.useValue();
    return value === undefined ? 'waiting ' : value === false ? 'lost ' : `${value.name} `;
  };
  const Notice = () => (useLost() ? 'notice' : '');
  return { load, Part, Notice };
}

describe('FW-16 what is loaded late', () => {
  it('FW-16: is said to be lost, and appears everywhere when one attempt succeeds', async () => {
    const { load, Part, Notice } = setUp();
    const { container, rerender } = render(
      <>
        <Part />
        <Notice />
      </>,
    );
    expect(container.textContent).toBe('waiting ');
    await settled();
    expect(container.textContent).toBe('lost notice');
    load.mockResolvedValue({ name: 'there' });
    rerender(
      <>
        <Part />
        <Notice />
        <Part key="next" />
      </>,
    );
    await settled();
    expect(container.textContent).toBe('there there ');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('FW-16: is asked for once by many at the same time', async () => {
    const { load, Part } = setUp();
    render(
      <>
        {Array.from({ length: 20 }, (_, index) => (
          <Part key={index} />
        ))}
      </>,
    );
    await settled();
    expect(load).toHaveBeenCalledTimes(1);
    load.mockResolvedValue({ name: 'there' });
    await act(() => retryLost());
  });

  it('FW-16: is tried again on request, which says whether all of it is there', async () => {
    const { load, Part, Notice } = setUp();
    const { container } = render(
      <>
        <Part />
        <Notice />
      </>,
    );
    await settled();
    await act(async () => {
      expect(await retryLost()).toBe(false);
    });
    expect(container.textContent).toBe('lost notice');
    load.mockResolvedValue({ name: 'there' });
    await act(async () => {
      expect(await retryLost()).toBe(true);
    });
    expect(container.textContent).toBe('there ');
  });

  it('FW-16: is tried again when the connection is back, each time', async () => {
    const { load, Part } = setUp();
    const { container } = render(<Part />);
    await settled();
    for (const tries of [2, 3]) {
      act(() => {
        window.dispatchEvent(new Event('online'));
      });
      await settled();
      expect(load).toHaveBeenCalledTimes(tries);
    }
    load.mockResolvedValue({ name: 'there' });
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    await settled();
    expect(container.textContent).toBe('there ');
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    await settled();
    expect(load).toHaveBeenCalledTimes(4);
  });
});
