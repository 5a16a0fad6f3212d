import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { Toasts } from './Toasts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(reducedMotion = false) {
  const result = renderWidget(<Toasts />);
  result.change(() => {
    result.widget.view.setMedia({ reducedMotion });
    result.widget.toasts.add({ kind: 'error', text: 'Too large' });
  });
  return {
    ...result,
    id: result.widget.view.getState().toasts[0]?.id ?? '',
    note: () => result.container.querySelector<HTMLElement>('.sotto-toast'),
  };
}

describe('W-25 a notice', () => {
  it('is held by the pointer and by the focus, and let go afterwards', () => {
    const { widget, note } = setUp();
    const element = note();
    if (!element) throw new Error('no notice');
    fireEvent.pointerEnter(element);
    fireEvent.pointerLeave(element);
    act(() => {
      screen.getByRole('button', { name: 'Close' }).focus();
    });
    act(() => {
      screen.getByRole('button', { name: 'Close' }).blur();
    });
    expect(widget.calls).toEqual(['holdToasts true', 'holdToasts false', 'holdToasts true', 'holdToasts false']);
  });

  it('can be closed by its button and by Escape, which closes nothing else', () => {
    const { widget, id } = setUp();
    const close = screen.getByRole('button', { name: 'Close' });
    expect(fireEvent.keyDown(close, { key: 'Escape' })).toBe(false);
    expect(widget.view.getState().toasts.some((toast) => toast.id === id)).toBe(false);
  });

  it('is seen going, and what comes next does not wait for it', () => {
    const { widget, change, id, note } = setUp();
    change(() => {
      widget.toasts.remove(id);
    });
    expect(note()?.dataset['leaving']).toBe('true');
    change(() => {
      widget.toasts.add({ kind: 'info', text: 'Next' });
    });
    expect(note()?.textContent).toBe('Next');
    change(() => {
      widget.toasts.remove(widget.view.getState().toasts[0]?.id ?? '');
    });
    act(() => {
      vi.advanceTimersByTime(160);
    });
    expect(note()).toBeNull();
  });

  it('is gone at once for those who want no motion', () => {
    const { widget, change, id, note } = setUp(true);
    change(() => {
      widget.toasts.remove(id);
    });
    expect(note()).toBeNull();
  });
});
