import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { createFakeWidget } from '../testing/fakeWidget';
import { Peek } from './Peek';

/** What reads the words of a text, answered when the test says so. */
const reading = vi.hoisted(() => new Map<string, () => void>());
vi.mock('../hooks/readPlainText', () => ({
  readPlainText: (text: string) =>
    new Promise<string>((resolve) => {
      reading.set(text, () => {
        resolve(`words of ${text}`);
      });
    }),
}));

it('FT-9, W-4: tells who listens the words of the hint that stands there, however late those of an earlier one are read', async () => {
  const widget = createFakeWidget();
  const [first, second] = [widget.addMessage('bot', 'first'), widget.addMessage('bot', 'second')];
  const show = (id: string | undefined) => {
    act(() => {
      widget.view.setState({ peekMessageId: id });
    });
  };
  const read = async (text: string) => {
    await act(async () => {
      reading.get(text)?.();
    });
  };
  show(first.id);
  renderWidget(<Peek onOpen={() => undefined} />, {}, {}, widget);
  show(second.id);
  await read('second');
  expect(screen.getByRole('status').textContent).toBe('words of second');
  await read('first');
  expect(screen.getByRole('status').textContent).toBe('words of second');
  expect([...reading.keys()].filter((text) => text !== '')).toEqual(['first', 'second']);
});
