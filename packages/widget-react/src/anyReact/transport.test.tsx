import { cleanup, configure, fireEvent, render, waitFor } from '@testing-library/react';
import { useState, version } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Transport } from '@sotto/widget-core/transports';
import { ChatWidget } from '../ChatWidget';

configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const answering = (answer: string, more: Omit<Transport, 'send'> = {}): Transport => ({
  ...more,
  async *send({ text }) {
    yield { type: 'text', text: `${answer} ${text}` };
  },
});
async function typeAndSend(box: HTMLElement, text: string): Promise<void> {
  fireEvent.change(box, { target: { value: text } });
  await waitFor(() => {
    fireEvent.keyDown(box, { key: 'Enter' });
    expect((box as HTMLTextAreaElement).value).toBe('');
  });
}

/** A page that makes its transport anew each time it is drawn. */
function Page({ more }: { readonly more?: Omit<Transport, 'send'> | undefined }) {
  const [count, setCount] = useState(1);
  return (
    <>
      <button
        onClick={() => {
          setCount(2);
        }}
      >
        Count
      </button>
      <ChatWidget transport={answering(`Answer ${String(count)} to`, more)} layout="stretch" tools attachments />
    </>
  );
}

describe(`a widget with a transport of the page in React ${version}`, () => {
  it('shows what the newest transport answers, and keeps its conversation when it is drawn again', async () => {
    const { findByRole, findAllByText, getAllByText, getByText } = render(<Page />);
    const box = await findByRole('textbox');
    await typeAndSend(box, 'Hello');
    await findAllByText('Answer 1 to Hello');
    fireEvent.click(getByText('Count'));
    await typeAndSend(box, 'again');
    await findAllByText('Answer 2 to again');
    expect(getAllByText('Answer 1 to Hello').length).toBeTruthy();
  });

  it('has buttons only for what the transport can do', async () => {
    const names = async (more?: Omit<Transport, 'send'>): Promise<string[]> => {
      const page = render(<Page more={more} />);
      await typeAndSend(await page.findByRole('textbox'), 'Hello');
      await page.findAllByText('Answer 1 to Hello');
      await page.findByRole('button', { name: 'Copy' });
      // Buttons are loaded when they are first needed.
      if (more) for (const name of ['Good answer', 'Attach a file']) await page.findByRole('button', { name });
      const found = page.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? '');
      cleanup();
      localStorage.clear();
      return found.filter((name) => ['Good answer', 'Bad answer', 'Attach a file'].includes(name)).sort();
    };
    const able = { vote: async () => undefined, upload: async () => ({ type: 'a/b', localName: 'a' }) };
    expect(await names(able)).toEqual(['Attach a file', 'Bad answer', 'Good answer']);
    expect(await names()).toEqual([]);
  });
});
