import {
  createConnection,
  createPortEndpoint,
  frameToHost,
  hostToFrame,
  systemClock,
  type HostConnection,
  type Init,
} from '@sotto/widget-core/internal/protocol';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Panel, PanelHost, WidgetState } from '../panelHost';
import type { SottoChatElement, WidgetConfig } from '../types';
import { ENGLISH } from '../words/english';
import { createPanel } from './panel';

export const BASE = 'https://chat.test/integrations/widget/';
export const ORIGIN = 'https://chat.test';

export let ending: AbortController;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  ending = new AbortController();
});
afterEach(() => {
  vi.useRealTimers();
  ending.abort();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** A panel on a page, and the frame inside it as the test plays it. */
export function setUp(config: WidgetConfig = {}, changes: Partial<WidgetState> = {}) {
  const element = Object.assign(document.createElement('div'), { widgetId: 'demo' }) as unknown as SottoChatElement;
  const shadow = element.attachShadow({ mode: 'open' });
  const root = document.createElement('div');
  shadow.append(root);
  document.body.append(element);
  const state: WidgetState = {
    config: { widget: 'demo', ...config },
    widgetId: 'demo',
    layout: 'popover',
    scheme: 'light',
    isOpen: false,
    isMaximized: false,
    isReady: false,
    unread: 0,
    conversationId: null,
    status: 'idle',
    functions: {},
    messages: [],
    meta: {},
    contact: null,
    notifications: {},
    words: ENGLISH,
    ...changes,
  };
  const events: [string, unknown][] = [];
  const opened: unknown[][] = [];
  const host = {
    window,
    element,
    root,
    shadow,
    state,
    settings: () => state.config,
    base: BASE,
    signal: ending.signal,
    launcher: document.createElement('button'),
    draw: () => undefined,
    speak: () => Promise.resolve(),
    emit: (type: string, detail: unknown) => {
      events.push([type, detail]);
      return true;
    },
    setOpen(isOpen: boolean, reason: never, isMeant = false) {
      opened.push([isOpen, reason, isMeant]);
      if (state.isOpen === isOpen) return;
      state.isOpen = isOpen;
      panel.follow(reason, isMeant);
    },
  } as unknown as PanelHost;
  const panel: Panel = createPanel(host);
  const frame = root.querySelector('iframe');
  if (!frame) throw new Error('no frame');
  return {
    element,
    root,
    shadow,
    state,
    events,
    opened,
    host,
    panel,
    frame,
    box: root.querySelector<HTMLElement>('.panel'),
  };
}

/** Shortest wait of a frame before it repeats its hello, in milliseconds. */
export const passHelloWait = (): void => {
  vi.setSystemTime(Date.now() + 250);
};

/** Sends hello as the frame would. @returns the frame’s connection, and the init that it received */
export function answer(frame: HTMLIFrameElement): { connection: HostConnection; init: Init } {
  let given: { init: Init; port: MessagePort } | undefined;
  const frameWindow = {
    postMessage: (init: Init, _origin: string, [port]: MessagePort[]) => {
      if (port) given = { init, port };
    },
  };
  Object.defineProperty(frame, 'contentWindow', { value: frameWindow, configurable: true });
  window.dispatchEvent(
    Object.assign(new Event('message'), {
      data: { ns: 'sotto', type: 'hello', min: 2, max: 2, build: 'test' },
      source: frameWindow,
      origin: ORIGIN,
      ports: [],
    }),
  );
  if (!given) throw new Error('the panel did not answer');
  const connection = createConnection({
    endpoint: createPortEndpoint(given.port),
    outgoing: frameToHost,
    incoming: hostToFrame,
    clock: systemClock,
  });
  connection.start();
  return { connection, init: given.init };
}
export const ready = { protocol: 2, build: 'test', conversationId: null };
