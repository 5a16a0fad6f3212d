import { version } from '../package.json';
import { resolveAppearance, toWidgetId } from './appearance';
import { forwardMethods, ignoreErrors, type Callable } from './methods';
import { createElementClass, LAUNCHER_ELEMENT } from './launcherElement';
import type { GlobalListener, LauncherElement, ElementEnvironment } from './elementTypes';
import type { QueueItem, SottoChatElement, SottoGlobal, WidgetConfig } from './types';

/** A `<sotto-chat>` element. */
export type WidgetElement = SottoChatElement & Callable & Record<typeof LAUNCHER_ELEMENT, LauncherElement>;

/** Members of the global object that are not forwarded to a widget. */
type OwnMembers = Pick<
  SottoGlobal,
  'version' | 'protocol' | 'instancePromise' | 'instances' | 'instance' | 'get' | 'create' | 'destroyAll' | 'push'
> & { on: (...subscription: GlobalListener) => () => void };

/** The global of an earlier copy of this script, if there is one. An element whose id is `sotto` does not count. */
export function readGlobal(): SottoGlobal | undefined {
  return (window as { sotto?: Partial<SottoGlobal> }).sotto?.instancePromise && (window.sotto as SottoGlobal);
}

/**
 * Defines `<sotto-chat>` and `window.sotto`.
 *
 * An array in `window.sotto` is replaced by this object, and references to it keep working: its `push` forwards.
 * Methods of the object act on the first widget, as soon as there is one. Queued calls run in order, once the element
 * is complete. If another script has defined an element of the same name, ours is called `sotto-chat-2`.
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
  /** Calls `act` with the first widget, as soon as there is one. */
  const withFirst = async (act: (widget: WidgetElement) => unknown): Promise<unknown> =>
    act((api.instance ?? (await instancePromise)) as WidgetElement);
  const push = (...items: QueueItem[]): number => {
    if (waiting.push(...items))
      void ignoreErrors(withFirst((widget) => widget[LAUNCHER_ELEMENT].callController('runQueue', waiting, sotto)));
    return waiting.length;
  };
  const api: OwnMembers = {
    // Forwards every method to the first widget; members below override methods of the same name.
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
      let widget = (!target && instances.get(id)) as WidgetElement | false | undefined;
      if (!widget) {
        widget = new Widget() as WidgetElement;
        widget[LAUNCHER_ELEMENT].redraw(config);
        // A second call before the body exists finds this widget.
        if (!target) instances.set(id, widget);
      }
      const append = (): void => {
        // One that the page has just removed is added again. `querySelector(undefined)` matches nothing.
        if (!widget.isConnected)
          (
            ((target as Element | undefined)?.append
              ? (target as Element)
              : document.querySelector(target as string)) ?? document.documentElement
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
  // Frozen, so that no other script can replace its methods.
  const sotto = (window.sotto = Object.freeze(api) as SottoGlobal);
  let name = 'sotto-chat';
  while (customElements.get(name)) name += '-2';
  customElements.define(name, Widget);
  // An element whose id is `sotto` is not a queue.
  if (Array.isArray(queued)) {
    push(...queued.splice(0));
    queued.push = push;
  }
  dispatchEvent(new CustomEvent('sotto:init', { detail: sotto }));
  return sotto;
}
