import { runQueueItem } from './callQueue';
import { isInline, toLayout } from './layout';
import { createShellClass, SHELL, type Shell, type ShellEnvironment } from './shell';
import type { QueueItem, SottoChatElement, SottoGlobal, WidgetConfig } from './types';

/** Version of the loader, for whoever debugs. */
const VERSION = '0.1.0';

/** The global of an earlier script of ours on this page, if there is one. An element that happens to be named `sotto` is none. */
export function readGlobal(window: Window): SottoGlobal | undefined {
  const present = window.sotto as unknown;
  return typeof present === 'object' && present && 'instancePromise' in present ? (present as SottoGlobal) : undefined;
}

/**
 * Defines `<sotto-chat>` and `window.sotto`.
 *
 * The array a page may have put there becomes this object, and a reference to the old array keeps working: its `push` forwards.
 * The object's methods act on the first widget, as soon as there is one. Calls of the queue run in order, on a whole element.
 * Another script's element of the same name is left alone: ours then is called `sotto-chat-2`.
 */
export function installGlobal(window: Window & typeof globalThis, base: string, importLife: ShellEnvironment['importLife']): SottoGlobal {
  const page = window.document;
  const instances = new Map<string, SottoChatElement>();
  const listeners = new Set<readonly [type: string, listener: (detail: never) => void]>();
  const early: unknown = window.sotto;
  const tag = window.customElements.get('sotto-chat') ? 'sotto-chat-2' : 'sotto-chat';
  let announce: (widget: SottoChatElement) => void;
  let first: Shell | undefined;
  let waiting: QueueItem[] = Array.isArray(early) ? (early.splice(0) as QueueItem[]) : [];

  const instancePromise = new Promise<SottoChatElement>((resolve) => { announce = resolve; });
  const runQueue = (): void => {
    if (!first || waiting.length === 0) return;
    const { element } = first;
    first.need().then(() => {
      const items = waiting;
      waiting = [];
      for (const item of items) runQueueItem(item, element, sotto);
    }, () => undefined);
  };
  const api = {
    version: VERSION,
    protocol: 2,
    instancePromise,
    instances,
    get instance() { return instances.values().next().value ?? null; },
    get: (id: string) => instances.get(id) ?? [...instances.values()].find((widget) => widget.widgetId === id) ?? null,
    create(config: WidgetConfig, target = config.target) {
      const id = config.id ?? config.widget ?? config.integrationId ?? config.type ?? '';
      const existing = instances.get(id);
      if (existing && !target) return existing;
      const widget = page.createElement(tag) as SottoChatElement & Record<typeof SHELL, Shell>;
      widget[SHELL].configure(config);
      // A second call before the body is there finds the first one's widget.
      if (!target) instances.set(id, widget);
      const append = (): void => {
        const place = typeof target === 'string' ? page.querySelector(target) : target;
        (place ?? (isInline(toLayout(config.layout, config.position)) ? page.body : page.documentElement)).append(widget);
      };
      if (page.body as HTMLElement | null) append();
      else page.addEventListener('DOMContentLoaded', append, { once: true });
      return widget;
    },
    destroyAll() {
      for (const widget of [...instances.values()]) widget.destroy();
      window.sotto = [];
    },
    push(...items: QueueItem[]) {
      waiting.push(...items);
      runQueue();
      return waiting.length;
    },
    on(...heard: readonly [type: string, listener: (detail: never) => void]) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
  // Every other name is a method of the first widget. Frozen, so that no other script puts its own in between.
  const sotto = new Proxy(Object.freeze(api), {
    get(own, name) {
      if (name in own || name === 'then' || typeof name === 'symbol') return own[name as keyof typeof own];
      return (...values: unknown[]) => Promise.resolve(api.instance ?? instancePromise).then((widget) => (widget as unknown as Record<string, (...values: unknown[]) => unknown>)[name]?.(...values));
    },
  }) as unknown as SottoGlobal;
  if (Array.isArray(early)) early.push = api.push;
  window.sotto = sotto;
  window.customElements.define(tag, createShellClass({
    window, base, importLife, instances,
    onConnect(shell) {
      if (!first?.signal()) first = shell;
      announce(shell.element);
      runQueue();
    },
    onEvent(type, detail, widget) {
      for (const [heard, listener] of listeners) if (heard === type) listener({ ...detail, widget } as never);
    },
  }));
  window.dispatchEvent(new window.CustomEvent('sotto:init', { detail: sotto }));
  return sotto;
}
