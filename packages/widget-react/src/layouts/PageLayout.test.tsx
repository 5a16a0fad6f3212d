import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ViewState } from '@sotto/widget-core';
import { ChatWidget } from '../ChatWidget';
import { renderWidget } from '../testing/renderWidget';
import { createFakeWidget } from '../testing/fakeWidget';

beforeAll(async () => {
  await import('./PageLayout');
});

async function setUp(config: Readonly<Record<string, unknown>> = {}, view: Partial<ViewState> = {}) {
  const widget = createFakeWidget(config, { isOpen: false, ...view });
  const rendered = render(<ChatWidget widget={widget} />);
  await act(async () => {
    await Promise.resolve();
  });
  return { ...rendered, widget };
}

describe('W-2 layouts on a page', () => {
  it.each(['popover', 'popout', 'slideover'])(
    '%s opens with its launcher, closes with Escape, and the focus goes in and back',
    async (layout) => {
      const { widget } = await setUp({ layout });
      const button = await screen.findByRole('button', { name: 'Open chat' });
      button.focus();
      fireEvent.click(button);
      expect(widget.view.getState().isOpen).toBe(true);
      const box = screen.getByRole('textbox');
      expect(document.activeElement).toBe(box);
      if (layout === 'popout')
        fireEvent(box.closest('dialog') as HTMLDialogElement, new Event('cancel', { cancelable: true }));
      else fireEvent.keyDown(box, { key: 'Escape' });
      expect(widget.view.getState().isOpen).toBe(false);
      expect(screen.queryByRole('textbox')).toBeNull();
      await waitFor(() => {
        expect(document.activeElement).toBe(button);
      });
    },
  );

  it.each([
    ['while a word is composed', { isComposing: true }],
    ['as Safari tells it', { keyCode: 229 }],
  ])('FT-7: Escape of an input method, %s, ends the word, not the chat', async (_, sign) => {
    const { widget } = await setUp({ layout: 'popover' }, { isOpen: true });
    const box = await screen.findByRole('textbox');
    fireEvent.keyDown(box, { key: 'Escape', ...sign });
    expect(widget.view.getState().isOpen).toBe(true);
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(widget.view.getState().isOpen).toBe(false);
  });

  it('a popout is a modal dialog; a press beside it closes it', async () => {
    const { widget } = await setUp({ layout: 'popout' }, { isOpen: true });
    const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Guide' });
    expect(dialog.open).toBe(true);
    fireEvent.pointerDown(screen.getByRole('textbox'));
    expect(widget.view.getState().isOpen).toBe(true);
    fireEvent.pointerDown(dialog);
    expect(widget.view.getState().isOpen).toBe(false);
  });

  it.each(['center', 'stretch', 'fullscreen', 'something else'])(
    '%s is always open and has neither launcher nor close',
    async (layout) => {
      const widget = createFakeWidget({}, { isOpen: false });
      widget.config.setState({ layout: layout === 'something else' ? 'fullscreen' : (layout as 'center') });
      render(<ChatWidget widget={widget} />);
      expect(await screen.findByRole('textbox')).toBeTruthy();
      expect(screen.queryByRole('button', { name: /chat/ })).toBeNull();
    },
  );

  it('gives no focus when a script opens it', async () => {
    const { widget } = await setUp();
    await screen.findByRole('button', { name: 'Open chat' });
    act(() => {
      widget.view.setOpen(true);
    });
    expect(screen.getByRole('textbox')).not.toBe(document.activeElement);
  });

  it('stands in the corner that the page chose, and keeps a way out without a bar', async () => {
    const { container } = await setUp(
      { layout: 'slideover', position: 'top-left', hideBar: true, hideButton: true },
      { isOpen: true },
    );
    expect(await screen.findByRole('button', { name: 'Close chat' })).toBeTruthy();
    expect(container.querySelector('.sotto-slideover')?.getAttribute('data-position')).toBe('top-left');
    expect(container.querySelector('.sotto-launcher')).toBeNull();
  });
});

describe('W-3 the launcher', () => {
  it('toggles and says how many answers nobody has seen', async () => {
    const { widget } = await setUp({}, { unread: 2 });
    const launcher = await screen.findByRole('button', { name: 'Open chat, 2 unread' });
    fireEvent.click(launcher);
    expect(widget.view.getState().isOpen).toBe(true);
    expect(launcher.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(launcher);
    expect(widget.view.getState().isOpen).toBe(false);
  });
});

describe('W-4 the page’s own short texts', () => {
  it('stand beside the launcher, count on it, open the chat and can be put away one by one', async () => {
    const { widget, container } = await setUp(
      {},
      { notifications: { sale: { text: 'Sidamo is back' }, ship: { text: 'It was shipped' } } },
    );
    await screen.findByRole('button', { name: 'Open chat, Sidamo is back, It was shipped' });
    expect(container.querySelector('.sotto-badge')?.textContent).toBe('2');
    // The region stands there before its texts, so that a screen reader hears them come.
    const region = screen.getByRole('status');
    await waitFor(() => {
      expect(region.textContent).toBe('Sidamo is backIt was shipped');
    });
    const [first] = screen.getAllByRole('button', { name: 'Close' });
    fireEvent.click(first as HTMLElement);
    expect(widget.calls.at(-1)).toContain('notify');
    fireEvent.click(screen.getByRole('button', { name: 'It was shipped' }));
    expect(widget.view.getState().isOpen).toBe(true);
    expect(screen.queryByText('It was shipped')).toBeNull();
  });
});

describe('W-4 the peek', () => {
  const TEXT = 'One.\n\nTwo with a [link](https://example.org).\n\nThree.\n\nFour.';

  async function peek(view: Partial<ViewState> = {}, config: Readonly<Record<string, unknown>> = {}) {
    const rendered = await setUp(config, view);
    const message = rendered.widget.addMessage('bot', TEXT);
    act(() => {
      rendered.widget.view.setState({ peekMessageId: message.id });
    });
    return rendered;
  }

  it('shows at most three paragraphs with links that cannot be used', async () => {
    const { container } = await peek();
    const card = await screen.findByRole('region', { name: 'Guide said' });
    expect(card.textContent).toContain('Three.');
    expect(card.textContent).not.toContain('Four.');
    expect(container.querySelector('.sotto-peek-body')?.hasAttribute('inert')).toBe(true);
    await waitFor(() => {
      expect(within(card).getByRole('status').textContent).toContain('Two with a link');
    });
  });

  it('BE-36: opens the chat, or is dismissed; no two buttons have the same name', async () => {
    const { widget } = await peek();
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(widget.calls).toContain('dismissPeek');
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(new Set(names).size).toBe(names.length);
    fireEvent.click(screen.getByRole('button', { name: 'Open chat, 1 new message' }));
    expect(widget.view.getState().isOpen).toBe(true);
    expect(screen.queryByRole('region', { name: 'Guide said' })).toBeNull();
  });

  it('is for desktops, for popover and popout, and where the owner wants it', async () => {
    const { container } = await peek({}, { layout: 'slideover' });
    expect(container.querySelector('.sotto-peek')).toBeNull();
    const off = await peek({}, { messagePeek: false });
    expect(off.container.querySelector('.sotto-peek')).toBeNull();
    const { container: page, widget } = await peek();
    await screen.findByRole('region', { name: 'Guide said' });
    act(() => {
      widget.view.setState({ media: { ...widget.view.getState().media, mobile: true } });
    });
    expect(page.querySelector('.sotto-peek')).toBeNull();
  });

  it('stands alone in a frame, and tells how large it is', async () => {
    const { widget, change } = renderWidget(null, {}, { isOpen: false });
    const sizes: unknown[] = [];
    const { container } = render(
      <ChatWidget
        widget={widget}
        placement="frame"
        onPeek={(size) => {
          sizes.push(size);
        }}
      />,
    );
    change(() => {
      widget.view.setState({ peekMessageId: widget.addMessage('bot', TEXT).id });
    });
    await screen.findByRole('region', { name: 'Guide said' });
    expect(container.querySelector('.sotto-fill')?.hasAttribute('data-hidden')).toBe(true);
    change(() => {
      widget.view.setOpen(true);
    });
    expect(container.querySelector('.sotto-fill')?.hasAttribute('data-hidden')).toBe(false);
    expect(sizes.at(-1)).toBeUndefined();
  });
});
