import { act, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '@sotto/widget-core';
import { renderWidget } from '../../testing/renderWidget';
import { createFakeWidget } from '../../testing/fakeWidget';
import { MESSAGES_MAX } from './appBridge';
import { AppPart, START_MS, TEARDOWN_MS } from './AppPart';

const PAGE = 'https://chat.example.com/integrations/widget/demo/app/digest';
const APP = {
  page: PAGE,
  tool: { name: 'forecast', inputSchema: {} },
  input: { city: 'Paris' },
  result: { content: [{ type: 'text', text: 'Sun in Paris' }] },
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function show(app: object = APP) {
  const widget = createFakeWidget({ theme: { name: 'default', config: {} }, colorScheme: 'auto' });
  widget.apps.push(Promise.resolve(app as typeof APP));
  const screen = renderWidget(<AppPart id="msg_1" title="The weather" />, {}, {}, widget);
  const frame = (await screen.findByTitle('The weather')) as HTMLIFrameElement;
  // Its effects have run: messages are heard.
  await act(async () => undefined);
  const sent: JsonObject[] = [];
  const inside = { postMessage: (message: JsonObject) => void sent.push(message) };
  vi.spyOn(frame, 'contentWindow', 'get').mockReturnValue(inside as unknown as Window);
  const hear = (data: unknown, source: unknown = inside): void => {
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data, source: source as Window }));
    });
  };
  const say = (message: JsonObject, source?: unknown): void => {
    hear({ type: 'sotto-app-message', message: { jsonrpc: '2.0', ...message } }, source);
  };
  const start = (): void => {
    say({ id: 1, method: 'ui/initialize', params: {} });
    say({ method: 'ui/notifications/initialized' });
  };
  return { ...screen, widget, frame, sent, hear, say, start };
}

describe('W-40 an MCP App in its tool’s row', () => {
  it('A814: stands in a frame without an origin, with a title for screen readers, and says that it loads', async () => {
    const { frame, start, getByRole, queryByRole } = await show();
    expect(frame.getAttribute('src')).toBe(`${PAGE}#The%20weather`);
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
    expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(frame.hasAttribute('tabindex')).toBe(false);
    expect(getByRole('status').textContent).toBe('Loading');
    start();
    expect(queryByRole('status')).toBeNull();
  });

  it('gets input and result when it is ready, and the height that it asks for', async () => {
    const { sent, start, say, frame } = await show();
    start();
    expect(sent.map(({ method }) => method)).toEqual([
      undefined,
      'ui/notifications/tool-input',
      'ui/notifications/tool-result',
    ]);
    say({ method: 'ui/notifications/size-changed', params: { height: 300 } });
    expect(frame.style.blockSize).toBe('300px');
    say({ method: 'ui/notifications/size-changed', params: { height: 99_999 } });
    expect(frame.style.blockSize).toBe('640px');
  });

  it('is told when the theme or the language changes', async () => {
    const { sent, start, widget, change } = await show();
    start();
    sent.length = 0;
    change(() => {
      widget.view.setState(({ media }) => ({ media: { ...media, scheme: 'dark' } }));
    });
    change(() => {
      widget.view.setState({ language: 'de' });
    });
    expect(sent).toMatchObject([{ params: { theme: 'dark' } }, { params: { locale: 'de' } }]);
  });

  it('A817: other windows are not heard, whatever they say', async () => {
    const { sent, say, hear, start, frame, widget } = await show();
    start();
    sent.length = 0;
    for (const source of [window, null, { postMessage: () => undefined }]) {
      say({ id: 2, method: 'tools/call', params: { name: 'reload' } }, source);
      hear({ type: 'sotto-app-left' }, source);
    }
    // The frame around the app passes messages on; the app's own are not heard by themselves.
    hear({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'reload' } });
    expect([sent, widget.calls.filter((call) => call.startsWith('tools/call'))]).toEqual([[], []]);
    expect(frame.isConnected).toBe(true);
  });

  it.each<[string, (app: Awaited<ReturnType<typeof show>>) => void]>([
    [
      'leaves its page',
      ({ hear }) => {
        hear({ type: 'sotto-app-left' });
      },
    ],
    [
      'floods',
      ({ say }) => {
        for (let count = 0; count <= MESSAGES_MAX; count += 1) say({ id: 9, method: 'ping' });
      },
    ],
  ])('A817: an app that %s is removed; the text of the tool stands there instead', async (_, misbehave) => {
    const app = await show();
    app.start();
    misbehave(app);
    await waitFor(() => {
      expect(app.frame.isConnected).toBe(false);
    });
    expect(app.getByText('The app could not be shown')).toBeTruthy();
    expect(app.getByText('Sun in Paris')).toBeTruthy();
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,hi',
    '/account',
    'mailto:a@example.com',
    ' javascript:alert(1)',
    'https://user:pw@example.com/',
  ])('A817: does not ask to open %s', async (url) => {
    const { sent, start, say, widget } = await show();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    start();
    sent.length = 0;
    say({ id: 4, method: 'ui/open-link', params: { url } });
    await waitFor(() => {
      expect(sent).toMatchObject([{ id: 4, result: { isError: true } }]);
    });
    expect([widget.calls.filter((call) => call.startsWith('ui/open-link')), open.mock.calls]).toEqual([[], []]);
  });

  it('opens an address after the visitor’s yes, in a tab that knows nothing of this one', async () => {
    const { sent, start, say, widget } = await show();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    start();
    const ask = vi.spyOn(widget.content, 'requestForApp').mockResolvedValueOnce(false);
    say({ id: 5, method: 'ui/open-link', params: { url: 'https://example.com/a' } });
    await waitFor(() => {
      expect(sent.at(-1)).toMatchObject({ id: 5, result: { isError: true } });
    });
    ask.mockResolvedValueOnce(true);
    say({ id: 6, method: 'ui/open-link', params: { url: 'https://example.com/a' } });
    await waitFor(() => {
      expect(sent.at(-1)).toMatchObject({ id: 6, result: {} });
    });
    expect(open.mock.calls).toEqual([['https://example.com/a', '_blank', 'noopener,noreferrer']]);
  });

  it('is the tool’s text when it does not start', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { frame, getByText } = await show();
    act(() => {
      vi.advanceTimersByTime(START_MS + 1);
    });
    expect([frame.isConnected, getByText('Sun in Paris') !== null]).toEqual([false, true]);
  });

  it('is a sentence where it cannot be fetched', async () => {
    const { findByText, queryByTitle } = renderWidget(<AppPart id="msg_2" title="The weather" />);
    expect(await findByText('The app could not be shown')).toBeTruthy();
    expect(queryByTitle('The weather')).toBeNull();
  });

  it('ends when it asks to, after it had time to finish', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { frame, sent, start, say } = await show();
    start();
    say({ method: 'ui/notifications/request-teardown' });
    expect(sent.at(-1)).toMatchObject({ method: 'ui/resource-teardown' });
    expect(frame.isConnected).toBe(true);
    act(() => {
      vi.advanceTimersByTime(TEARDOWN_MS + 1);
    });
    expect(frame.isConnected).toBe(false);
  });
});
