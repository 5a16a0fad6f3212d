import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '@sotto/widget-core';
import { Composer } from '../composer/Composer';
import { ComponentsContext, type WidgetComponents } from '../parts/components';
import { createFakeWidget, type FakeWidget } from '../testing/fakeWidget';
import { renderWidget } from '../testing/renderWidget';
import { MessageList } from './list/MessageList';

/** The browser's own look at what is near, moved by the test. */
class FakeIntersections {
  static all: FakeIntersections[] = [];
  readonly watched = new Set<Element>();
  readonly callback: (
    entries: { target: Element; isIntersecting: boolean; boundingClientRect: { height: number } }[],
  ) => void;
  constructor(callback: FakeIntersections['callback']) {
    this.callback = callback;
    FakeIntersections.all.push(this);
  }
  observe(element: Element): void {
    this.watched.add(element);
  }
  unobserve(element: Element): void {
    this.watched.delete(element);
  }
  disconnect(): void {
    this.watched.clear();
  }
  static async see(element: Element | undefined, isIntersecting: boolean, height = 1_000): Promise<void> {
    await waitFor(() => {
      expect(FakeIntersections.all.some(({ watched }) => element && watched.has(element))).toBe(true);
    });
    await act(async () => {
      for (const { watched, callback } of FakeIntersections.all)
        if (element && watched.has(element))
          callback([{ target: element, isIntersecting, boundingClientRect: { height } }]);
    });
  }
}

const past = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `past-${index}`,
    type: index % 2 ? 'bot' : 'user',
    text: `Text ${index} here`,
    createdAt: 1_790_000_000_000 + index * 1_000,
  }));

/** A long conversation, with everything counted that might grow with it. */
function setUp(count: number) {
  const drawn: string[] = [];
  const components: Partial<WidgetComponents> = {
    Paragraph: ({ block }) => {
      const words = block.inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');
      drawn.push(words);
      return <p>{words}</p>;
    },
  };
  const looks = { count: 0 };
  const messages = new Proxy(past(count), {
    get(target, key, receiver) {
      looks.count += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  const result = renderWidget(
    <ComponentsContext.Provider value={components}>
      <MessageList />
      <Composer />
    </ComponentsContext.Provider>,
  );
  const listeners = countListeners(result.widget);
  result.change(() => {
    result.widget.conversation.setState({ messages });
  });
  return { ...result, drawn, looks, listeners, chunks: () => [...result.container.querySelectorAll('.sotto-chunk')] };
}

function countListeners(widget: FakeWidget): () => number {
  let live = 0;
  const { subscribe } = widget.conversation;
  vi.spyOn(widget.conversation, 'subscribe').mockImplementation((listener) => {
    live += 1;
    const stop = subscribe(listener);
    return () => {
      live -= 1;
      stop();
    };
  });
  return () => live;
}

/** What React remembers of an element: as it is and, until it changes again, as it was and which children it lost. */
interface ReactRecord {
  readonly alternate: ReactRecord | null;
  readonly deletions: readonly unknown[] | null;
  readonly memoizedProps: { readonly children?: unknown };
}

function recordsOf(element: Element | undefined): readonly ReactRecord[] {
  const [, record] = Object.entries(element ?? {}).find(([name]) => name.startsWith('__reactFiber$')) as [
    string,
    ReactRecord,
  ];
  return record.alternate ? [record, record.alternate] : [record];
}

beforeEach(() => {
  FakeIntersections.all = [];
  vi.stubGlobal('IntersectionObserver', FakeIntersections);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('W-31 a long conversation: what is done is counted', { timeout: 60_000 }, () => {
  it('opens with as many messages drawn at 10,000 as at 100, and everything else as one text per twenty', async () => {
    for (const count of [100, 10_000]) {
      const { drawn, container, chunks, listeners, unmount } = setUp(count);
      expect(drawn).toHaveLength(20);
      expect(document.querySelectorAll('article')).toHaveLength(20);
      expect(listeners()).toBeLessThan(200);
      expect(chunks()).toHaveLength(count / 20);
      expect(chunks()[0]?.childElementCount).toBe(0);
      await waitFor(() => {
        expect(container.textContent.includes('Text 0 here')).toBe(true);
      });
      unmount();
    }
  });

  it('a token looks at no message and draws the open block only, at 10,000 messages', () => {
    const { widget, change, drawn, looks } = setUp(10_000);
    change(() => {
      widget.think();
      widget.write('The');
    });
    drawn.length = 0;
    looks.count = 0;
    for (let index = 0; index < 20; index += 1)
      change(() => {
        widget.write(' word');
      });
    expect(looks.count).toBe(0);
    expect(drawn).toHaveLength(20);
  });

  it('a keystroke looks at no message and draws none', () => {
    const { drawn, looks } = setUp(10_000);
    drawn.length = 0;
    looks.count = 0;
    for (const text of ['H', 'He', 'Hel']) fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });
    expect([looks.count, drawn.length]).toEqual([0, 0]);
  });

  it('a new message draws itself and nothing else', () => {
    const { widget, change, drawn, chunks } = setUp(10_000);
    const texts = chunks().map(({ firstChild }) => firstChild);
    drawn.length = 0;
    change(() => {
      widget.addMessage('bot', 'A new one');
    });
    expect(drawn).toEqual(['A new one']);
    expect(
      chunks()
        .slice(0, 500)
        .map(({ firstChild }) => firstChild),
    ).toEqual(texts);
  });

  it('draws what the reader comes near to, and gives up what they leave, at the height it had', async () => {
    const { chunks, drawn } = setUp(200);
    drawn.length = 0;
    await FakeIntersections.see(chunks()[3], true);
    expect(drawn).toHaveLength(20);
    expect(chunks()[3]?.querySelectorAll('article')).toHaveLength(20);
    await FakeIntersections.see(chunks()[3], false, 1_234);
    expect(chunks()[3]?.childElementCount).toBe(0);
    expect(chunks()[3]?.getAttribute('style')).toContain('1234px');
    await FakeIntersections.see(chunks()[9], false);
    expect(chunks()[9]?.querySelectorAll('article')).toHaveLength(20);
  });

  it('keeps nothing for each message that it gave up', async () => {
    const { chunks } = setUp(200);
    await FakeIntersections.see(chunks()[3], true);
    await FakeIntersections.see(chunks()[3], false);
    const kept = recordsOf(chunks()[3]).flatMap(({ deletions, memoizedProps }) =>
      [deletions ?? [], memoizedProps.children ?? []].flat(),
    );
    // As it is and as it was: one child each, and the one that it took the place of. A piece has twenty messages.
    expect(kept.length).toBeLessThanOrEqual(4);
  });

  it('keeps what is in use: the focus, a form, something that is open', async () => {
    const { chunks } = setUp(200);
    await FakeIntersections.see(chunks()[3], true);
    act(() => {
      chunks()[3]?.querySelector('article')?.focus();
    });
    await FakeIntersections.see(chunks()[3], false);
    expect(chunks()[3]?.querySelectorAll('article')).toHaveLength(20);
    act(() => {
      screen.getByRole('textbox').focus();
    });
    await FakeIntersections.see(chunks()[3], false);
    expect(chunks()[3]?.childElementCount).toBe(0);
  });

  it.each(['by a screen reader', 'by the keyboard'])(
    'inp-09 keeps message 20 for a reader who went there %s, while a reply is written at the end',
    async (how) => {
      const { chunks, container, widget, change } = setUp(200);
      await FakeIntersections.see(chunks()[0], true);
      await FakeIntersections.see(chunks()[1], true);
      const message = container.querySelector<HTMLElement>('[data-key="past-20"]');
      // A screen reader reads where nothing has the focus.
      if (how === 'by the keyboard') act(() => message?.focus());
      const read = [message, ...(message?.querySelectorAll('*') ?? [])];
      change(() => {
        widget.think('reply');
      });
      for (let index = 0; index < 40; index += 1)
        change(() => {
          widget.write(`Sentence ${index}.${index % 4 ? ' ' : '\n\n'}`);
        });
      change(() => {
        widget.finish();
      });
      // So many that other pieces are the newest now, and the browser looks again at what is near.
      for (let index = 0; index < 45; index += 1)
        change(() => {
          widget.addMessage(index % 2 ? 'bot' : 'user', `More ${index}`);
        });
      await FakeIntersections.see(chunks()[1], true);
      await FakeIntersections.see(chunks()[9], false);

      const now = container.querySelector('[data-key="past-20"]');
      expect([now, ...(now?.querySelectorAll('*') ?? [])].every((element, index) => element === read[index])).toBe(
        true,
      );
      expect(document.activeElement === message).toBe(how === 'by the keyboard');

      // The key for the next heading, ten times.
      const headings = [...container.querySelectorAll('.sotto-message h2')];
      const from = headings.findIndex((heading) => message?.contains(heading));
      const next = headings.slice(from + 1, from + 11).map((heading) => heading.closest('article')?.dataset['key']);
      expect(next).toEqual(Array.from({ length: 10 }, (_, index) => `past-${21 + index}`));

      fireEvent.keyDown(message?.closest('section') as Element, { key: 'End' });
      await waitFor(() => {
        expect(document.activeElement?.closest('article')?.textContent).toContain('More 44');
      });
      expect(container.querySelector('[data-key="past-20"]')).toBe(message);
    },
  );

  it('goes to the very first message with Home, which nobody had drawn', async () => {
    const { chunks } = setUp(400);
    await waitFor(() => {
      expect(FakeIntersections.all[0]?.watched.size).toBe(20);
    });
    fireEvent.keyDown(screen.getByRole('region', { name: 'Conversation' }), { key: 'Home' });
    await waitFor(() => {
      expect((document.activeElement as HTMLElement).dataset['key']).toBe('past-0');
    });
    expect(chunks()[0]?.querySelectorAll('article')).toHaveLength(20);
    fireEvent.keyDown(document.activeElement as Element, { key: 'End' });
    await waitFor(() => {
      expect((document.activeElement as HTMLElement).dataset['key']).toBe('past-399');
    });
  });

  it('is drawn whole for print', async () => {
    const { chunks } = setUp(200);
    await waitFor(() => {
      expect(FakeIntersections.all[0]?.watched.size).toBe(10);
    });
    act(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    expect(document.querySelectorAll('article')).toHaveLength(200);
    act(() => {
      window.dispatchEvent(new Event('afterprint'));
    });
    await FakeIntersections.see(chunks()[0], false);
    expect(document.querySelectorAll('article')).toHaveLength(180);
  });
});

describe('W-30 where the reader was', () => {
  it('is drawn at once when the list is drawn again, and kept', () => {
    const widget = createFakeWidget();
    widget.view.keepScrollPlace({ key: 'past-45', offsetPx: -10 });
    widget.conversation.setMessages(past(400));
    const { container } = renderWidget(<MessageList />, {}, {}, widget);
    expect(container.querySelector('[data-key="past-45"]')).toBeTruthy();
    expect(document.querySelectorAll('article')).toHaveLength(40);
    expect(widget.view.readScrollPlace()).toEqual({ key: 'past-45', offsetPx: -10 });
  });

  it('is nowhere when its message is gone: the newest one is shown', () => {
    const widget = createFakeWidget();
    widget.view.keepScrollPlace({ key: 'gone', offsetPx: 0 });
    widget.conversation.setMessages(past(100));
    renderWidget(<MessageList />, {}, {}, widget);
    expect(document.querySelectorAll('article')).toHaveLength(20);
  });
});
