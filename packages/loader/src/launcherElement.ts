import { isInlineLayout } from '@sotto/widget-core/internal/layouts';
import { readAttributes } from './attributes';
import { createLauncher } from './launcher';
import { LAUNCHER_STYLES } from './launcherStyles';
import { armLoading } from './loadStrategy';
import { applyAppearance } from './appearance';
import { forwardMethods, ignoreErrors } from './methods';
import type { ElementController, LauncherElement, ElementEnvironment } from './elementTypes';
import type { LayoutName, SottoChatElement, WidgetErrorDetail } from './types';

/** Available on every object. */
interface OldGetters {
  __defineGetter__(name: string, read: () => unknown): void;
}

/** Key of an element's internal state; shared by all copies of this script on a page. */
export const LAUNCHER_ELEMENT: unique symbol = Symbol.for('sotto.shell');

/** Creates the class of `<sotto-chat>`. A function, so that this file can be imported on a server. */
export function createElementClass(environment: ElementEnvironment): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = ['open'];
    readonly [LAUNCHER_ELEMENT] = createLauncherElement(
      this as HTMLElement as SottoChatElement & OldGetters,
      environment,
    );
    connectedCallback(): void {
      this[LAUNCHER_ELEMENT].enter();
    }
    // A moved element is connected again a moment later, for example when a list is sorted; then it is kept.
    disconnectedCallback(): void {
      queueMicrotask(() => this.isConnected || this[LAUNCHER_ELEMENT].destroy());
    }
    /** In browsers that support it, the frame survives a move. */
    connectedMoveCallback(): void {
      /* nothing to do */
    }
    attributeChangedCallback(): void {
      if (this[LAUNCHER_ELEMENT].signal) void this[LAUNCHER_ELEMENT].callController('applyAttributes');
    }
  };
}

function createLauncherElement(
  element: SottoChatElement & OldGetters,
  environment: ElementEnvironment,
): LauncherElement {
  const { instances } = environment;
  const root = document.createElement('div');
  const launcher = createLauncher(() => {
    void launcherElement.callController('press');
  });
  // Layout and scheme are set by the first drawing.
  const state: LauncherElement['state'] = {
    config: {},
    layout: '' as string as LayoutName,
    scheme: '' as string as 'light',
    widgetId: '',
    isOpen: false,
    unread: 0,
  };
  let ending: AbortController | undefined;
  let controller: Promise<ElementController> | undefined;

  const launcherElement: LauncherElement = {
    element,
    environment,
    root,
    state,
    launcher,
    redraw(config) {
      state.config = config;
      const appearance = applyAppearance(launcherElement);
      // The button is never replaced, because the owner's settings may arrive while it has the focus or is being pressed.
      launcher.setAttribute('aria-label', appearance.buttontitle ?? 'Open chat');
      launcher.setAttribute('aria-expanded', false as unknown as string);
      launcher.setAttribute('aria-haspopup', 'dialog');
      // Appending it again would remove the focus.
      if (isInlineLayout(state.layout) || appearance.hidebutton || /none|frame/.test(appearance.launcher as string))
        launcher.remove();
      else if (!launcher.isConnected) root.append(launcher);
      launcherElement.onDraw?.();
      return appearance;
    },
    callController(name, ...values) {
      controller ??= environment
        .importElement()
        .then((module) => module.createController(launcherElement))
        .catch((cause: Partial<WidgetErrorDetail> & { widget?: SottoChatElement }) => {
          controller = undefined;
          // For visitors and developers; the error names the file.
          // oxlint-disable-next-line no-console -- as in warn.ts, whose call would cost every page more bytes than it saves
          console.warn('[sotto]', (launcher.title = 'Chat cannot load'), cause);
          // Notify the element and the page.
          cause.widget = element;
          cause.code = 'chunk_failed';
          element.dispatchEvent(new CustomEvent('error', { detail: cause }));
          dispatchEvent(new CustomEvent('sotto:error', { detail: cause }));
          throw cause;
        });
      return ignoreErrors(controller.then((ready) => (ready[name] as (...values: unknown[]) => unknown)(...values)));
    },
    enter() {
      if (ending) return;
      ending = new AbortController();
      launcherElement.signal = ending.signal;
      const appearance = launcherElement.redraw({ ...readAttributes(element), ...state.config });
      armLoading(launcherElement, appearance);
      instances.set(appearance.id ?? state.widgetId, element);
      environment.announce(element);
    },
    destroy() {
      ending?.abort();
      ending = launcherElement.signal = launcherElement.onDraw = undefined;
      element.remove();
      instances.forEach((one, id) => one === element && instances.delete(id));
      if (controller) void launcherElement.callController('end');
      controller = undefined;
    },
  };

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LAUNCHER_STYLES);
  const shadow = element.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(root);
  // Getters for all fields; the rest of the element adds the setters. The legacy method is supported by every browser
  // and is shorter.
  for (const name in state) element.__defineGetter__(name, () => state[name as 'config']);
  Object.assign(
    element,
    forwardMethods(launcherElement.callController as (name: string, ...values: unknown[]) => Promise<unknown>),
    {
      ready: new Promise((resolve) => {
        element.addEventListener('ready', () => {
          resolve(element);
        });
      }),
      destroy: launcherElement.destroy,
    },
  );
  return launcherElement;
}
