import { App } from '@modelcontextprotocol/ext-apps/app-with-deps';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '@sotto/widget-core';
import {
  APP_PROTOCOL,
  CALLS_MAX,
  createAppBridge,
  MESSAGES_MAX,
  RATE_WINDOW_MS,
  type AppBridge,
  type AppHost,
} from './appBridge';

const RESULT = { content: [{ type: 'text', text: 'Sun' }], structuredContent: { degrees: 31 } };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'ui/initialize',
  params: { protocolVersion: APP_PROTOCOL, appInfo: { name: 'a', version: '1' }, appCapabilities: {} },
};
const INITIALIZED = { jsonrpc: '2.0', method: 'ui/notifications/initialized' };

let now = 0;
let sent: JsonObject[] = [];
const callTool = vi.fn<AppHost['callTool']>();
const openLink = vi.fn<AppHost['openLink']>();
const seen = { onReady: vi.fn(), onHeight: vi.fn(), onDone: vi.fn(), onFlood: vi.fn() };

function open(more: Partial<AppHost> = {}): AppBridge {
  return createAppBridge({
    tool: { name: 'forecast', inputSchema: { type: 'object' } },
    input: { city: 'Paris' },
    result: RESULT,
    context: { theme: 'light', locale: 'en' },
    maxHeight: 640,
    post: (message) => sent.push(message),
    now: () => now,
    callTool,
    openLink,
    ...seen,
    ...more,
  });
}
function openReady(): AppBridge {
  const bridge = open();
  bridge.receive(INITIALIZE);
  bridge.receive(INITIALIZED);
  sent = [];
  return bridge;
}
const request = (method: string, params: JsonObject = {}, id = 7) => ({ jsonrpc: '2.0', id, method, params });
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  now = 0;
  sent = [];
  vi.clearAllMocks();
  callTool.mockResolvedValue(RESULT);
  openLink.mockResolvedValue(true);
});

describe('W-40 the bridge to an MCP App, with the official client on the other side', () => {
  async function connect() {
    const app = new App({ name: 'weather', version: '1.0.0' }, {}, { autoResize: false });
    const got = { inputs: [] as unknown[], results: [] as unknown[], contexts: [] as unknown[], teardowns: 0 };
    app.ontoolinput = (params) => got.inputs.push(params.arguments);
    app.ontoolresult = (params) => got.results.push(params);
    app.onhostcontextchanged = (params) => got.contexts.push(params);
    app.onteardown = async () => {
      got.teardowns += 1;
      return {};
    };
    const transport: Parameters<App['connect']>[0] = {
      start: async () => undefined,
      close: async () => undefined,
      send: async (message) => {
        bridge.receive(structuredClone(message));
      },
    };
    const bridge = open({
      post: (message) => void queueMicrotask(() => transport.onmessage?.(structuredClone(message) as never)),
    });
    await app.connect(transport);
    await settle();
    return { app, bridge, got };
  }

  it('introduces itself, and gives input and result', async () => {
    const { app, got } = await connect();
    expect(app.getHostVersion()).toMatchObject({ name: 'sotto' });
    expect(app.getHostCapabilities()).toEqual({ openLinks: {}, serverTools: {} });
    expect(app.getHostContext()).toMatchObject({ theme: 'light', locale: 'en', displayMode: 'inline' });
    expect([got.inputs, got.results]).toEqual([[{ city: 'Paris' }], [RESULT]]);
    expect(seen.onReady).toHaveBeenCalledTimes(1);
  });

  it('calls tools, opens links and changes its size', async () => {
    const { app } = await connect();
    expect(await app.callServerTool({ name: 'reload', arguments: { city: 'Rome' } })).toMatchObject(RESULT);
    expect(callTool).toHaveBeenCalledWith('reload', { city: 'Rome' });
    expect(await app.openLink({ url: 'https://example.com/' })).toEqual({});
    openLink.mockResolvedValueOnce(false);
    expect(await app.openLink({ url: 'https://example.com/' })).toMatchObject({ isError: true });
    expect(await app.requestDisplayMode({ mode: 'fullscreen' })).toEqual({ mode: 'inline' });
    await app.sendSizeChanged({ width: 300, height: 222.4 });
    await app.sendSizeChanged({ width: 300, height: 5_000 });
    expect(seen.onHeight.mock.calls).toEqual([[223], [640]]);
  });

  it('is told another theme and language, and finishes when it is asked to', async () => {
    const { app, bridge, got } = await connect();
    bridge.update({ theme: 'dark', locale: 'en' });
    bridge.update({ theme: 'dark', locale: 'de' });
    bridge.update({ theme: 'dark', locale: 'de' });
    await settle();
    expect(got.contexts).toEqual([{ theme: 'dark' }, { locale: 'de' }]);
    await app.requestTeardown();
    expect(seen.onDone).toHaveBeenCalledTimes(1);
    await bridge.tearDown();
    expect(got.teardowns).toBe(1);
  });

  it('reads why a tool could not be called, and that messages to the model are not supported', async () => {
    const { app } = await connect();
    callTool.mockRejectedValueOnce(new Error('The visitor declined. Nothing was done.'));
    await expect(app.callServerTool({ name: 'book' })).rejects.toThrow('declined');
    await expect(app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'Buy' }] })).rejects.toThrow();
  });
});

describe('A817 an MCP App that is hostile', () => {
  it('does nothing before it has introduced itself', async () => {
    const bridge = open();
    bridge.receive(request('tools/call', { name: 'reload' }));
    bridge.receive(request('ui/open-link', { url: 'https://example.com/' }));
    bridge.receive({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 10 } });
    bridge.receive({ jsonrpc: '2.0', method: 'ui/notifications/request-teardown' });
    bridge.receive(INITIALIZED);
    await settle();
    expect([callTool, openLink, seen.onHeight, seen.onDone, seen.onReady].map((each) => each.mock.calls)).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
    expect(JSON.stringify(sent)).not.toContain('Paris');
  });

  it('is closed when it floods, and not heard afterwards', () => {
    const bridge = openReady();
    now = RATE_WINDOW_MS + 1;
    for (let count = 0; count < MESSAGES_MAX; count += 1) bridge.receive(request('ping'));
    expect([sent.length, seen.onFlood.mock.calls.length]).toEqual([MESSAGES_MAX, 0]);
    for (let count = 0; count < 5; count += 1) bridge.receive({ nonsense: true });
    bridge.receive(request('tools/call', { name: 'reload' }));
    expect([sent.length, seen.onFlood.mock.calls.length, callTool.mock.calls.length]).toEqual([MESSAGES_MAX, 1, 0]);
  });

  it('may send as much again later', () => {
    const bridge = openReady();
    for (let round = 1; round < 4; round += 1) {
      now = round * (RATE_WINDOW_MS + 1);
      for (let count = 0; count < MESSAGES_MAX; count += 1) bridge.receive(request('ping'));
    }
    expect(seen.onFlood).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ['no object', 'ui/initialize'],
    ['a list', [request('ping')]],
    ['another protocol', { ...request('ping'), jsonrpc: '1.0' }],
    ['a method that is no text', { ...request('ping'), method: {} }],
    ['an id that is no name', { ...request('ping'), id: {} }],
    ['keys of prototypes', JSON.parse('{"jsonrpc":"2.0","id":7,"method":"ping","params":{"__proto__":{"a":1}}}')],
    ['a large message', request('ping', { text: 'a'.repeat(300_000) })],
    ['many values', request('ping', { list: Array.from({ length: 20_000 }, () => 0) })],
    [
      'a cycle',
      (() => {
        const cycle: Record<string, unknown> = request('ping');
        cycle['params'] = cycle;
        return cycle;
      })(),
    ],
  ])('gets no answer to %s', (_, message) => {
    const bridge = openReady();
    bridge.receive(message);
    expect(sent).toEqual([]);
  });

  it.each([{}, { name: 5 }, { name: 'reload', arguments: 'all' }, { name: 'reload', arguments: [] }])(
    'calls no tool with %j',
    (params) => {
      const bridge = openReady();
      bridge.receive(request('tools/call', params));
      expect([callTool.mock.calls, sent]).toMatchObject([[], [{ error: { code: -32_602 } }]]);
    },
  );

  it('waits for at most four tools at once', () => {
    const bridge = openReady();
    callTool.mockReturnValue(new Promise(() => undefined));
    for (let id = 0; id <= CALLS_MAX; id += 1) bridge.receive(request('tools/call', { name: 'reload' }, id));
    expect([callTool.mock.calls.length, sent]).toMatchObject([CALLS_MAX, [{ id: CALLS_MAX, error: {} }]]);
  });

  it('asks to open one link at a time', () => {
    const bridge = openReady();
    openLink.mockReturnValue(new Promise(() => undefined));
    for (const id of [1, 2]) bridge.receive(request('ui/open-link', { url: 'https://example.com/' }, id));
    expect([openLink.mock.calls.length, sent]).toMatchObject([1, [{ id: 2, result: { isError: true } }]]);
  });

  it.each(['resources/read', 'sampling/createMessage', 'ui/message', 'ui/update-model-context', 'constructor'])(
    'is refused %s',
    (method) => {
      const bridge = openReady();
      bridge.receive(request(method));
      expect(sent).toMatchObject([{ error: { code: -32_601 } }]);
    },
  );
});
