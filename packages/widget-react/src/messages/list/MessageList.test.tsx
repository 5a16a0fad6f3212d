import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Message } from '@sotto/widget-core/api';
import { ENGLISH_WORDS } from '../../../../widget-core/src/config/intl';
import { Composer } from '../../composer/Composer';
import { ComponentsContext, type WidgetComponents } from '../../parts/components';
import { renderWidget } from '../../testing/renderWidget';
import { MessageList } from './MessageList';
import { ReplyAnnouncer } from '../ReplyAnnouncer';

/** Counts how often each paragraph is drawn, by its words. */
function countingParts() {
  const drawn = new Map<string, number>();
  const components: Partial<WidgetComponents> = {
    Paragraph: ({ block }) => {
      const words = block.inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');
      drawn.set(words, (drawn.get(words) ?? 0) + 1);
      return <p>{words}</p>;
    },
  };
  return { drawn, components };
}

/** Paragraphs of about 200 characters, 20,000 in all. */
const LONG = Array.from(
  { length: 100 },
  (_, index) => `Paragraph number ${index} ${'has some words '.repeat(12).trim()}.`,
).join('\n\n');

describe('W-15 W-16 a reply that is being written', () => {
  it('draws every closed block once, and other messages not at all, over 20,000 characters in tokens of four', () => {
    const { drawn, components } = countingParts();
    const { widget, change } = renderWidget(
      <ComponentsContext.Provider value={components}>
        <MessageList />
      </ComponentsContext.Provider>,
    );
    change(() => {
      widget.addMessage('user', 'An older message');
      widget.addMessage('bot', 'An older answer');
      widget.think('reply');
    });
    for (let at = 0; at < LONG.length; at += 4)
      change(() => {
        widget.write(LONG.slice(at, at + 4));
      });
    change(() => {
      widget.finish();
    });

    expect(drawn.get('An older message')).toBe(1);
    expect(drawn.get('An older answer')).toBe(1);
    const paragraphs = LONG.split('\n\n');
    // The open block is drawn with every token, its finished words once then and once more when it closes.
    const often = paragraphs.filter((words) => (drawn.get(words) ?? 0) > 2);
    expect(often).toEqual([]);
    const total = [...drawn.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeLessThan(LONG.length / 4 + paragraphs.length * 2);
  }, 60_000);

  it('draws no message for a keystroke', () => {
    const { drawn, components } = countingParts();
    const { widget, change } = renderWidget(
      <ComponentsContext.Provider value={components}>
        <MessageList />
        <Composer />
      </ComponentsContext.Provider>,
    );
    change(() => {
      widget.addMessage('bot', 'An answer');
    });
    for (const text of ['H', 'He', 'Hel']) fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });
    expect(drawn.get('An answer')).toBe(1);
  });

  it('a new message fades in, another version of a reply does not', () => {
    const { widget, change } = renderWidget(<MessageList />);
    const isFresh = (): boolean => screen.getAllByRole('article').at(-1)?.dataset['fresh'] !== undefined;
    change(() => {
      widget.addMessage('user', 'Hello');
    });
    change(() => {
      widget.addMessage('bot', 'Good morning');
    });
    expect(isFresh()).toBe(true);
    const message: Message = { id: 'b2', type: 'bot', text: 'Good evening', createdAt: 0, versions: ['b1', 'b2'] };
    change(() => {
      widget.conversation.setState(({ messages }) => ({
        messages: [...messages.slice(0, 1), message],
      }));
    });
    expect(screen.getAllByRole('article').at(-1)?.textContent).toContain('Good evening');
    expect(isFresh()).toBe(false);
  });

  it('keeps the same elements when the reply becomes a message', () => {
    const { widget, change } = renderWidget(<MessageList />);
    change(() => {
      widget.think('reply');
    });
    const article = screen.getByRole('article');
    change(() => {
      widget.write('One paragraph.\n\nAnother');
    });
    const paragraph = article.querySelector('p');
    expect(paragraph?.textContent).toBe('One paragraph.');
    change(() => {
      widget.write(' one.');
      widget.finish();
    });
    expect(screen.getByRole('article')).toBe(article);
    expect(article.querySelector('p')).toBe(paragraph);
    expect(article.querySelectorAll('p')).toHaveLength(2);
  });

  it('thinks before the first words, then writes', () => {
    const { widget, change, container } = renderWidget(<MessageList />);
    change(() => {
      widget.think();
    });
    expect(container.querySelector('.sotto-thinking')?.textContent).toBe(ENGLISH_WORDS.thinking);
    change(() => {
      widget.write('Hello');
    });
    expect(container.querySelector('.sotto-thinking')).toBeNull();
  });

  it('is shown when it is complete with stream off', () => {
    const { widget, change } = renderWidget(<MessageList />, { stream: false });
    change(() => {
      widget.think();
      widget.write('Half of');
    });
    expect(screen.queryByText(/Half/)).toBeNull();
    change(() => {
      widget.write(' it.');
      widget.finish();
    });
    expect(screen.getByText('Half of it.')).toBeTruthy();
  });

  it('is said to a screen reader in sentences, by one live region', async () => {
    const { widget, change, container } = renderWidget(<ReplyAnnouncer />);
    const region = container.querySelector('[aria-live]');
    change(() => {
      widget.think();
    });
    expect(region?.textContent).toBe('Thinking');
    change(() => {
      widget.write('A first ');
    });
    expect(region?.textContent).toBe('Thinking');
    change(() => {
      widget.write('and **only** sentence.');
      widget.finish();
    });
    await vi.waitFor(() => {
      if (region?.textContent === 'Thinking') throw new Error('not yet');
    });
    expect(region?.textContent).toBe('A first and only sentence.');
  });
});

describe('W-15 what a listener is told', () => {
  const listen = (announce: string) => {
    const { container, ...rest } = renderWidget(<ReplyAnnouncer />, { announce });
    return { ...rest, announcement: () => container.querySelector('[aria-live="polite"]')?.textContent };
  };
  const SENTENCE =
    'This is a sentence that is long enough to be said on its own before the others have come. And one more of them here. ';

  it('is nothing when it is off', () => {
    const { widget, change, announcement } = listen('off');
    change(() => {
      widget.think();
      widget.write(SENTENCE);
      widget.finish();
    });
    expect(announcement()).toBe('');
  });

  it('is that the bot thinks, and that something came, with status', () => {
    const { widget, change, announcement } = listen('status');
    change(() => {
      widget.think();
      widget.write(SENTENCE);
    });
    expect(announcement()).toBe('Thinking');
    change(() => {
      widget.finish();
    });
    expect(announcement()).toBe('1 new message');
  });

  it('is the whole reply when it is finished, with whole', async () => {
    const { widget, change, announcement } = listen('whole');
    change(() => {
      widget.think();
      widget.write(SENTENCE);
    });
    expect(announcement()).toBe('Thinking');
    change(() => {
      widget.write('The **end**.');
      widget.finish();
    });
    await vi.waitFor(() => {
      expect(announcement()).toBe(`${SENTENCE}The end.`);
    });
  });

  it('is also what the page says as the bot, and not what was stored', async () => {
    const { widget, change, announcement } = listen('sentences');
    change(() => {
      widget.conversation.setMessages([
        { id: 'a', type: 'bot', text: 'Old.' },
        { id: 'b', type: 'bot', text: 'Older.' },
      ]);
    });
    expect(announcement()).toBe('');
    change(() => {
      widget.conversation.receive({ message: 'A person is here now.' });
    });
    await vi.waitFor(() => {
      expect(announcement()).toBe('A person is here now.');
    });
  });
});

describe('the list of messages', () => {
  it('groups what one speaker says within two minutes', () => {
    const { widget, change } = renderWidget(<MessageList />);
    change(() => {
      widget.addMessage('user', 'One', { createdAt: 1_000_000 });
      widget.addMessage('user', 'Two', { createdAt: 1_060_000 });
      widget.addMessage('user', 'Three', { createdAt: 1_300_000 });
    });
    const marks = screen.getAllByRole('article').map((article) => [article.dataset['first'], article.dataset['last']]);
    expect(marks).toEqual([
      ['true', undefined],
      [undefined, 'true'],
      ['true', 'true'],
    ]);
  });

  it('names the speaker of every message and goes from one to the next with the arrow keys', async () => {
    const { widget, change } = renderWidget(<MessageList />);
    change(() => {
      widget.addMessage('user', 'One');
      widget.addMessage('bot', 'Two');
    });
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'You said',
      'Guide said',
    ]);
    const list = screen.getByRole('region', { name: 'Conversation' });
    const [first, second] = screen.getAllByRole('article');
    fireEvent.keyDown(list, { key: 'ArrowUp' });
    await waitFor(() => {
      expect(document.activeElement).toBe(second);
    });
    fireEvent.keyDown(second as HTMLElement, { key: 'ArrowUp' });
    await waitFor(() => {
      expect(document.activeElement).toBe(first);
    });
    fireEvent.keyDown(first as HTMLElement, { key: 'End' });
    await waitFor(() => {
      expect(document.activeElement).toBe(second);
    });
  });

  it('shows what waits, what failed, and the way on', () => {
    const { widget, change } = renderWidget(<MessageList />);
    change(() => {
      const { id } = widget.addMessage('user', 'One');
      widget.conversation.setState({ deliveries: { [id]: { state: 'waiting' } } });
    });
    expect(screen.getByText('Waiting for a connection')).toBeTruthy();
    change(() => {
      widget.conversation.setState({
        deliveries: {},
        failure: { answers: undefined, code: 'NETWORK', message: 'The server could not be reached', canRetry: true },
      });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(widget.calls).toEqual(['retry']);
  });

  it('FW-20 copies an answer as it was written and as formatted text, and shows a tick for two seconds', async () => {
    const copied: Record<string, string>[] = [];
    class Item {
      readonly blobs: Record<string, Blob>;
      constructor(blobs: Record<string, Blob>) {
        this.blobs = blobs;
      }
    }
    vi.stubGlobal('ClipboardItem', Item);
    vi.spyOn(navigator.clipboard, 'write').mockImplementation(async (items) => {
      const [{ blobs }] = items as unknown as [Item];
      const texts = Object.entries(blobs).map(async ([type, blob]) => [type, await blob.text()] as const);
      copied.push(Object.fromEntries(await Promise.all(texts)));
    });
    const { widget, change } = renderWidget(<MessageList />);
    change(() => {
      widget.addMessage('bot', 'Some **bold** words\n\n```js\nbrew();\n```\n\n[More](https://example.com/a)');
    });
    await waitFor(() => {
      expect(document.querySelectorAll('.sotto-code-copy, .sotto-actions .sotto-action')).toHaveLength(2);
    });
    fireEvent.click(document.querySelector('.sotto-actions .sotto-action') as Element);
    await screen.findByRole('button', { name: 'Copied' });
    expect(copied).toEqual([
      {
        'text/plain': 'Some **bold** words\n\n```js\nbrew();\n```\n\n[More](https://example.com/a)',
        'text/html': expect.stringMatching(
          /^<[^]*Some <strong>bold<\/strong> words[^]*<pre[^]*brew(?:<\/span>)?\(\);[^]*<a href="https:\/\/example.com\/a">More<\/a>/,
        ) as string,
      },
    ]);
    expect(copied[0]?.['text/html']).not.toMatch(/class=|style=|<button|<svg/);
    vi.unstubAllGlobals();
  });

  it('copies an answer as it was written where there is no clipboard for formatted text', async () => {
    vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('denied'));
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { widget, change } = renderWidget(<MessageList />);
    change(() => {
      widget.addMessage('bot', 'Some **bold** words');
    });
    const button = await screen.findByRole('button', { name: 'Copy' });
    vi.useFakeTimers();
    fireEvent.click(button);
    await vi.waitFor(() => {
      expect(writeText).toHaveBeenCalledWith('Some **bold** words');
    });
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
    vi.useRealTimers();
  });
});
