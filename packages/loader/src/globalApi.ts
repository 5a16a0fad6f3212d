import { version } from '../package.json';
import { toLook, toWidgetId } from './look';
import { forwardMethods, quiet, type Callable } from './methods';
import { createShellClass, SHELL } from './shell';
import type { GlobalListener, Shell, ShellEnvironment } from './shellTypes';
import type { QueueItem, SottoChatElement, SottoGlobal, WidgetConfig } from './types';

/** An element of ours. */
type Made = SottoChatElement & Callable & Record<typeof SHELL, Shell>;

/** What the global has of its own. */
type Own = Pick<
  SottoGlobal,
  'version' | 'protocol' | 'instancePromise' | 'instances' | 'instance' | 'get' | 'create' | 'destroyAll' | 'push'
> & { on: (...heard: GlobalListener) => () => void };

/**
 * The global of an earlier script of ours on this page, if there is one. An element that happens to be named `sotto` is
 * none.
 */
export function readGlobal(): SottoGlobal | undefined {
  return (window as { sotto?: Partial<SottoGlobal> }).sotto?.instancePromise && (window.sotto as SottoGlobal);
}

/**
 * Defines `<sotto-chat>` and `window.sotto`.
 *
 * The array a page may have put there becomes this object, and a reference to the old array keeps working: its `push`
 * forwards.
 * The object's methods act on the first widget, as soon as there is one. Calls of the queue run in order, on a whole
 * element.
 * Another script's element of the same name is left alone: ours then is called `sotto-chat-2`.
 */
export function installGlobal(base: string, importLife: ShellEnvironment['importLife']): SottoGlobal {
  const instances: ShellEnvironment['instances'] = new Map();
  const listeners = new Set<GlobalListener>();
  const early = window.sotto as QueueItem[] | undefined;
  const waiting: QueueItem[] = [];
  let announce!: (widget: SottoChatElement) => void;
  const instancePromise = new Promise<SottoChatElement>((resolve) => {
    announce = resolve;
  });

  const Widget = createShellClass({ base, importLife, instances, listeners, announce });

  const find = (fits: (widget: SottoChatElement) => boolean): SottoChatElement | null =>
    [...instances.values()].find(fits) ?? null;
  /** Acts on the first widget of the page, as soon as there is one. */
  const withFirst = async (act: (widget: Made) => unknown): Promise<unknown> =>
    act((api.instance ?? (await instancePromise)) as Made);
  const push = (...items: QueueItem[]): number => {
    if (waiting.push(...items)) void quiet(withFirst((widget) => widget[SHELL].need('runQueue', waiting, sotto)));
    return waiting.length;
  };
  const api: Own = {
    // Every method of the first widget; our own of the same name count.
    ...forwardMethods((name, ...values) => withFirst((widget) => widget[name]?.(...values))),
    version,
    protocol: 2,
    instancePromise,
    instances,
    get instance() {
      return find((widget) => widget.isConnected);
    },
    get: (id: string) => instances.get(id) ?? find((widget) => widget.widgetId === id),
    create(config: WidgetConfig, target = config.target) {
      const look = toLook(config);
      const id = look.id ?? toWidgetId(look);
      const existing = instances.get(id);
      if (existing && !target) return existing;
      const widget = new Widget() as Made;
      widget[SHELL].redraw(config);
      // A second call before the body is there finds the first one's widget.
      if (!target) instances.set(id, widget);
      const append = (): void => {
        // No selector selects nothing.
        (
          ((target as Element | undefined)?.append ? (target as Element) : document.querySelector(target as string)) ??
          document.documentElement
        ).append(widget);
      };
      if (document.body as HTMLElement | null) append();
      else addEventListener('DOMContentLoaded', append);
      return widget;
    },
    destroyAll() {
      instances.forEach((widget) => {
        widget.destroy();
      });
      window.sotto = [];
    },
    push,
    on(...heard: GlobalListener) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
  // Frozen, so that no other script puts its own in between.
  const sotto = (window.sotto = Object.freeze(api) as SottoGlobal);
  customElements.define(`sotto-chat${customElements.get('sotto-chat') ? '-2' : ''}`, Widget);
  // An element that happens to be named `sotto` is no queue.
  if (Array.isArray(early)) {
    push(...early.splice(0));
    early.push = push;
  }
  dispatchEvent(new CustomEvent('sotto:init', { detail: sotto }));
  return sotto;
}
