import { readAttributes } from './attributes';
import { createLauncher, showLauncher } from './launcher';
import { LAUNCHER_STYLES } from './launcherStyles';
import { hasLauncher, isInline, toLayout } from './layout';
import { armLoading } from './loadStrategy';
import { hasTalkedBefore } from './seen';
import type { Life, LifeModule } from './life';
import type { CloseReason, OpenReason, SottoChatElement, WidgetConfig } from './types';

/** Methods that bring the rest of the element with them: until then they wait for it. All give promises, even those that later do not. */
const METHODS =
  'update setOpen toggle prefetch load show hide focus setMaximize sendMessage receiveMessage initiateMessage setInput restartConversation downloadConversation stop render publish getMessages setMessages setFunctions registerFunctions unregisterFunctions getMeta setMeta getContact setContact assignContact logout setMedia setLanguage setColorScheme setNotifications once on off open close'.split(' ');

/** What the shells of one script share. */
export interface ShellEnvironment {
  window: Window & typeof globalThis;
  /** Address of `…/integrations/widget/`, ending with a slash. */
  base: string;
  /** Fetches the rest of the element. */
  importLife: () => Promise<LifeModule>;
  /** All widgets of the page, by id. */
  instances: Map<string, SottoChatElement>;
  /** Called with each widget that has come onto the page. */
  onConnect: (shell: Shell) => void;
  /** Hears every event of every widget. */
  onEvent: (type: string, detail: object, widget: SottoChatElement) => void;
}

/** A widget as every page view has it: an element, its settings, a launcher. The rest comes with the first intent. */
export interface Shell {
  readonly element: SottoChatElement;
  readonly environment: ShellEnvironment;
  readonly root: HTMLElement;
  readonly state: { config: WidgetConfig; isOpen: boolean; isReady: boolean; unread: number; layout: ReturnType<typeof toLayout>; scheme: 'light' | 'dark'; widgetId: string };
  /** Ends with the widget; undefined while it is not on the page. */
  readonly signal: () => AbortSignal | undefined;
  readonly launcher: () => HTMLButtonElement | undefined;
  /** Draws state and look again. */
  draw(): void;
  /** Changes settings and draws the launcher again. */
  configure(config: WidgetConfig): void;
  connect(): void;
  destroy(): void;
  /** The rest of the element, fetched at the first call. */
  need(): Promise<Life>;
  setOpen(isOpen: boolean, reason: OpenReason | CloseReason, focus?: boolean): void;
}

/** Where an element keeps its shell; the same for every copy of this script on a page. */
export const SHELL: unique symbol = Symbol.for('sotto.shell') as never;

/** The class of `<sotto-chat>`. Made by a function, so that importing this file on a server is safe. */
export function createShellClass(environment: ShellEnvironment): CustomElementConstructor {
  return class extends environment.window.HTMLElement {
    static readonly observedAttributes = ['open'];
    readonly [SHELL] = createShell(this as unknown as SottoChatElement, environment);
    connectedCallback(): void { this[SHELL].connect(); }
    /** Moved elements are back a moment later: swapped bodies and sorted lists keep their chat. */
    disconnectedCallback(): void { queueMicrotask(() => { if (!this.isConnected) this[SHELL].destroy(); }); }
    /** With it a move keeps the frame, where the browser can. */
    connectedMoveCallback(): void { /* nothing to do */ }
    attributeChangedCallback(_name: string, _old: string | null, value: string | null): void {
      if (this[SHELL].signal()) this[SHELL].setOpen(value !== null && value !== 'false', 'attribute');
    }
  };
}

function createShell(element: SottoChatElement, environment: ShellEnvironment): Shell {
  const { window } = environment;
  const page = window.document;
  const root = page.createElement('div');
  const state: Shell['state'] = { config: {}, isOpen: false, isReady: false, unread: 0, layout: 'popover', scheme: 'light', widgetId: '' };
  let ending: AbortController | undefined;
  let life: Promise<Life> | undefined;
  let launcher: HTMLButtonElement | undefined;

  function draw(): void {
    const { config, isOpen } = state;
    const { position = 'bottom-right', zIndex = 2147483000, offset } = config;
    const theme = typeof config.theme === 'string' ? { name: config.theme } : config.theme;
    const wanted = `${config.colorScheme ?? ''} ${theme?.name ?? ''} ${window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : ''}`;
    state.widgetId = config.widget ?? config.integrationId ?? config.type ?? '';
    state.layout = toLayout(config.layout, position);
    state.scheme = /\b(light|dark)\b/.exec(wanted)?.[0] === 'dark' ? 'dark' : 'light';
    // Inline and important: no rule of the page can hide or move us, whatever it says about `*`.
    const box = `all:initial;display:block;position:fixed;top:0;left:0;width:0;height:0;z-index:${String(zIndex)};color-scheme:${state.scheme}`;
    if (!isInline(state.layout)) for (const rule of box.split(';')) element.style.setProperty(...(rule.split(':') as [string, string]), 'important');
    for (const [axis, length] of Object.entries(offset ?? {})) element.style.setProperty(`--${axis}`, `${String(length)}px`);
    for (const [field, value] of Object.entries(theme?.config ?? {})) element.style.setProperty(`--sotto-${field.replace(/[A-Z]/g, '-$&').toLowerCase()}`, String(value));
    root.className = `${state.layout} ${state.scheme} ${position.replace('-', ' ')}${isOpen ? ' open' : ''}`;
    if (launcher) showLauncher(launcher, config, isOpen);
  }

  const shell: Shell = {
    element, environment, root, state, draw,
    signal: () => ending?.signal,
    launcher: () => launcher,
    configure(config) {
      state.config = config;
      draw();
      if (!ending) return;
      launcher?.remove();
      launcher = undefined;
      if (!hasLauncher(state.layout) || config.hideButton || config.launcher) return;
      launcher = createLauncher(page, config, () => { shell.setOpen(!state.isOpen, 'launcher', true); });
      root.append(launcher);
      draw();
    },
    need() {
      life ??= environment.importLife().then(
        (module) => module.startLife(shell),
        (cause: unknown) => {
          life = undefined;
          const detail = { code: 'chunk_failed', message: 'A part of the script could not be loaded', cause };
          for (const [target, name] of [[element, 'error'], [window, 'sotto:error']] as const) target.dispatchEvent(new window.CustomEvent(name, { detail }));
          throw cause;
        },
      );
      return life;
    },
    setOpen(...open) {
      shell.need().then((ready) => { ready.setOpen(...open); }, () => undefined);
    },
    connect() {
      if (ending) return;
      ending = new window.AbortController();
      const { signal } = ending;
      const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
      const sheet = new window.CSSStyleSheet();
      sheet.replaceSync(LAUNCHER_STYLES);
      shadow.adoptedStyleSheets = [sheet];
      shadow.append(root);
      shell.configure({ ...readAttributes(element), ...state.config });
      const { config, layout, widgetId } = state;
      const load = (): void => {
        if (hasLauncher(layout)) shell.need().then((ready) => ready.mount()).catch(() => undefined);
        else shell.setOpen(true, 'attribute');
      };
      armLoading({
        window, signal, load,
        strategy: config.load ?? (hasLauncher(layout) ? 'idle' : 'visible'),
        target: element,
        isWanted: () => hasTalkedBefore(window, widgetId, config),
      });
      if (config.open) shell.setOpen(true, 'attribute');
      // Whoever opens the chat by a button of the page, or lets the frame draw the launcher, needs the rest now.
      if (config.launcherSelector ?? config.launcher) load();
      environment.instances.set(config.id ?? widgetId, element);
      environment.onConnect(shell);
    },
    destroy() {
      if (!ending) return;
      ending.abort();
      ending = launcher = undefined;
      root.replaceChildren();
      element.remove();
      for (const [id, one] of environment.instances) if (one === element) environment.instances.delete(id);
      life?.then((ready) => { ready.end(); }, () => undefined);
      life = undefined;
    },
  };

  // What can be read at once; the rest of the element adds the setters.
  for (const name of Object.keys(state)) Object.defineProperty(element, name, { configurable: true, get: () => state[name as 'config'] });
  for (const name of METHODS) {
    Object.assign(element, {
      [name]: (...values: unknown[]) => {
        const result = shell.need().then(() => (element as unknown as Record<string, (...values: unknown[]) => unknown>)[name]?.(...values));
        // Promises may be ignored: none becomes an unhandled rejection of the page.
        result.catch(() => undefined);
        return result;
      },
    });
  }
  const ready = new Promise((resolve) => { element.addEventListener('ready', () => { resolve(element); }, { once: true }); });
  Object.assign(element, { ready, destroy: shell.destroy });
  return shell;
}
