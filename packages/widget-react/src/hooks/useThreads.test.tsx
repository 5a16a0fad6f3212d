import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browserEnvironment, createWidget, WidgetError, type Widget } from '@sotto/widget-core';
import { callback, type Transport } from '@sotto/widget-core/transports';
import { WidgetProvider } from '../WidgetProvider';
import { useConversation } from './useWidgetStore';
import { useThreads } from './useThreads';

function Page() {
  const { isAvailable, status, threads, hasMore, error, open, listMore, create } = useThreads();
  const texts = useConversation(({ messages }) => messages.map(({ text }) => text).join(', '));
  return (
    <>
      <output>{[isAvailable ? status : 'none', error?.code, hasMore && 'more'].filter(Boolean).join(' ')}</output>
      <p>{texts}</p>
      {threads.map(({ id, title }) => (
        <button key={id} onClick={() => void open(id).catch(() => undefined)}>
          {title}
        </button>
      ))}
      <button onClick={listMore}>More</button>
      <button onClick={() => void create()}>New</button>
    </>
  );
}

const threadOf = (id: string) => ({ id, title: `About ${id}`, createdAt: 1, updatedAt: 2 });

describe('FI-9 useThreads', () => {
  let widget: Widget | undefined;
  beforeEach(() => {
    localStorage.clear();
  });
  afterEach(() => {
    widget?.close();
  });
  const show = (more: Omit<Transport, 'send'>) => {
    widget = createWidget({ transport: callback(() => 'Yes', more), environment: browserEnvironment(window) });
    return render(
      <WidgetProvider widget={widget}>
        <Page />
      </WidgetProvider>,
    );
  };

  it('lists conversations, some more of them, opens one, and begins a new one', async () => {
    const { findByText, getByText, queryByText } = show({
      listThreads: async (cursor) =>
        cursor === undefined ? { threads: [threadOf('thread_a')], cursor: 'b' } : { threads: [threadOf('thread_b')] },
      loadThread: async (id) => [{ id: `${id}_1`, type: 'user', text: `Words of ${id}`, createdAt: 1 }],
    });
    await findByText('ready more');
    fireEvent.click(getByText('More'));
    fireEvent.click(await findByText('About thread_b'));
    await findByText('Words of thread_b');
    expect(getByText('ready')).toBeTruthy();
    fireEvent.click(getByText('New'));
    await waitFor(() => {
      expect(queryByText('Words of thread_b')).toBeNull();
    });
  });

  it('says what failed, and lists again', async () => {
    let isBroken = true;
    const { findByText, getByText } = show({
      listThreads: async () => {
        if (isBroken) throw new WidgetError('NETWORK');
        return { threads: [threadOf('thread_a')] };
      },
      loadThread: async () => {
        throw new WidgetError('NOT_FOUND');
      },
    });
    await findByText('failed NETWORK');
    isBroken = false;
    await act(async () => (await widget?.threads())?.list());
    fireEvent.click(await findByText('About thread_a'));
    await findByText('ready NOT_FOUND');
    expect(getByText('About thread_a')).toBeTruthy();
  });

  it('has none with a transport that loads none', async () => {
    const { findByText } = show({});
    expect(await findByText('none')).toBeTruthy();
  });
});
