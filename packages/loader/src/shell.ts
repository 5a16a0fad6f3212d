import { isInlineLayout } from '@sotto/widget-core/layouts';
import { readAttributes } from './attributes';
import { createLauncher, drawLauncher } from './launcher';
import { LAUNCHER_STYLES } from './launcherStyles';
import { armLoading } from './loadStrategy';
import { drawLook } from './look';
import { forwardMethods, quiet } from './methods';
import type { Life, Shell, ShellEnvironment } from './shellTypes';
import type { LayoutName, SottoChatElement } from './types';

/** What every object of JavaScript has. */
interface OldGetters {
  __defineGetter__(name: string, read: () => unknown): void;
}

/** Where an element keeps its shell; the same for every copy of this script on a page. */
export const SHELL: unique symbol = Symbol.for('sotto.shell');

/** The class of `<sotto-chat>`. Made by a function, so that importing this file on a server is safe. */
export function createShellClass(environment: ShellEnvironment): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = ['open'];
    readonly [SHELL] = createShell(this as HTMLElement as SottoChatElement & OldGetters, environment);
    connectedCallback(): void {
      this[SHELL].enter();
    }
    /** Moved elements are back a moment later: swapped bodies and sorted lists keep their chat. */
    disconnectedCallback(): void {
      queueMicrotask(() => {
        if (!this.isConnected) this[SHELL].destroy();
      });
    }
    /** With it a move keeps the frame, where the browser can. */
    connectedMoveCallback(): void {
      /* nothing to do */
    }
    attributeChangedCallback(): void {
      if (this[SHELL].signal) void this[SHELL].need('obey');
    }
  };
}

function createShell(element: SottoChatElement & OldGetters, environment: ShellEnvironment): Shell {
  const { instances } = environment;
  const root = document.createElement('div');
  const launcher = createLauncher(() => {
    void shell.need('press');
  });
  // Layout and scheme are set by the first drawing, before anybody can read them.
  const state: Shell['state'] = {
    config: {},
    isOpen: false,
    unread: 0,
    layout: '' as string as LayoutName,
    scheme: '' as string as 'light',
    widgetId: '',
  };
  let ending: AbortController | undefined;
  let life: Promise<Life> | undefined;

  const shell: Shell = {
    element,
    environment,
    root,
    state,
    launcher,
    redraw(config) {
      state.config = config;
      const look = drawLook(shell);
      drawLauncher(launcher, look);
      // Put there again it would lose the focus.
      if (isInlineLayout(state.layout) || look.hidebutton || look.launcher === 'none' || look.launcher === 'frame')
        launcher.remove();
      else if (!launcher.isConnected) root.append(launcher);
      shell.onDraw?.();
      return look;
    },
    need(name, ...values) {
      life ??= environment.importLife().then(
        (module) => module.startLife(shell),
        (cause: object) => {
          life = undefined;
          // Element and page hear of it.
          const told = { detail: Object.assign(cause, { code: 'chunk_failed', widget: element }) };
          element.dispatchEvent(new CustomEvent('error', told));
          dispatchEvent(new CustomEvent('sotto:error', told));
          throw cause;
        },
      );
      return quiet(life.then((ready) => (ready[name] as (...values: unknown[]) => unknown)(...values)));
    },
    enter() {
      if (ending) return;
      ending = new AbortController();
      shell.signal = ending.signal;
      const look = shell.redraw({ ...readAttributes(element), ...state.config });
      armLoading(shell, look, ending.signal);
      instances.set(look.id ?? state.widgetId, element);
      environment.announce(element);
    },
    destroy() {
      ending?.abort();
      ending = shell.signal = shell.onDraw = undefined;
      element.remove();
      for (const [id, one] of instances) if (one === element) instances.delete(id);
      if (life) void shell.need('end');
      life = undefined;
    },
  };

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LAUNCHER_STYLES);
  const shadow = element.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(root);
  // What can be read at once; the rest of the element adds the setters.
  // The old way to define a getter is in every browser, and shorter.
  for (const name in state) element.__defineGetter__(name, () => state[name as 'config']);
  Object.assign(element, forwardMethods(shell.need as (name: string, ...values: unknown[]) => Promise<unknown>), {
    ready: new Promise((resolve) => {
      element.addEventListener('ready', () => {
        resolve(element);
      });
    }),
    destroy: shell.destroy,
  });
  return shell;
}
