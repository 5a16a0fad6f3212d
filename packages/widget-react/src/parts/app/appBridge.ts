import type { Json, JsonObject } from '@sotto/widget-core';
import { isPlain } from './isPlain';

/** Supported version of the MCP Apps protocol (SEP-1865). */
export const APP_PROTOCOL = '2026-01-26';
/** Maximum number of messages in `RATE_WINDOW_MS`; an app that sends more is closed. */
export const MESSAGES_MAX = 200;
/** In milliseconds. */
export const RATE_WINDOW_MS = 5_000;
/** Maximum number of concurrent tool calls of an app. */
export const CALLS_MAX = 4;

/** Theme and language in the form sent to an app. */
export interface AppContext {
  readonly theme: 'light' | 'dark';
  readonly locale: string;
}

/** Operations an app may request, and its environment. */
export interface AppHost {
  readonly tool: JsonObject;
  readonly input: JsonObject;
  readonly result: Json;
  readonly context: AppContext;
  /** Maximum height, in pixels. */
  readonly maxHeight: number;
  readonly post: (message: JsonObject) => void;
  readonly now: () => number;
  readonly callTool: (name: string, input: JsonObject) => Promise<Json>;
  /** @returns whether the address was opened */
  readonly openLink: (address: string) => Promise<boolean>;
  /** The app has initialized and received its data. */
  readonly onReady: () => void;
  readonly onHeight: (height: number) => void;
  /** The app asks to be removed. */
  readonly onDone: () => void;
  /** The app has exceeded the message rate. */
  readonly onFlood: () => void;
}

/** The widget's side of the connection to an app. */
export interface AppBridge {
  /** Handles a message from the app's window, which may be anything. */
  receive(message: unknown): void;
  /** Sends a new theme or language to the app. */
  update(context: AppContext): void;
  /** Asks the app to finish. Resolves with its answer; the caller sets the time limit. */
  tearDown(): Promise<void>;
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params: JsonObject;
}

const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const FAILED = -32_000;

/**
 * JSON-RPC with an app, according to the MCP Apps specification. Apps are untrusted: messages that are not plain
 * data, too large, too frequent or not part of the protocol are dropped, and nothing is executed before the app has
 * initialized.
 */
export function createAppBridge(host: AppHost): AppBridge {
  const isFlood = createRate(host.now);
  let isIntroduced = false;
  let isReady = false;
  let isOver = false;
  let isAsking = false;
  let calls = 0;
  let context = host.context;
  let onTornDown: (() => void) | undefined;

  const notify = (method: string, params: JsonObject): void => {
    host.post({ jsonrpc: '2.0', method, params });
  };
  const answer = (id: string | number, result: Json): void => {
    if (!isOver) host.post({ jsonrpc: '2.0', id, result });
  };
  const refuse = (id: string | number, code: number, message: string): void => {
    if (!isOver) host.post({ jsonrpc: '2.0', id, error: { code, message } });
  };

  function initialize(id: string | number): void {
    isIntroduced = true;
    answer(id, {
      protocolVersion: APP_PROTOCOL,
      hostInfo: { name: 'sotto', version: '1.0.0' },
      hostCapabilities: { openLinks: {}, serverTools: {} },
      hostContext: {
        ...context,
        displayMode: 'inline',
        availableDisplayModes: ['inline'],
        containerDimensions: { maxHeight: host.maxHeight },
        platform: 'web',
        toolInfo: { tool: host.tool },
      },
    });
  }

  function callTool(id: string | number, { name, arguments: input = {} }: JsonObject): void {
    if (typeof name !== 'string' || !isObject(input))
      return refuse(id, INVALID_PARAMS, 'Expected a name and arguments');
    if (calls >= CALLS_MAX) return refuse(id, FAILED, 'Too many calls at once');
    calls += 1;
    host
      .callTool(name, input)
      .then(
        (result) => {
          answer(id, isObject(result) ? result : { content: [] });
        },
        (error: unknown) => {
          refuse(id, FAILED, error instanceof Error ? error.message : 'The tool could not be called');
        },
      )
      .finally(() => {
        calls -= 1;
      });
  }

  function openLink(id: string | number, { url }: JsonObject): void {
    // One confirmation at a time: a second could appear just as the visitor answers the first.
    if (typeof url !== 'string' || isAsking) return answer(id, { isError: true });
    isAsking = true;
    host
      .openLink(url)
      .catch(() => false)
      .then((isOpened) => {
        isAsking = false;
        answer(id, isOpened ? {} : { isError: true });
      })
      .catch(() => undefined);
  }

  function request(id: string | number, method: string, params: JsonObject): void {
    if (method === 'ping') return answer(id, {});
    if (method === 'ui/initialize') return initialize(id);
    if (!isIntroduced) return refuse(id, FAILED, 'Send ui/initialize first');
    if (method === 'tools/call') return callTool(id, params);
    if (method === 'ui/open-link') return openLink(id, params);
    if (method === 'ui/request-display-mode') return answer(id, { mode: 'inline' });
    refuse(id, METHOD_NOT_FOUND, `${method.slice(0, 100)} is not supported`);
  }

  function take(method: string, { height }: JsonObject): void {
    if (!isIntroduced) return;
    if (method === 'ui/notifications/initialized' && !isReady) {
      isReady = true;
      notify('ui/notifications/tool-input', { arguments: host.input });
      if (isObject(host.result)) notify('ui/notifications/tool-result', host.result);
      host.onReady();
    } else if (method === 'ui/notifications/size-changed') {
      if (typeof height === 'number' && height >= 0) host.onHeight(Math.min(Math.ceil(height), host.maxHeight));
    } else if (method === 'ui/notifications/request-teardown') host.onDone();
  }

  return {
    receive(data) {
      if (isOver) return;
      if (isFlood()) {
        isOver = true;
        return host.onFlood();
      }
      const message = readMessage(data);
      if (!message) return;
      const { id, method, params } = message;
      if (method === undefined) {
        if (id === TEARDOWN_ID) onTornDown?.();
      } else if (id === undefined) take(method, params);
      else request(id, method, params);
    },
    update(next) {
      const changed = Object.entries(next).filter(([name, value]) => context[name as keyof AppContext] !== value);
      context = next;
      if (isReady && !isOver && changed.length > 0)
        notify('ui/notifications/host-context-changed', Object.fromEntries<string>(changed));
    },
    async tearDown() {
      if (!isReady || isOver) return;
      const torn = new Promise<void>((resolve) => {
        onTornDown = resolve;
      });
      host.post({ jsonrpc: '2.0', id: TEARDOWN_ID, method: 'ui/resource-teardown', params: {} });
      await torn;
      isOver = true;
    },
  };
}

const TEARDOWN_ID = 'sotto-teardown';

/** Counts a message. @returns whether the limit is exceeded */
function createRate(now: () => number): () => boolean {
  let times: number[] = [];
  return () => {
    const at = now();
    times = [...times.filter((time) => at - time < RATE_WINDOW_MS), at];
    return times.length > MESSAGES_MAX;
  };
}

function readMessage(data: unknown): Message | undefined {
  if (!isPlain(data) || !isObject(data) || data['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params } = data;
  if (method !== undefined && typeof method !== 'string') return undefined;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return undefined;
  return {
    ...(id !== undefined && { id }),
    ...(method !== undefined && { method }),
    params: isObject(params) ? params : {},
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
