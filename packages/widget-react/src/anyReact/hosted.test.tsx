import { act, cleanup, configure, fireEvent, render, waitFor } from '@testing-library/react';
import { createRef, StrictMode, useState, version } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message, Widget } from '@sotto/widget-core';
import { platform } from '@sotto/widget-core/transports';
import { ChatWidget } from '../ChatWidget';
import type { ChatWidgetHandle } from '../layouts/Panel';
import { fakeProof } from '../../../widget-core/src/testing/fakeSubjects';
import { stubServer } from '../testing/stubServer';

const BASE = 'https://chat.example.com';

// What is loaded when first needed takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe(`a server's widget as a component in React ${version}`, () => {
  it('sends and shows the answer, with one session under the rehearsal of StrictMode', async () => {
    const server = stubServer();
    const received: Message[] = [];
    const chat = (
      <StrictMode>
        <ChatWidget
          base={`${BASE}/`}
          widget="demo"
          layout="stretch"
          onReceive={({ message }) => {
            received.push(message);
          }}
        />
      </StrictMode>
    );
    const { findByRole, findByText } = render(chat);
    const box = await findByRole('textbox');
    fireEvent.change(box, { target: { value: 'Hello there' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(await findByText('Hello there', { selector: '[data-by="user"] *' })).toBeTruthy();
    await waitFor(() => {
      expect(received).toHaveLength(1);
    });
    expect(server.conversations.size).toBe(1);
    expect(server.calls.filter((call) => call.includes('/session/'))).toHaveLength(1);
  });

  it('is the same when its transport names the server, written in place', async () => {
    const server = stubServer();
    const chat = (title: string) => (
      <ChatWidget
        transport={platform({ base: `${BASE}/integrations/widget/v2.js`, widget: 'demo' })}
        layout="stretch"
        barTitle={title}
      />
    );
    const { findByRole, findByText, rerender } = render(chat('Support'));
    const box = await findByRole('textbox');
    fireEvent.change(box, { target: { value: 'Hello there' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await findByText('Hello there', { selector: '[data-by="user"] *' });
    rerender(chat('Help'));
    // Whoever answers has the same name.
    await findByRole('heading', { name: 'Help' });
    await waitFor(() => {
      expect(server.conversations.size).toBe(1);
    });
    expect(server.calls.filter((call) => call.includes('/config'))).toHaveLength(1);
  });

  it('FS-1: a contact with another proof, or none any more, takes what was the person’s off the page', async () => {
    stubServer();
    const contact = { identity: fakeProof('carol') };
    const chat = (who: { readonly identity: string } | undefined) => (
      <ChatWidget base={BASE} widget="demo" layout="stretch" {...(who && { contact: who })} />
    );
    const { findByRole, findByText, container, rerender } = render(chat(contact));
    const box = await findByRole('textbox');
    // Who listens comes a moment later, and does not hear what was said before.
    await waitFor(() => {
      expect(container.querySelector('[aria-live]')).not.toBeNull();
    });
    fireEvent.change(box, { target: { value: 'My number is 1234' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await findByText('My number is 1234', { selector: '[data-by="bot"] *' });
    // What a screen reader was told stands on the page too.
    await waitFor(() => {
      expect(container.querySelector('[aria-live]')?.textContent).toBe('My number is 1234');
    });
    for (const next of [{ identity: fakeProof('dave') }, undefined]) {
      rerender(chat(next));
      await waitFor(() => {
        expect(container.textContent).not.toContain('1234');
      });
      rerender(chat(contact));
      await findByText('My number is 1234', { selector: '[data-by="bot"] *' });
    }
  });

  it('draws nothing on a server, and hydrates what came from there without a complaint', async () => {
    stubServer();
    const page = (
      <div>
        <ChatWidget base={BASE} widget="demo" layout="stretch" />
      </div>
    );
    const container = document.createElement('div');
    container.innerHTML = renderToString(page);
    expect(container.innerHTML).toBe('<div></div>');
    document.body.append(container);
    const complaints: unknown[] = [];
    const root = hydrateRoot(container, page, {
      onRecoverableError: (error) => {
        complaints.push(error);
      },
    });
    await waitFor(() => {
      expect(container.querySelector('textarea')).not.toBeNull();
    });
    expect(complaints).toEqual([]);
    act(() => {
      root.unmount();
    });
    container.remove();
  });

  it('follows its properties: settings, open, functions and the newest listener', async () => {
    stubServer();
    let made: Widget | undefined;
    const receivedEvents: string[] = [];
    const handle = createRef<ChatWidgetHandle>();
    const chat = (title: string, open: boolean) => (
      <ChatWidget
        base={BASE}
        widget="demo"
        barTitle={title}
        open={open}
        handle={handle}
        functions={{ getTitle: { description: 'The title', parameters: {}, handler: () => title } }}
        onReady={({ widget }) => {
          made = widget;
        }}
        onOpenChange={(detail) => {
          receivedEvents.push(`${title} ${String(detail.open)}`);
        }}
      />
    );
    const { rerender, findByRole, queryByRole } = render(chat('One', false));
    expect(await findByRole('button', { name: 'Open chat' })).toBeTruthy();
    const widget = made;
    rerender(chat('Two', true));
    expect(await findByRole('heading', { name: 'Two' })).toBeTruthy();
    await waitFor(() => {
      expect(receivedEvents).toEqual(['Two true']);
    });
    expect(made).toBe(widget);
    expect(
      (widget?.functions.get()['getTitle'] as { handler?: (args: unknown, context: unknown) => unknown }).handler?.(
        {},
        {},
      ),
    ).toBe('Two');
    act(() => {
      handle.current?.focus();
    });
    expect(document.activeElement).toBe(queryByRole('textbox'));
    rerender(chat('Two', false));
    await waitFor(() => {
      expect(queryByRole('textbox')).toBeNull();
    });
  });

  it('gives the reason why it opened or closed, as the element does', async () => {
    stubServer();
    const changes: unknown[] = [];
    let made: Widget | undefined;
    const chat = (open?: boolean) => (
      <ChatWidget
        base={BASE}
        widget="demo"
        open={open}
        onReady={({ widget }) => {
          made = widget;
        }}
        onOpenChange={(detail) => {
          changes.push(detail);
          if (changes.length === 7) made?.view.setOpen(false);
        }}
      />
    );
    const { rerender, findByRole, findAllByRole } = render(chat());
    fireEvent.click(await findByRole('button', { name: 'Open chat' }));
    fireEvent.keyDown(await findByRole('textbox'), { key: 'Escape' });
    fireEvent.click(await findByRole('button', { name: 'Open chat' }));
    // The launcher has the same name.
    const close = (await findAllByRole('button', { name: 'Close chat' })).at(-1);
    if (close) fireEvent.click(close);
    rerender(chat(true));
    await findByRole('textbox');
    act(() => {
      made?.view.setOpen(false);
    });
    fireEvent.click(await findByRole('button', { name: 'Open chat' }));
    expect(changes).toEqual([
      { open: true, reason: 'launcher' },
      { open: false, reason: 'escape' },
      { open: true, reason: 'launcher' },
      { open: false, reason: 'close-button' },
      { open: true, reason: 'api' },
      { open: false, reason: 'api' },
      { open: true, reason: 'launcher' },
      // The listener has closed it.
      { open: false, reason: 'api' },
    ]);
  });

  it('keeps a change of its properties that onReady makes: title, open, functions', async () => {
    stubServer();
    let made: Widget | undefined;
    function Page() {
      const [isReady, setReady] = useState(false);
      return (
        <ChatWidget
          base={BASE}
          widget="demo"
          barTitle={isReady ? 'Ready' : 'Waiting'}
          open={isReady}
          functions={isReady ? { ready: { description: 'Ready', parameters: {}, handler: () => true } } : {}}
          onReady={({ widget }) => {
            made = widget;
            setReady(true);
          }}
        />
      );
    }
    const { findByRole } = render(<Page />);
    expect(await findByRole('heading', { name: 'Ready' })).toBeTruthy();
    expect(Object.keys(made?.functions.get() ?? {})).toEqual(['ready']);
  });

  it('never shows the previous visitor when onReady changes the contact', async () => {
    stubServer();
    const chat = (who: string, onReady?: () => void) => (
      <ChatWidget
        base={BASE}
        widget="demo"
        layout="stretch"
        contact={{ identity: fakeProof(who) }}
        {...(onReady && { onReady })}
      />
    );
    const first = render(chat('carol'));
    const box = await first.findByRole('textbox');
    fireEvent.change(box, { target: { value: 'My number is 1234' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await first.findByText('My number is 1234', { selector: '[data-by="bot"] *' });
    first.unmount();
    function Page() {
      const [who, setWho] = useState('carol');
      return chat(who, () => {
        setWho('dave');
      });
    }
    const { container, findByRole, findByText } = render(<Page />);
    const daves = await findByRole('textbox');
    fireEvent.change(daves, { target: { value: 'I am Dave' } });
    fireEvent.keyDown(daves, { key: 'Enter' });
    await findByText('I am Dave', { selector: '[data-by="bot"] *' });
    expect(container.textContent).not.toContain('1234');
  });

  it.each([
    ['an error', () => Response.json({ message: 'Oh', code: 'INTERNAL_SERVER_ERROR' }, { status: 500 })],
    ['a page of HTML', () => new Response('<p>Hello</p>', { headers: { 'Content-Type': 'text/html' } })],
  ])(
    'BE-34: settings that are %s leave a launcher, which tries again and says that it was in vain',
    async (_, answer) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      vi.stubGlobal('fetch', () => Promise.resolve(answer()));
      const { findByRole, queryByText, findByText } = render(<ChatWidget base={BASE} widget="demo" />);
      const launcher = await findByRole('button', { name: 'Open chat' }, { timeout: 20_000 });
      expect(warn.mock.calls.filter(([text]) => String(text).includes('settings could not be read'))).toHaveLength(1);
      expect(queryByText('This chat is not available right now')).toBeNull();
      fireEvent.click(launcher);
      await findByText('This chat is not available right now', {}, { timeout: 20_000 });
      warn.mockRestore();
      stubServer();
      fireEvent.click(await findByRole('button', { name: 'Open chat' }));
      await findByRole('textbox', {}, { timeout: 20_000 });
    },
    60_000,
  );

  it('says why it cannot be shown', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ message: 'Not found', code: 'NOT_FOUND' }, { status: 404 })),
    );
    const codes: string[] = [];
    render(
      <ChatWidget
        base={BASE}
        widget="demo"
        onError={({ code }) => {
          codes.push(code);
        }}
      />,
    );
    await waitFor(() => {
      expect(codes).toEqual(['NOT_FOUND']);
    });
  });
});
