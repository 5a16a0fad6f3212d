import { isInlineLayout } from '@sotto/widget-core/layouts';
import { readAttributes } from '../attributes';
import { runQueueItem } from '../callQueue';
import { toBase } from '../look';
import { defaultLoad } from '../loadStrategy';
import { quiet } from '../methods';
import type { Panel, PanelHost, PanelModule, WidgetState } from '../panelHost';
import { hasTalkedBefore } from '../seen';
import type { Life, Shell } from '../shellTypes';
import type { Contact, QueueItem, SottoGlobal, WidgetConfig } from '../types';
import { checkLayout } from './checkLayout';
import { createElementMethods } from './elementMethods';
import { createExtras } from './extras';
import { createKeptValues, KEPT, setterName } from './keptValues';
import { createLauncherSign } from './launcherSign';
import { showLauncherState } from './launcherState';
import { LAUNCHER_STATE_STYLES } from './launcherStateStyles';
import { createListening } from './listening';
import { spell } from './spelling';
import { createThemeLayers } from './themeLayers';
import { hearForgetting, readOpen, rememberOpen } from './visit';
import { warn } from '../warn';
import { ENGLISH } from '../words/english';
import { readWords } from '../words/words';

/** The panel chunk; a function of its own, so that the build can cut here. */
const importPanel = (): Promise<PanelModule> => import('../panel/panel');

/** The doctor, for whoever asks for it in the page's address or by `debug`; a chunk of its own. */
const importDoctor = () => import('../doctor/doctor');

/**
 * Makes a shell a whole element: puts the public methods and properties onto it, and fetches the panel when the frame
 * is needed.
 */
// eslint-disable-next-line max-lines-per-function -- one panel that comes late is shared by everything below
export function startLife(shell: Shell): Life {
  const { element, environment } = shell;
  const state = createState(shell);
  const emit = createEmit(shell);
  // Destroyed while this chunk was on its way: nothing may stay behind.
  const signal = shell.signal ?? AbortSignal.abort();
  const settings: PanelHost['settings'] = () => ({ ...shell.owner, ...state.config });
  let panel: Promise<Panel> | undefined;
  let hasTurned = false;
  let hasStarted = false;

  const base = toBase(state.config.base ?? environment.base);
  const showSign = createLauncherSign(shell.launcher);
  const layerTheme = createThemeLayers(shell);
  const draw = (): void => {
    shell.root.classList.toggle('open', state.isOpen);
    showLauncherState(shell, state);
    showSign(settings().buttonIcon, base);
    layerTheme(shell);
    // The first paint puts every element beside the body, where nothing of the page moves it.
    if (isInlineLayout(state.layout) && element.parentNode === document.documentElement) document.body.append(element);
    nameTransition(shell, state);
    extras.tellUnread(state.unread);
  };
  const turn: PanelHost['setOpen'] = (isOpen, reason, focus = false) => {
    if (signal.aborted || state.isOpen === isOpen) return;
    hasTurned = true;
    state.isOpen = isOpen;
    draw();
    rememberOpen(state);
    (isOpen ? mount() : panel)?.then(
      (mounted) => {
        mounted.follow(reason, focus);
      },
      () => undefined,
    );
    emit(isOpen ? 'open' : 'close', { reason });
    emit('openchange', { open: isOpen, reason });
  };
  const speak: PanelHost['speak'] = async (language) => {
    const words = await readWords(language);
    if (signal.aborted || words === state.words) return;
    state.words = words;
    draw();
    extras.showNotices();
  };
  const wantsDoctor = !signal.aborted && (state.config.debug || /[?&]sotto_debug\b/.test(location.search));
  const doctor = wantsDoctor
    ? importDoctor().then(
        ({ startDoctor }) => startDoctor({ window, element, state, settings, base, signal, readAttributes, spell }),
        warn,
      )
    : undefined;
  function mount(): Promise<Panel> {
    const shadow = element.shadowRoot;
    if (signal.aborted || !shadow) return Promise.reject(new Error('This widget is not on the page'));
    panel ??= Promise.all([importPanel(), doctor, spoken]).then(
      ([module, looking]) =>
        module.createPanel({
          window,
          element,
          root: shell.root,
          shadow,
          state,
          settings,
          base,
          watch: looking?.watch,
          signal,
          emit,
          setOpen: turn,
          speak,
          draw,
          launcher: shell.launcher,
        }),
      (cause: unknown) => {
        panel = undefined;
        state.isOpen = false;
        draw();
        emit('error', { code: 'chunk_failed', message: 'A part of the script could not be loaded', cause });
        throw cause;
      },
    );
    return panel;
  }

  const extras = createExtras(shell, state, signal, turn);
  const listening = createListening(element);
  const kept = createKeptValues(state, async (name) => {
    if (name === 'notifications') {
      extras.showNotices();
      draw();
    }
    const mounted = await panel;
    // A frame that is starting was told who was there before: whoever is now is told it as soon as it hears.
    if (name === 'contact') await mounted?.ready().catch(() => undefined);
    await mounted?.send(name);
  });
  const own = {
    ...listening.methods,
    ...kept,
    ...createElementMethods(shell, { state, turn, mount, prefetch: importPanel, panel: () => panel }),
  };
  const methods = Object.fromEntries(Object.entries(own).map(([name, method]) => [name, quietly(method)]));
  expose(element, state, methods);
  addStyles(element);
  shell.onDraw = draw;
  draw();
  const spoken = speak(settings().language ?? '');
  followPage(shell, state, signal, turn);
  if (!signal.aborted) followContact(element, methods['setContact'] as (contact: Contact | null) => unknown, signal);

  const begin = (): Promise<unknown> => {
    if (isInlineLayout(state.layout)) turn(true, 'attribute');
    return mount();
  };
  return {
    ...methods,
    begin: async (onlyFor) => (isWorthFrame(onlyFor, state) ? begin() : undefined),
    press() {
      turn(!state.isOpen, 'launcher', true);
    },
    obey() {
      turn(!!readAttributes(element).open, 'attribute');
    },
    start() {
      // Called again when the owner's layout has come: what a visitor has closed meanwhile stays closed.
      if (!hasTurned) openByItself(state, turn);
      if (!hasStarted) extras.start();
      hasStarted = true;
      startLoading(state, element, signal, () => void quiet(begin()));
    },
    load: () => element.load(),
    runQueue(items: QueueItem[], sotto: SottoGlobal) {
      for (const item of items.splice(0)) runQueueItem(item, element, sotto);
    },
    end() {
      panel?.then(
        (mounted) => {
          mounted.destroy();
        },
        () => undefined,
      );
      panel = undefined;
      state.isOpen = state.isReady = false;
      shell.root.replaceChildren();
      emit('destroy', {});
      listening.end();
    },
  };
}

/**
 * A page's view transition carries the floating chat as one thing. Each name may occur once; inline, because the
 * element's own styles begin with `all: initial`.
 * An element with a name ends what a backdrop filter inside it can reach: the shade of an open popout could not blur
 * the page.
 */
function nameTransition({ element, environment: { instances } }: Shell, { layout, isOpen }: WidgetState): void {
  if (isInlineLayout(layout)) return;
  const index = [...instances.values()].indexOf(element);
  const name = index > 0 ? `sotto-chat-${String(index + 1)}` : 'sotto-chat';
  element.style.setProperty('view-transition-name', isOpen && layout === 'popout' ? 'none' : name, 'important');
}

/**
 * Open from the start: as the page says, as the tab left it, or in a layout that is the page; closed in this tab, that
 * one stays closed behind its launcher.
 */
function openByItself(state: WidgetState, turn: PanelHost['setOpen']): void {
  const {
    layout,
    config: { open, restoreOpen, load = defaultLoad(layout) },
  } = state;
  const wasOpen = readOpen(state);
  if (open ?? (layout === 'fullscreen' && /^(eager|visible)$/.test(load) && wasOpen !== false)) turn(true, 'attribute');
  else if (restoreOpen && wasOpen) turn(true, 'restore');
}

/** What the browser tells of the visitor's connection, where it does. */
interface Network {
  connection?: { saveData?: boolean; effectiveType?: string };
}

/**
 * Whether a visit may spend a frame before the visitor has pressed anything. Data that a person pays for is not spent
 * before they ask; a hint needs room.
 */
function isWorthFrame(
  onlyFor: 'intent' | 'seen' | 'peek' | undefined,
  { widgetId, layout, config }: WidgetState,
): boolean {
  const isIdle = (config.load ?? defaultLoad(layout)) === 'idle';
  const { saveData, effectiveType = '' } = (navigator as Network).connection ?? {};
  if (!onlyFor) return true;
  if (isIdle && (saveData || effectiveType.includes('2g'))) return false;
  if (onlyFor === 'seen') return hasTalkedBefore(window, widgetId, config);
  return onlyFor === 'intent' || (layout.startsWith('pop') && isIdle && innerWidth > 640);
}

/** Puts methods and properties onto the element; what the page can set before there is a frame, it can assign. */
function expose(element: Element, state: WidgetState, methods: Record<string, unknown>): void {
  Object.assign(element, methods);
  for (const name of Object.keys(state)) {
    const isKept = (KEPT as readonly string[]).includes(name);
    Object.defineProperty(element, name, {
      configurable: true,
      get: () => state[name as keyof WidgetState],
      ...(isKept && { set: methods[setterName(name)] as () => void }),
    });
  }
}

function createState(shell: Shell): WidgetState {
  const config = checkLayout(spell(shell.state.config));
  const { functions = {}, messages = [], meta = {}, contact = null } = config;
  return Object.assign(shell.state, {
    config,
    isReady: false,
    isMaximized: false,
    conversationId: null,
    status: 'idle' as const,
    functions,
    messages,
    meta,
    contact,
    notifications: {},
    words: ENGLISH,
  });
}

/** Events go to the element, a few to the page as well, and all to those who hear every widget. */
function createEmit({ element, environment: { listeners } }: Shell): PanelHost['emit'] {
  return (type, detail, cancelable = false) => {
    const goesOn = element.dispatchEvent(new CustomEvent(type, { detail, cancelable }));
    if (type === 'ready' || type === 'error')
      dispatchEvent(new CustomEvent(`sotto:${type}`, { detail: { ...detail, widget: element } }));
    for (const [heard, listener] of listeners) if (heard === type) listener({ ...detail, widget: element });
    return goesOn;
  };
}

/** Promises may be ignored: none becomes an unhandled rejection of the page. */
function quietly(method: (...values: never[]) => unknown) {
  return (...values: never[]): unknown => {
    const result = method(...values);
    return result instanceof Promise ? quiet(result) : result;
  };
}

function addStyles({ shadowRoot }: Element): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LAUNCHER_STATE_STYLES);
  // The first sheet is the shell's; an element that was here before has more.
  if (shadowRoot) shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets.slice(0, 1), sheet];
}

function followPage({ element }: Shell, state: WidgetState, signal: AbortSignal, turn: PanelHost['setOpen']): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => void element.update({}), { signal });
  hearForgetting(state, signal, () => void element.update({ consent: 'wait' }));
  document.addEventListener(
    'click',
    ({ target }) => {
      const { launcherSelector } = state.config;
      if (launcherSelector && target instanceof Element && target.closest(launcherSelector))
        turn(!state.isOpen, 'launcher', true);
    },
    { signal },
  );
}

/** A page that writes another contact into its markup has another visitor in front of it. */
function followContact(element: Element, setContact: (contact: Contact | null) => unknown, signal: AbortSignal): void {
  const observer = new MutationObserver(() => {
    setContact(spell({ contact: element.getAttribute('contact') } as WidgetConfig).contact ?? null);
  });
  observer.observe(element, { attributeFilter: ['contact'] });
  signal.addEventListener('abort', () => {
    observer.disconnect();
  });
}

/** What does not wait for intent: begins now, or when the element comes near the visible part of the page. */
function startLoading({ config, layout }: WidgetState, element: Element, signal: AbortSignal, begin: () => void): void {
  const { load = defaultLoad(layout), launcher } = config;
  if (load === 'visible' && isInlineLayout(layout)) watchView(element, signal, begin);
  // What floats is always in view.
  else if (load === 'eager' || load === 'visible' || launcher === 'frame') begin();
}

function watchView(element: Element, signal: AbortSignal, onNear: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      onNear();
    },
    { rootMargin: '200px' },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => {
    observer.disconnect();
  });
}
