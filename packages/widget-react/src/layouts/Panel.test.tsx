import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { FillLayout } from './FillLayout';

function setUp(config: Readonly<Record<string, unknown>> = {}) {
  const onClose = vi.fn();
  return { ...renderWidget(<FillLayout isFloating onClose={onClose} />, config), onClose };
}

describe('W-5 the top bar', () => {
  it('shows title, menu, maximize and close', () => {
    const { widget, onClose } = setUp({ barTitle: 'Coffee guide' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Coffee guide');
    fireEvent.click(screen.getByRole('button', { name: 'Maximize' }));
    expect(widget.view.getState().isMaximized).toBe(true);
    expect(screen.getByRole('button', { name: 'Minimize' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close chat' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('has no menu when both entries are switched off, and no bar with hideBar', () => {
    setUp({ restartConversation: false, exportConversation: false }).unmount();
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
    setUp({ hideBar: true });
    expect(document.querySelector('.sotto-bar')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).className).toBe('sotto-hidden');
  });

  it('leaves a way out where there is no bar and the surface covers the launcher', () => {
    const { onClose, unmount } = setUp({ hideBar: true, layout: 'slideover' });
    fireEvent.click(screen.getByRole('button', { name: 'Close chat' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    unmount();
    setUp({ hideBar: true, layout: 'popover' });
    expect(screen.queryByRole('button', { name: 'Close chat' })).toBeNull();
  });

  it('moves through the menu with arrows, and Escape closes the menu before it closes the chat', async () => {
    const { onClose } = setUp();
    const menu = await screen.findByRole('button', { name: 'Menu' });
    fireEvent.click(menu);
    const restart = await screen.findByRole('menuitem', { name: 'Restart' });
    expect(document.activeElement).toBe(restart);
    fireEvent.keyDown(restart, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('Export');
    fireEvent.keyDown(screen.getByRole('menuitem', { name: 'Export' }), { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(menu);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(menu, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('FT-7 Escape of an input method', () => {
  it.each([
    ['while a word is composed', { isComposing: true }],
    ['as Safari tells it', { keyCode: 229 }],
  ])('FT-7: %s ends the word, not the chat', (_, sign) => {
    const { onClose } = setUp();
    const box = screen.getByRole('textbox');
    fireEvent.keyDown(box, { key: 'Escape', ...sign });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('W-11 restart', () => {
  it('asks first; No keeps everything, Yes clears it', async () => {
    const { widget, change } = setUp();
    change(() => {
      widget.addMessage('user', 'Hello');
    });
    const ask = async (): Promise<void> => {
      fireEvent.click(await screen.findByRole('button', { name: 'Menu' }));
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Restart' }));
      expect((await screen.findByRole('alertdialog')).textContent).toContain(
        'Are you sure you want to restart this conversation?',
      );
    };
    await ask();
    fireEvent.keyDown(screen.getByRole('button', { name: 'No' }), { key: 'Escape' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    await ask();
    fireEvent.click(screen.getByRole('button', { name: 'No' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    await ask();
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(screen.queryAllByRole('article')).toHaveLength(0);
  });
});
