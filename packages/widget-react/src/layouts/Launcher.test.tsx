import { createRef } from 'react';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { Launcher } from './Launcher';

const launcher = <Launcher buttonRef={createRef<HTMLButtonElement>()} onClick={() => undefined} />;

describe('W-3 the badge of the launcher', () => {
  it('counts unread answers and the notifications of the page, and its name says them', () => {
    renderWidget(
      launcher,
      {},
      { isOpen: false, unread: 2, notifications: { order: { text: 'Your order is on its way' } } },
    );
    const button = screen.getByRole('button', { name: 'Open chat, 2 unread, Your order is on its way' });
    expect(button.querySelector('.sotto-badge')?.textContent).toBe('3');
  });

  it('has none when there is nothing, or the chat is open', () => {
    const { change, widget, container } = renderWidget(launcher, {}, { isOpen: false });
    expect(screen.getByRole('button', { name: 'Open chat' })).toBeTruthy();
    change(() => {
      widget.view.setState({ unread: 1, isOpen: true });
    });
    expect(container.querySelector('.sotto-badge')).toBeNull();
  });
});
