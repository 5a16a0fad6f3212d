import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { MessageList } from './list/MessageList';
import { toRows } from './list/messageRows';

/** The foot of a message first, then what is in it. */
async function loadTools(): Promise<void> {
  await act(async () => {
    await import('./messageDetails');
  });
  await act(async () => {
    await Promise.all([import('./foot/VersionTools'), import('./foot/VersionSwitch'), import('./MessageEditor')]);
  });
}
const named = (name: string): HTMLElement => screen.getByRole('button', { name });

async function renderTalk(config: Readonly<Record<string, unknown>> = {}) {
  const rendered = renderWidget(<MessageList />, config);
  rendered.change(() => {
    rendered.widget.addMessage('user', 'A question');
    rendered.widget.addMessage('bot', 'An answer');
  });
  await loadTools();
  return rendered;
}

describe('W-24 another answer', () => {
  it('is offered on the newest answer of the bot only, and not where the page has spoken', async () => {
    const { widget, change } = await renderTalk();
    fireEvent.click(named('Regenerate'));
    expect(widget.calls).toEqual(['regenerate message-0002']);
    change(() => {
      widget.addMessage('user', 'More');
    });
    expect(screen.queryByRole('button', { name: 'Regenerate' })).toBeNull();
    change(() => {
      widget.addMessage('bot', 'Said by the page', { extra: { local: true } });
    });
    await loadTools();
    expect(screen.queryByRole('button', { name: 'Regenerate' })).toBeNull();
  });

  it('has to wait for the connection, and is not offered where sending is off', async () => {
    const { widget, change } = await renderTalk();
    change(() => {
      widget.view.setState({ isOnline: false });
    });
    expect(named('Regenerate')).toHaveProperty('disabled', true);
    change(() => {
      widget.config.setState({ disabled: true });
    });
    expect(screen.queryByRole('button', { name: 'Regenerate' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it('hides the first one while it is written, and what the page says meanwhile stays', () => {
    const messages = [
      { id: 'u1', type: 'user' as const, text: 'A question' },
      { id: 'b1', type: 'bot' as const, text: 'An answer' },
      { id: 'p1', type: 'bot' as const, text: 'Said by the page', extra: { local: true } },
    ];
    const rows = toRows(messages, { key: 'k', startedAt: 0, replaces: 'b1' }, false);
    expect(rows.map(({ key }) => key)).toEqual(['u1', 'p1', 'k']);
  });
});

describe('W-24 switching versions', () => {
  it('says where one is, goes both ways, and keeps row and focus', async () => {
    const { widget, change } = await renderTalk();
    const show = (id: string) => {
      change(() => {
        widget.conversation.setState(({ messages }) => ({
          messages: [
            ...messages.slice(0, 1),
            { id, type: 'bot', text: `The ${id} answer`, versions: ['first', 'second', 'third'] },
          ],
        }));
      });
    };
    show('second');
    await loadTools();
    expect(screen.getByRole('group', { name: 'Answer 2 of 3' }).textContent).toContain('2 / 3');
    named('Next').focus();
    fireEvent.click(named('Next'));
    expect(widget.calls).toEqual(['chooseVersion third']);
    const [, row] = screen.getAllByRole('article');
    show('third');
    expect(screen.getAllByRole('article')[1]).toBe(row);
    expect(document.activeElement).toBe(named('Next'));
    expect(named('Next').getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(named('Next'));
    fireEvent.click(named('Previous'));
    expect(widget.calls.slice(1)).toEqual(['chooseVersion second']);
  });
});

describe('W-24 saying something otherwise', () => {
  async function openEditor() {
    const rendered = await renderTalk();
    fireEvent.click(named('Edit'));
    await loadTools();
    return { ...rendered, box: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit' }) };
  }

  it('sends with Enter, not while an input method is open, and keeps the text when it did not go out', async () => {
    const { widget, box } = await openEditor();
    expect(document.activeElement).toBe(box);
    fireEvent.change(box, { target: { value: ' Another question ' } });
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(box, { key: 'Enter', shiftKey: true });
    expect(widget.calls).toEqual([]);
    await act(async () => {
      fireEvent.keyDown(box, { key: 'Enter' });
    });
    expect(widget.calls).toEqual(['edit message-0001 Another question']);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(' Another question ');
    expect(document.activeElement).toBe(box);
  });

  it('is left with Escape or Cancel, and nothing above hears the key', async () => {
    const received: string[] = [];
    const { widget, box } = await openEditor();
    const onKey = ({ key }: KeyboardEvent): void => {
      received.push(key);
    };
    document.addEventListener('keydown', onKey);
    fireEvent.change(box, { target: { value: 'Something else' } });
    fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
    expect(screen.queryByRole('textbox')).not.toBeNull();
    fireEvent.keyDown(box, { key: 'Escape' });
    document.removeEventListener('keydown', onKey);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(received).toEqual(['Escape']);
    expect(widget.calls).toEqual([]);
    expect(widget.draft.getState().text).toBe('');
    await act(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => {
            resolve(undefined);
          });
        }),
    );
    expect(document.activeElement).toBe(named('Edit'));
  });

  it('moves its text to the text box when the message is gone', async () => {
    const { widget, change, box } = await openEditor();
    fireEvent.change(box, { target: { value: 'Half a thought' } });
    change(() => {
      widget.conversation.setState({ messages: [] });
    });
    expect(widget.draft.getState().text).toBe('Half a thought');
  });

  it('has nothing to send while it is empty', async () => {
    const { widget, box } = await openEditor();
    fireEvent.change(box, { target: { value: '  ' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(named('Save')).toHaveProperty('disabled', true);
    expect(widget.calls).toEqual([]);
  });
});
