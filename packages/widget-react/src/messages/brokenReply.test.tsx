import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '@sotto/widget-core';
import { ENGLISH_WORDS } from '@sotto/widget-core/internal/config';
import { renderWidget } from '../testing/renderWidget';
import { formatTime } from '../lib/formatTime';
import { describeBroken, describeFailure } from './foot/FailureNotice';
import { MessageList } from './list/MessageList';
import { ReplyAnnouncer } from './ReplyAnnouncer';

const INCOMPLETE = 'This answer is incomplete.';
const failure = { code: 'BAD_GATEWAY', message: 'Bad gateway' } as const;
const loadDetails = () =>
  act(async () => {
    await import('./messageDetails');
  });

/** A question, and a reply that broke off. */
async function renderBroken(code: ErrorCode = 'BAD_GATEWAY') {
  const rendered = renderWidget(<MessageList />);
  const { widget, change } = rendered;
  change(() => {
    widget.addMessage('user', 'Tell me');
    widget.addMessage('bot', 'Once upon a', { failure: { ...failure, code } });
    widget.conversation.setState({
      failure: {
        answers: 'message-0001',
        replaces: 'message-0002',
        code,
        message: 'Limits reached',
        canRetry: code === 'BAD_GATEWAY',
      },
    });
  });
  await loadDetails();
  return rendered;
}

describe('FW-1 a reply that broke off', () => {
  it('FW-1: keeps its text; under it stands why and Try again, and the keyboard stays in the conversation', async () => {
    const { widget, container } = await renderBroken();
    const [, reply] = screen.getAllByRole('article');
    expect(reply?.textContent).toContain('Once upon a');
    expect(reply?.textContent).toContain(INCOMPLETE);
    expect(container.querySelector('.sotto-failure')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(widget.calls).toEqual(['retry']);
    expect(document.activeElement).toBe(container.querySelector('.sotto-scroller'));
  });

  it('FW-1: offers no way on that leads nowhere, and says whose business it is not', async () => {
    await renderBroken('LIMITS_REACHED');
    expect(screen.getByText('This chat is not available right now')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it.each(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'GATEWAY_TIMEOUT', 'TIMEOUT', 'NETWORK', 'GONE'] as const)(
    'VI-48: is incomplete, not unavailable, when its model died of %s',
    async (code) => {
      await renderBroken(code);
      expect(screen.getByText(INCOMPLETE)).toBeTruthy();
      expect(screen.queryByText(/available/)).toBeNull();
    },
  );

  it('BE-5: cut by a filter, is called incomplete in the visitor’s language, and offers no Continue', async () => {
    await renderBroken('UNPROCESSABLE_ENTITY');
    expect(screen.getByText(INCOMPLETE)).toBeTruthy();
    for (const name of ['Try again', 'Continue']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it.each([
    ['failed', 'It did not work', 'Something went wrong.', INCOMPLETE],
    ['TOO_MANY_REQUESTS', 'Too many requests', 'Something went wrong.', INCOMPLETE],
    ['GENERIC_ERROR', 'The server answered with something unreadable', 'Something went wrong.', INCOMPLETE],
    ['stock', 'It did not work', 'Something went wrong.', INCOMPLETE],
    ['stock', 'Sold out', 'Sold out', 'Sold out'],
    ['failed', 'Das geht nicht.', 'Das geht nicht.', 'Das geht nicht.'],
  ])('W-36: %s with "%s" is "%s", below half a reply "%s"', (code, message, whole, broken) => {
    const given = { code: code as ErrorCode, message };
    expect(describeFailure(given, ENGLISH_WORDS, 'en')).toBe(whole);
    expect(describeBroken(given, ENGLISH_WORDS, 'en')).toBe(broken);
  });

  it.each([
    ['in two hours', 2 * 3_600_000],
    ['in three days', 3 * 86_400_000],
  ])('FW-11: a limit says when it ends: %s', async (_, ms) => {
    const { widget, change } = await renderBroken('LIMITS_REACHED');
    const retryAt = Date.now() + ms;
    change(() => {
      widget.conversation.setState(({ failure: known }) => ({ failure: known && { ...known, retryAt } }));
    });
    const time = formatTime(retryAt, 'en');
    expect(time).toMatch(/\d:\d\d/);
    expect(screen.getByText(/^This chat/).textContent).toBe(`This chat is not available until ${time}`);
    change(() => {
      widget.conversation.setState(({ failure: known }) => ({
        failure: known && { ...known, retryAt: Date.now() - 1 },
      }));
    });
    expect(screen.getByText('This chat is not available right now')).toBeTruthy();
  });

  it('FW-11: and so does the message that was not sent, which can be tried again', async () => {
    const { widget, change } = renderWidget(<MessageList />);
    const retryAt = Date.now() + 3_600_000;
    change(() => {
      widget.addMessage('user', 'Tell me');
      widget.conversation.setState(({ messages }) => ({
        deliveries: {
          [messages[0]?.id ?? '']: { state: 'failed', code: 'LIMITS_REACHED', message: 'Limits reached', retryAt },
        },
      }));
    });
    await loadDetails();
    expect(screen.getAllByText(/available/).map((note) => note.textContent)).toEqual([
      `This chat is not available until ${formatTime(retryAt, 'en')}`,
    ]);
    expect(screen.queryByText(/Not sent/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('FW-1: stays while another try is waited for, and makes place for its first words', async () => {
    const { widget, change } = await renderBroken();
    change(() => {
      widget.think('again');
      widget.conversation.setState(({ reply }) => ({ reply: reply && { ...reply, replaces: 'message-0002' } }));
    });
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(screen.getByText('Once upon a')).toBeTruthy();
    expect(screen.getByText('This answer is incomplete.')).toBeTruthy();
    change(() => {
      widget.write('A new');
    });
    expect(screen.queryByText('Once upon a')).toBeNull();
    expect(screen.getByText('A new')).toBeTruthy();
  });

  it('FW-1: says only that it is incomplete when the conversation went on', async () => {
    const { widget, change } = await renderBroken();
    change(() => {
      widget.addMessage('user', 'And now?');
      widget.conversation.setState({ failure: undefined });
    });
    expect(screen.getByText('This answer is incomplete.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('FW-1 a failed reply, for those who listen', () => {
  it('FW-1: the rest of the text and what happened are said once, together', async () => {
    const { widget, change } = renderWidget(<ReplyAnnouncer />);
    change(() => {
      widget.think('reply-1');
    });
    change(() => {
      widget.write('Once upon a');
    });
    const region = screen.getByRole('status');
    change(() => {
      widget.conversation.setState((state) => ({
        reply: undefined,
        messages: [
          ...state.messages,
          { id: 'b1', originalMessageId: 'reply-1', type: 'bot', text: 'Once upon a', failure },
        ],
        failure: { answers: undefined, replaces: 'b1', ...failure, canRetry: true },
      }));
    });
    await waitFor(() => {
      expect(region.textContent).toBe(`Once upon a ${INCOMPLETE}`);
    });
  });

  it('FW-1: a failure that is read from storage is not said', () => {
    const { widget, change } = renderWidget(<ReplyAnnouncer />);
    change(() => {
      widget.conversation.setState({ failure: { answers: undefined, ...failure, canRetry: true } });
    });
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
