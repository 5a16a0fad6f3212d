import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MessagePart, ReasoningPart, ToolPart } from '@sotto/widget-core/api';
import { renderWidget } from '../testing/renderWidget';
import { MessageList } from './list/MessageList';
import { ReplyAnnouncer } from './ReplyAnnouncer';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const WAIT: MessagePart = { type: 'text', text: 'Wait' };

const tool: ToolPart = {
  type: 'tool',
  callId: 'call_1',
  name: 'getOrder',
  title: 'Looks up your order',
  state: 'running',
  startedAt: 1_000,
};

/** What stands in the newest message, piece by piece. */
function pieces(): string[] {
  const main = screen.getAllByRole('article').at(-1)?.querySelector('.sotto-message-main');
  return [...(main?.children ?? [])]
    .filter((child) => child.matches('.sotto-bubble:not(.sotto-thinking), .sotto-step, .sotto-step-more'))
    .map((child) => child.textContent);
}

async function renderWorking(step: MessagePart, config: Parameters<typeof renderWidget>[1] = {}) {
  const rendered = renderWidget(<MessageList />, config);
  rendered.change(() => {
    rendered.widget.think('reply-1');
  });
  rendered.change(() => {
    rendered.widget.write('Wait');
  });
  await waitFor(() => {
    expect(pieces()).toEqual(['Wait']);
  });
  // What reads markdown is there.
  await waitFor(() => {
    expect(document.querySelector('.sotto-plain-wait')).toBeNull();
  });
  const words = document.querySelector('.sotto-bubble');
  rendered.change(() => {
    rendered.widget.conversation.setState(({ reply }) => ({ reply: reply && { ...reply, parts: [WAIT, step] } }));
  });
  await waitFor(() => {
    expect(pieces()[1]).toBeTruthy();
  });
  return { ...rendered, words };
}

describe('FW-4 what the bot does between its words', () => {
  it('FW-4: a tool stands where it runs, under the words before it, which are not mounted again', async () => {
    const { widget, change, words } = await renderWorking(tool);
    expect(pieces()).toEqual(['Wait', 'Looks up your order']);
    change(() => {
      widget.conversation.setState(({ reply }) => ({
        reply: reply && {
          ...reply,
          parts: [WAIT, { ...tool, state: 'done', endedAt: 2_400 }, { type: 'text', text: 'It is there.' }],
        },
      }));
    });
    await waitFor(() => {
      expect(pieces()).toEqual(['Wait', 'Looks up your order1.4s', 'It is there.']);
    });
    expect(document.querySelector('.sotto-bubble')).toBe(words);
    change(() => {
      widget.finish({
        parts: [
          { type: 'text', text: 'Wait' },
          { ...tool, state: 'done', endedAt: 2_400 },
          { type: 'text', text: 'It is there.' },
        ],
      });
    });
    expect(pieces()).toEqual(['Wait', 'Looks up your order1.4s', 'It is there.']);
    expect(document.querySelector('.sotto-bubble')).toBe(words);
  });

  it('FW-4: visitors never read a raw name, and a tool that failed says so', async () => {
    await renderWorking({ ...tool, title: null, state: 'failed', error: 'The shop does not answer.', endedAt: 2_000 });
    expect(pieces()[1]).toBe('Working on itThe shop does not answer.');
  });

  it('EN-21: a tool without a title and a reason that failed shows no raw name either', async () => {
    await renderWorking({ ...tool, title: null, state: 'failed', endedAt: 2_000 });
    expect(pieces()[1]).toBe('Working on itSomething went wrong.');
  });

  it('FW-4: a tool that the visitor refused says that it was not allowed', async () => {
    await renderWorking({ ...tool, state: 'refused', endedAt: 2_000 });
    expect(pieces()[1]).toBe('Looks up your orderNot allowed');
  });

  it('FS-8: opens to what went in and came out only where that was sent', async () => {
    await renderWorking({ ...tool, state: 'done', endedAt: 2_000, input: { order: 7 }, output: 'On its way' });
    const more = document.querySelector('details.sotto-step-more');
    expect(more?.hasAttribute('open')).toBe(false);
    expect(more?.textContent).toContain('"order": 7');
    expect(more?.textContent).toContain('On its way');
  });

  it('W-15: a widget that is not verbose shows the words alone', () => {
    const { widget, change } = renderWidget(<MessageList />, { verbose: false });
    change(() => {
      widget.addMessage('bot', 'WaitIt is there.', {
        parts: [{ type: 'text', text: 'Wait' }, tool, { type: 'text', text: 'It is there.' }],
      });
    });
    expect(pieces()).toEqual(['WaitIt is there.']);
  });

  it('FW-5: thinking is one line with its time; its text is there where the owner shows it', async () => {
    const thought: ReasoningPart = { type: 'reasoning', text: '', startedAt: 0, endedAt: 6_000 };
    const { widget, change } = await renderWorking(thought);
    expect(pieces()[1]).toBe('Thinking6s');
    change(() => {
      widget.conversation.setState(({ reply }) => ({
        reply: reply && { ...reply, parts: [WAIT, { ...thought, text: 'Which order?' }] },
      }));
    });
    expect(document.querySelector('details .sotto-step-thought')?.textContent).toBe('Which order?');
    expect(document.querySelector('.sotto-step-more')?.hasAttribute('open')).toBe(false);
  });

  it('FW-4: a tool that runs before the first word stands instead of the three dots', async () => {
    const { widget, change } = renderWidget(<MessageList />);
    change(() => {
      widget.think('reply-1');
    });
    expect(document.querySelector('.sotto-thinking')).not.toBeNull();
    change(() => {
      widget.conversation.setState(({ reply }) => ({ reply: reply && { ...reply, parts: [tool] } }));
    });
    await waitFor(() => {
      expect(pieces()).toEqual(['Looks up your order']);
    });
    expect(document.querySelector('.sotto-thinking')).toBeNull();
  });

  it('FW-5: three dots say after four seconds that they are still at work', async () => {
    vi.useFakeTimers();
    const { widget, change } = renderWidget(<MessageList />);
    change(() => {
      widget.think('reply-1');
    });
    expect(screen.queryByText('Still working on it')).toBeNull();
    await vi.waitFor(
      () => {
        expect(screen.getByText('Still working on it')).toBeTruthy();
      },
      { timeout: 10_000 },
    );
  });

  it('FW-5: where the owner wants it open, it is, while it is written and afterwards, until the reader folds it', async () => {
    const thought: ReasoningPart = { type: 'reasoning', text: 'Which', startedAt: 0 };
    const { widget, change } = await renderWorking(thought, { reasoning: 'open' });
    const details = document.querySelector<HTMLDetailsElement>('.sotto-step-more');
    expect(details?.open).toBe(true);
    change(() => {
      widget.finish({
        parts: [
          { type: 'text', text: 'Wait' },
          { ...thought, text: 'Which order?', endedAt: 6_000 },
        ],
      });
    });
    expect(details?.isConnected && details.textContent).toContain('Which order?');
    expect(details?.open).toBe(true);
    fireEvent.click(details?.querySelector('summary') ?? document.body);
    if (details) details.open = false;
    change(() => {
      widget.addMessage('user', 'And now?');
    });
    expect(details?.isConnected && details.open).toBe(false);
  });

  it('FW-5: a page that hides reasoning shows the time alone', async () => {
    await renderWorking({ type: 'reasoning', text: 'Which', startedAt: 0, endedAt: 6_000 }, { reasoning: 'hidden' });
    expect(pieces()[1]).toBe('Thinking6s');
  });

  it('W-15: listeners are told of a tool once, by what it does', () => {
    const { widget, change } = renderWidget(<ReplyAnnouncer />);
    change(() => {
      widget.think('reply-1');
    });
    change(() => {
      // Words may come in the same moment.
      widget.conversation.setState(({ reply }) => ({ reply: reply && { ...reply, parts: [tool, WAIT] } }));
    });
    expect(screen.getByRole('status').textContent).toBe('Looks up your order');
  });
});

describe('FW-13 a reply that ended early', () => {
  it.each([
    ['abort', 'Stopped'],
    ['length', 'This answer reached its maximum length.'],
  ] as const)('FW-13: by %s, says so and offers its rest', async (end, words) => {
    const { widget, change, container } = renderWidget(<MessageList />);
    change(() => {
      widget.addMessage('user', 'Tell me');
      widget.addMessage('bot', 'Once upon', { id: 'b1', end });
    });
    await screen.findByText(words);
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(widget.calls).toEqual(['continueReply b1']);
    expect(document.activeElement).toBe(container.querySelector('.sotto-scroller'));
  });

  it('FW-13: only the newest has a rest to be asked for, and nothing while a reply is written', async () => {
    const { widget, change } = renderWidget(<MessageList />);
    change(() => {
      widget.addMessage('bot', 'Once upon', { id: 'b1', end: 'abort' });
    });
    await screen.findByRole('button', { name: 'Continue' });
    change(() => {
      widget.addMessage('user', 'And now?');
    });
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(screen.getByText('Stopped')).toBeTruthy();
  });
});
