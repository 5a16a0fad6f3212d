import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WidgetRoot } from '../WidgetScreen';
import { renderWidget } from '../testing/renderWidget';
import { HIDE_AFTER_MS, SHOW_AFTER_MS, Tooltips } from './Tooltips';

const shown = () => screen.queryByRole('tooltip')?.textContent;
const wait = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
};

function setUp() {
  const root = { current: document.body };
  renderWidget(
    <>
      <button type="button" aria-label="Copy" data-tip="Copy" />
      <a href="#source" aria-label="Source" data-tip="Opening hours" data-tip-detail="shop.example.com">
        1
      </a>
      <span>text</span>
      <Tooltips root={root} />
    </>,
  );
  return { copy: screen.getByRole('button'), source: screen.getByRole('link'), text: screen.getByText('text') };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('tooltips', () => {
  it('EN-14: describe their element while they are shown, unless they are its name', async () => {
    const { copy, source } = setUp();
    fireEvent.pointerOver(source);
    await wait(SHOW_AFTER_MS);
    expect(source.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    fireEvent.pointerOver(copy);
    await wait(0);
    expect([shown(), source.hasAttribute('aria-describedby'), copy.hasAttribute('aria-describedby')]).toEqual([
      'Copy',
      false,
      false,
    ]);
  });

  it('appear when the pointer rests on an element, and change without a second wait', async () => {
    const { copy, source, text } = setUp();
    fireEvent.pointerOver(copy, { pointerType: 'mouse' });
    await wait(SHOW_AFTER_MS - 1);
    expect(shown()).toBeUndefined();
    await wait(1);
    expect(shown()).toBe('Copy');
    fireEvent.pointerOver(source, { pointerType: 'mouse' });
    await wait(0);
    expect(shown()).toBe('Opening hoursshop.example.com');
    fireEvent.pointerOver(text, { pointerType: 'mouse' });
    await wait(HIDE_AFTER_MS);
    expect(shown()).toBeUndefined();
  });

  it('stay while the pointer is on the tooltip itself', async () => {
    const { copy, text } = setUp();
    fireEvent.pointerOver(copy, { pointerType: 'mouse' });
    await wait(SHOW_AFTER_MS);
    fireEvent.pointerOver(text, { pointerType: 'mouse' });
    fireEvent.pointerOver(screen.getByRole('tooltip'), { pointerType: 'mouse' });
    await wait(5 * HIDE_AFTER_MS);
    expect(shown()).toBe('Copy');
  });

  it('disappear with a key or a press, and do not exist for touch', async () => {
    const { copy, source } = setUp();
    fireEvent.pointerOver(source, { pointerType: 'touch' });
    await wait(SHOW_AFTER_MS);
    expect(shown()).toBeUndefined();
    for (const hide of [() => fireEvent.keyDown(copy, { key: 'Escape' }), () => fireEvent.pointerDown(copy)]) {
      fireEvent.pointerOver(copy, { pointerType: 'mouse' });
      await wait(SHOW_AFTER_MS);
      expect(shown()).toBe('Copy');
      hide();
      await wait(0);
      expect(shown()).toBeUndefined();
      fireEvent.pointerLeave(document.body);
    }
  });

  it('are loaded when an element that has one is first pointed at', async () => {
    vi.useRealTimers();
    renderWidget(
      <WidgetRoot>
        <button type="button" aria-label="Copy" data-tip="Copy" />
        <button type="button">Plain</button>
      </WidgetRoot>,
    );
    const root = document.querySelector('.sotto-root');
    const listen = vi.spyOn(root as Element, 'addEventListener');
    fireEvent.pointerOver(screen.getByRole('button', { name: 'Plain' }));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(listen).not.toHaveBeenCalled();
    fireEvent.pointerOver(screen.getByRole('button', { name: 'Copy' }));
    await vi.waitFor(() => {
      expect(listen.mock.calls.map(([name]) => name)).toContain('pointerover');
    });
  });
});
