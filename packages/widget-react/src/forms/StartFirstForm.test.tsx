import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FillLayout } from '../layouts/FillLayout';
import { renderWidget } from '../testing/renderWidget';

describe('W-9 start first', () => {
  it('has a button instead of the text box, and lets the bot begin once', async () => {
    const { widget, change } = renderWidget(<FillLayout isFloating={false} />, { startFirst: true });
    let begun = 0;
    widget.conversation.initiate = () => {
      begun += 1;
      return new Promise(() => undefined);
    };
    const start = await screen.findByRole('button', { name: 'Start' });
    expect(screen.queryByRole('textbox')).toBeNull();
    fireEvent.click(start);
    fireEvent.click(start);
    expect(begun).toBe(1);
    expect(start.getAttribute('aria-busy')).toBe('true');
    change(() => {
      widget.think();
    });
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  it('is there again after a restart', async () => {
    const { widget } = renderWidget(<FillLayout isFloating={false} />, { startFirst: true });
    act(() => {
      widget.addMessage('user', 'Hello');
    });
    expect(screen.getByRole('textbox')).toBeTruthy();
    await act(() => widget.conversation.restart());
    expect(await screen.findByRole('button', { name: 'Start' })).toBeTruthy();
  });

  it('is not there when messages cannot be sent', () => {
    renderWidget(<FillLayout isFloating={false} />, { startFirst: true, disabled: true });
    expect(screen.getByRole('textbox')).toBeTruthy();
  });
});
