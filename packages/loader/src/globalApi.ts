import { version } from '../package.json';
import { resolveAppearance, toWidgetId } from './appearance';
import { forwardMethods, ignoreErrors, type Callable } from './methods';
import { createElementClass, LAUNCHER_ELEMENT } from './launcherElement';
import type { GlobalListener, LauncherElement, ElementEnvironment } from './elementTypes';
import type { QueueItem, SottoChatElement, SottoGlobal, WidgetConfig } from './types';

/** An element of ours. */
export type WidgetElement = SottoChatElement & Callable & Record<typeof LAUNCHER_ELEMENT, LauncherElement>;

/** What the global has of its own. */
type OwnMembers = Pick<
  SottoGlobal,
  'version' | 'protocol' | 'instancePromise' | 'instances' | 'instance' | 'get' | 'create' | 'destroyAll' | 'push'
> & { on: (...subscription: GlobalListener) => () => void };

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
export function installGlobal(base: string, importElement: ElementEnvironment['importElement']): SottoGlobal {
  const instances: ElementEnvironment['instances'] = new Map();
  const listeners = new Set<GlobalListener>();
  const queued = window.sotto as QueueItem[] | undefined;
  const waiting: QueueItem[] = [];
  let announce!: (widget: SottoChatElement) => void;
  const instancePromise = new Promise<SottoChatElement>((resolve) => {
    announce = resolve;
  });

  const Widget = createElementClass({ base, importElement, instances, listeners, announce });

  const find = (fits: (widget: SottoChatElement) => boolean): SottoChatElement | null =>
    [...instances.values()].find(fits) ?? null;
  /** Acts on the first widget of the page, as soon as there is one. */
  const withFirst = async (act: (widget: WidgetElement) => unknown): Promise<unknown> =>
    act((api.instance ?? (await instancePromise)) as WidgetElement);
  const push = (...items: QueueItem[]): number => {
    if (waiting.push(...items))
      void ignoreErrors(withFirst((widget) => widget[LAUNCHER_ELEMENT].callController('runQueue', waiting, sotto)));
    return waiting.length;
  };
  const api: OwnMembers = {
    // Every method of the first widget; our own of the same name count.
    ...forwardMethods((name, ...values) => withFirst((widget) => widget[name]?.(...values))),
    version,
    instances,
    protocol: 2,
    instancePromise,
    get instance() {
      return find((widget) => widget.isConnected);
    },
    get: (id: string) => instances.get(id) ?? find((widget) => widget.widgetId === id),
    create(config: WidgetConfig, target = config.target) {
      const appearance = resolveAppearance(config);
      const id = appearance.id ?? toWidgetId(appearance);
      const existing = instances.get(id);
      if (existing && !target) return existing;
      const widget = new Widget() as WidgetElement;
      widget[LAUNCHER_ELEMENT].redraw(config);
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
      instances.forEach((widget) => widget.destroy());
      window.sotto = [];
    },
    push,
    on(...subscription: GlobalListener) {
      listeners.add(subscription);
      return () => listeners.delete(subscription);
    },
  };
  // Frozen, so that no other script puts its own in between.
  const sotto = (window.sotto = Object.freeze(api) as SottoGlobal);
  let name = 'sotto-chat';
  while (customElements.get(name)) name += '-2';
  customElements.define(name, Widget);
  // An element that happens to be named `sotto` is no queue.
  if (Array.isArray(queued)) {
    push(...queued.splice(0));
    queued.push = push;
  }
  dispatchEvent(new CustomEvent('sotto:init', { detail: sotto }));
  return sotto;
}
