import { act, fireEvent, screen } from '@testing-library/react';
import { WidgetError } from '@sotto/widget-core';
import { describe, expect, it, vi } from 'vitest';
import { renderWidget } from '../../testing/renderWidget';
import { MessageList } from '../list/MessageList';

const named = (name: string): HTMLElement => screen.getByRole('button', { name });
const press = async (name: string): Promise<void> => {
  await act(async () => {
    fireEvent.click(named(name));
    await import('./VoteReason');
  });
};

async function renderAnswer(features: object = {}) {
  const rendered = renderWidget(<MessageList />, { tools: true });
  Object.assign(rendered.widget.integration.features, features);
  rendered.change(() => {
    rendered.widget.addMessage('user', 'A question');
    rendered.widget.addMessage('bot', 'An answer');
  });
  await act(async () => {
    await import('../messageDetails');
  });
  await act(async () => {
    await import('./VoteButtons');
  });
  return rendered;
}
const box = (): HTMLTextAreaElement => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment (optional)' });
const form = (): HTMLElement | null => screen.queryByRole('form', { name: 'What was wrong?' });

describe('W-24 why an answer was bad', () => {
  it('may be said after a downvote: choices, a comment, or both; the choices are sent in English', async () => {
    const { widget, change } = await renderAnswer();
    change(() => {
      widget.view.setState(({ words }) => ({ words: { ...words, voteOffTopic: 'Nicht zum Thema' } }));
    });
    expect(form()).toBeNull();
    await press('Bad answer');
    expect(document.activeElement).toBe(named('Incorrect'));
    expect(named('Send')).toHaveProperty('disabled', true);
    for (const name of ['Nicht zum Thema', 'Incomplete', 'Incorrect', 'Incomplete']) fireEvent.click(named(name));
    expect(named('Incomplete').getAttribute('aria-pressed')).toBe('false');
    expect(named('Incorrect').getAttribute('aria-pressed')).toBe('true');
    fireEvent.change(box(), { target: { value: ' I asked for tea ' } });
    await press('Send');
    expect(widget.calls).toEqual(['vote message-0002 down Incorrect, Off topic: I asked for tea']);
    expect(form()).toBeNull();
    expect(screen.getByText('Sent').getAttribute('role')).toBe('status');
  });

  it('is kept when it could not be sent, and goes out with the next attempt', async () => {
    const { widget } = await renderAnswer();
    await press('Bad answer');
    const vote = vi.spyOn(widget.messages, 'vote').mockRejectedValueOnce(new WidgetError('NETWORK'));
    fireEvent.click(named('Unclear'));
    fireEvent.change(box(), { target: { value: 'Too long' } });
    await press('Send');
    expect(screen.getByText('Something went wrong.').getAttribute('role')).toBe('status');
    expect([box().value, named('Unclear').getAttribute('aria-pressed')]).toEqual(['Too long', 'true']);
    await press('Try again');
    expect(vote.mock.calls).toEqual([
      ['message-0002', 'down', 'Unclear: Too long'],
      ['message-0002', 'down', 'Unclear: Too long'],
    ]);
    expect(form()).toBeNull();
  });

  it('is closed by Escape, which does not close the chat, by its button, and by the other vote', async () => {
    const { widget, unmount } = await renderAnswer();
    const onKey = vi.fn();
    window.addEventListener('keydown', onKey);
    await press('Bad answer');
    fireEvent.keyDown(box(), { key: 'Escape', isComposing: true });
    expect(form()).not.toBeNull();
    onKey.mockClear();
    fireEvent.keyDown(named('Incorrect'), { key: 'Escape' });
    expect(form()).toBeNull();
    expect(onKey).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getAllByRole('article').at(-1));
    window.removeEventListener('keydown', onKey);
    expect(widget.calls).toEqual([]);
    unmount();
    const again = await renderAnswer();
    await press('Bad answer');
    await press('Close');
    expect(form()).toBeNull();
    again.unmount();
    const { widget: voted, change } = await renderAnswer();
    await press('Bad answer');
    expect(form()).not.toBeNull();
    change(() => {
      voted.conversation.setState({ votes: { 'message-0002': 'up' } });
    });
    expect(form()).toBeNull();
  });

  it('leaves the focus where somebody writes by the time the form is there', async () => {
    const { unmount } = await renderAnswer();
    const elsewhere = document.createElement('input');
    document.body.append(elsewhere);
    elsewhere.focus();
    await press('Bad answer');
    expect(form()).not.toBeNull();
    expect(document.activeElement).toBe(elsewhere);
    elsewhere.remove();
    unmount();
  });

  it('is not asked for where a transport takes no votes, nor for a vote of an earlier visit', async () => {
    const without = await renderAnswer({ vote: false });
    expect(screen.queryByRole('button', { name: 'Bad answer' })).toBeNull();
    without.unmount();
    const { widget, change } = await renderAnswer({ vote: true });
    change(() => {
      widget.conversation.setState({ votes: { 'message-0002': 'down' } });
    });
    expect(named('Bad answer').getAttribute('aria-pressed')).toBe('true');
    expect(form()).toBeNull();
  });
});
