import type { Life } from '../life';
import type { Panel, PanelHost, PanelModule, WidgetState } from '../panelHost';
import type { Shell } from '../shell';
import type { Functions, WidgetConfig } from '../types';
import { createFrameMethods } from './frameMethods';
import { createListening } from './listening';

/** The panel chunk; a function of its own, so that the build can cut here. */
const importPanel = (): Promise<PanelModule> => import('../panel/panel');

/** What a page can set before there is a frame: kept, and handed over when a frame starts. */
const KEPT = ['functions', 'messages', 'meta', 'contact', 'notifications'] as const;

/** Makes a shell a whole element: puts the public methods and properties onto it, and fetches the panel when the frame is needed. */
export function startLife(shell: Shell): Life {
  const { element, environment, root } = shell;
  const { window } = environment;
  const { config } = shell.state;
  const state: WidgetState = Object.assign(shell.state, {
    isMaximized: false, conversationId: null, status: 'idle' as const,
    functions: config.functions ?? {}, messages: config.messages ?? [], meta: config.meta ?? {}, contact: config.contact ?? null, notifications: {},
  });
  let panel: Promise<Panel> | undefined;
  const listening = createListening(element);

  const emit: PanelHost['emit'] = (type, detail, cancelable = false) => {
    const goesOn = element.dispatchEvent(new window.CustomEvent(type, { detail, cancelable }));
    if (type === 'ready' || type === 'error') window.dispatchEvent(new window.CustomEvent(`sotto:${type}`, { detail: { ...detail, widget: element } }));
    environment.onEvent(type, detail, element);
    return goesOn;
  };

  const setOpen: PanelHost['setOpen'] = (isOpen, reason, focus = false) => {
    if (!shell.signal() || state.isOpen === isOpen) return;
    state.isOpen = isOpen;
    shell.draw();
    (isOpen ? mount() : panel)?.then((mounted) => { mounted.follow(reason, focus); }, () => undefined);
    emit(isOpen ? 'open' : 'close', { reason } as never);
    emit('openchange', { open: isOpen, reason });
  };

  function mount(): Promise<Panel> {
    const signal = shell.signal();
    const shadow = element.shadowRoot;
    if (!signal || !shadow) return Promise.reject(new Error('This widget is not on the page'));
    panel ??= importPanel().then(
      (module) => module.createPanel({ window, element, root, shadow, state, base: state.config.base ?? environment.base, signal, emit, setOpen, draw: shell.draw, launcher: shell.launcher }),
      (cause: unknown) => {
        panel = undefined;
        state.isOpen = false;
        shell.draw();
        emit('error', { code: 'chunk_failed', message: 'A part of the script could not be loaded', cause });
        throw cause;
      },
    );
    return panel;
  }

  const open = async (isOpen: boolean, options: { focus?: boolean } = {}): Promise<void> => {
    setOpen(isOpen, 'api', options.focus);
    if (isOpen) await mount();
  };
  /** Keeps a value; a frame that is there gets it now, a later one with its init. */
  const keep = async (name: (typeof KEPT)[number], value: unknown): Promise<void> => {
    Object.assign(state, { [name]: value });
    await (await panel)?.send(name);
  };
  const talk = async () => (await mount()).ready();

  const methods: Record<string, (...values: never[]) => unknown> = {
    ...listening.methods,
    ...createFrameMethods(talk, open),
    load: () => mount().then(() => element),
    prefetch: importPanel,
    open: (options?: object) => open(true, options),
    close: () => open(false),
    setOpen: (isOpen: boolean) => open(isOpen),
    toggle: (isOpen = !state.isOpen) => open(isOpen),
    show() {
      root.hidden = false;
      if (state.config.load === 'manual') void mount();
    },
    hide() { root.hidden = true; },
    async update(changed: WidgetConfig) {
      for (const name of KEPT) if (name in changed) Object.assign(state, { [name]: changed[name as keyof WidgetConfig] });
      shell.configure({ ...state.config, ...changed });
      await (await panel)?.update(changed);
    },
    setColorScheme: (colorScheme: 'light' | 'dark' | 'auto') => element.update({ colorScheme }),
    getFunctions: () => ({ ...state.functions }),
    registerFunctions(functions: Functions) {
      void keep('functions', { ...state.functions, ...functions });
      return () => { element.unregisterFunctions(Object.keys(functions)); };
    },
    unregisterFunctions(names: string[]) {
      void keep('functions', Object.fromEntries(Object.entries(state.functions).filter(([name]) => !names.includes(name))));
    },
  };
  for (const name of KEPT) methods[setterName(name)] = (value: never) => keep(name, value);

  for (const [name, method] of Object.entries(methods)) {
    Object.assign(element, { [name](...values: never[]) {
      const result = method(...values);
      // Promises may be ignored: none becomes an unhandled rejection of the page.
      if (result instanceof Promise) result.catch(() => undefined);
      return result;
    } });
  }
  for (const name of Object.keys(state)) {
    const set = methods[setterName(name)];
    Object.defineProperty(element, name, { configurable: true, get: () => state[name as keyof WidgetState], ...((KEPT as readonly string[]).includes(name) && { set }) });
  }
  const signal = shell.signal() as AbortSignal;
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => void element.update({}), { signal });
  window.document.addEventListener('click', ({ target }) => {
    const { launcherSelector } = state.config;
    if (launcherSelector && target instanceof window.Element && target.closest(launcherSelector)) setOpen(!state.isOpen, 'launcher', true);
  }, { signal });

  return {
    setOpen,
    mount,
    end() {
      panel?.then((mounted) => { mounted.destroy(); }, () => undefined);
      panel = undefined;
      state.isOpen = state.isReady = false;
      emit('destroy', {});
      listening.end();
    },
  };
}

/** `meta` → `setMeta`. */
function setterName(name: string): string {
  return `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
