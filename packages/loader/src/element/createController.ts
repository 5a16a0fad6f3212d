import { isInlineLayout } from '@sotto/widget-core/internal/layouts';
import { readAttributes } from '../attributes';
import { runQueueItem } from '../callQueue';
import { toBase } from '../appearance';
import { defaultLoad } from '../loadStrategy';
import { ignoreErrors } from '../methods';
import { createPanel } from '../panel/panel';
import type { Panel, PanelHost, WidgetState } from '../panelHost';
import { hasTalkedBefore } from '../visits';
import type { ElementController, LauncherElement } from '../elementTypes';
import type { Contact, QueueItem, SottoChatElement, SottoGlobal, WidgetConfig } from '../types';
import { checkLayout } from './checkLayout';
import { createElementMethods } from './elementMethods';
import { createLazyFeatures } from './lazyFeatures';
import { createPersistedValues, keep, KEPT, setterName } from './persistedValues';
import { createLauncherIcon } from './launcherIcon';
import { showLauncherState } from './launcherState';
import { LAUNCHER_STATE_STYLES } from './launcherStateStyles';
import { createEventMethods } from './eventMethods';
import { normalizeNames } from './normalizeNames';
import { createThemeLayers } from './themeLayers';
import { followPageScheme } from './pageScheme';
import { onConsentRevoked, readOpen, saveOpen } from './visitSession';
import { warn } from '../warn';
import { ENGLISH } from '../words/english';
import { readWords } from '../words/words';

/** The doctor, a separate chunk, loaded if the page's address or the `debug` setting requests it. */
const importDoctor = () => import('../doctor/doctor');

/**
 * Completes a launcher element: adds the public methods and properties, and creates the panel when the frame is
 * needed.
 */
// oxlint-disable-next-line max-lines-per-function -- one panel that is made late is shared by everything below
export function createController(launcherElement: LauncherElement): ElementController {
  const { element, environment } = launcherElement;
  const state = createState(launcherElement);
  const emit = createEmit(launcherElement);
  // The widget was destroyed while this chunk was loading: leave nothing behind.
  const signal = launcherElement.signal ?? AbortSignal.abort();
  const settings: PanelHost['settings'] = () => ({ ...launcherElement.owner, ...state.config });
  let panel: Promise<Panel> | undefined;
  let hasTurned = false;
  let hasStarted = false;

  const base = new URL(toBase(state.config.base ?? environment.base), document.baseURI).href;
  const showIcon = createLauncherIcon(launcherElement.launcher);
  const layerTheme = createThemeLayers(launcherElement);
  const draw = (): void => {
    launcherElement.root.classList.toggle('open', state.isOpen);
    showLauncherState(launcherElement, state);
    showIcon(settings().buttonIcon, base);
    layerTheme(launcherElement);
    followLanguage();
    // The launcher is first placed beside the body, where nothing on the page moves it.
    if (isInlineLayout(state.layout) && element.parentNode === document.documentElement) document.body.append(element);
    nameTransition(launcherElement, state);
    extras.showUnread(state.unread);
  };
  const setOpen: PanelHost['setOpen'] = (isOpen, reason, focus = false) => {
    if (signal.aborted || state.isOpen === isOpen) return;
    hasTurned = true;
    state.isOpen = isOpen;
    draw();
    saveOpen(state);
    (isOpen ? mount() : panel)?.then((mounted) => {
      mounted.follow(reason, focus);
    }, warn);
    emit(isOpen ? 'open' : 'close', { reason });
    emit('openchange', { open: isOpen, reason });
  };
  let language: string | readonly string[] | undefined;
  let isLocalized: Promise<unknown> = Promise.resolve();
  /** Applies the language: the page's, the owner's, whose settings arrive later, or if neither has one the browser's. */
  const followLanguage = (): void => {
    const next = settings().language ?? (launcherElement.owner ? navigator.languages : '');
    if (next === language) return;
    language = next;
    isLocalized = setLanguage(next);
  };
  const setLanguage: PanelHost['setLanguage'] = async (language) => {
    const words = await readWords(language);
    if (signal.aborted || words === state.words) return;
    state.words = words;
    draw();
    extras.showNotices();
    void panel?.then(
      (mounted) => mounted.update({}),
      () => undefined,
    );
  };
  const wantsDoctor = !signal.aborted && (state.config.debug || /[?&]sotto_debug\b/.test(location.search));
  const doctor = wantsDoctor
    ? importDoctor().then(
        ({ startDoctor }) =>
          startDoctor({ window, element, state, settings, base, signal, readAttributes, normalizeNames }),
        warn,
      )
    : undefined;
  function mount(): Promise<Panel> {
    const shadow = element.shadowRoot;
    if (signal.aborted || !shadow) return Promise.reject(new Error('This widget is not on the page'));
    panel ??= Promise.resolve(doctor).then((doctorModule) =>
      createPanel({
        window,
        element,
        root: launcherElement.root,
        shadow,
        state,
        settings,
        base,
        watch: doctorModule?.watch,
        signal,
        emit,
        setOpen,
        setLanguage,
        localized: isLocalized,
        draw,
        launcher: launcherElement.launcher,
      }),
    );
    return panel;
  }

  const extras = createLazyFeatures(launcherElement, state, signal, setOpen);
  const listening = createEventMethods(element);
  const persisted = createPersistedValues(state, async (name) => {
    if (name === 'notifications') {
      extras.showNotices();
      draw();
    }
    await (await panel)?.send(name);
  });
  const own = {
    ...listening.methods,
    ...persisted,
    ...createElementMethods(launcherElement, { state, setOpen, mount, panel: () => panel }),
  };
  const methods = Object.fromEntries(Object.entries(own).map(([name, method]) => [name, withIgnoredErrors(method)]));
  expose(element, state, methods);
  addStyles(element);
  launcherElement.onDraw = draw;
  draw();
  followPageScheme(document, signal, (scheme) => {
    launcherElement.pageScheme = scheme;
    void element.update({});
  });
  followPage(launcherElement, state, signal, setOpen);
  if (!signal.aborted) followAttributes(element, methods['setContact'] as (contact: Contact | null) => unknown, signal);

  const begin = (): Promise<unknown> => {
    if (isInlineLayout(state.layout)) setOpen(true, 'attribute');
    return mount();
  };
  return {
    ...methods,
    begin: async (onlyFor) => (isWorthFrame(onlyFor, state) ? begin() : undefined),
    press() {
      setOpen(!state.isOpen, 'launcher', true);
    },
    applyAttributes() {
      setOpen(!!readAttributes(element).open, 'attribute');
    },
    start() {
      // Called again when the owner's layout has been loaded. A chat that the visitor has closed stays closed.
      if (!hasTurned) openByItself(state, setOpen);
      if (!hasStarted) extras.start();
      hasStarted = true;
      startLoading(state, element, signal, () => void ignoreErrors(begin()));
    },
    load: (config?: WidgetConfig) => element.load(config),
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
      launcherElement.root.replaceChildren();
      emit('destroy', {});
      listening.end();
    },
  };
}

/**
 * Makes a page's view transition treat the floating chat as one element. Each name may occur once. Set inline,
 * because the element's own styles start with `all: initial`. A named element limits backdrop filters inside it: the
 * backdrop of an open popout could not blur the page.
 */
function nameTransition(
  { element, environment: { instances } }: LauncherElement,
  { layout, isOpen }: WidgetState,
): void {
  if (isInlineLayout(layout)) return;
  const index = [...instances.values()].indexOf(element);
  const name = index > 0 ? `sotto-chat-${String(index + 1)}` : 'sotto-chat';
  element.style.setProperty('view-transition-name', isOpen && layout === 'popout' ? 'none' : name, 'important');
}

/**
 * Whether the chat starts open: set by the page, restored for this tab, or because of a layout that fills the page. A
 * chat of such a layout that was closed in this tab stays closed.
 */
function openByItself(state: WidgetState, setOpen: PanelHost['setOpen']): void {
  const {
    layout,
    config: { open, restoreOpen, load = defaultLoad(layout) },
  } = state;
  const wasOpen = readOpen(state);
  if (open ?? (layout === 'fullscreen' && /^(eager|visible)$/.test(load) && wasOpen !== false))
    setOpen(true, 'attribute');
  else if (restoreOpen && wasOpen) setOpen(true, 'restore');
}

/** The visitor's connection type, in browsers that report it. */
interface Network {
  connection?: { saveData?: boolean; effectiveType?: string };
}

/**
 * Whether to load the frame before the visitor has pressed anything: not if they save data, and for a preview only if
 * there is room for it.
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

/** Adds methods and properties to the element. Properties that can be set before the frame exists are writable. */
function expose(element: Element, state: WidgetState, methods: Record<string, unknown>): void {
  Object.assign(element, methods);
  for (const name of Object.keys(state)) {
    const isPersisted = (KEPT as readonly string[]).includes(name);
    Object.defineProperty(element, name, {
      configurable: true,
      get: () => state[name as keyof WidgetState],
      ...(isPersisted && { set: methods[setterName(name)] as () => void }),
    });
  }
}

function createState(launcherElement: LauncherElement): WidgetState {
  const config = checkLayout(normalizeNames(launcherElement.state.config));
  keep(launcherElement.state as WidgetState, config, KEPT);
  return Object.assign(launcherElement.state as WidgetState, {
    config,
    isReady: false,
    isMaximized: false,
    conversationId: null,
    status: 'idle' as const,
    // Not a setting: an attribute of that name is none of ours.
    notifications: {},
    words: ENGLISH,
  });
}

/** Dispatches events on the element, some of them on the window too, and calls the listeners for all widgets. */
function createEmit({ element, environment: { listeners } }: LauncherElement): PanelHost['emit'] {
  return (type, detail, cancelable = false) => {
    const isNotCancelled = element.dispatchEvent(new CustomEvent(type, { detail, cancelable }));
    if (type === 'ready' || type === 'error')
      dispatchEvent(new CustomEvent(`sotto:${type}`, { detail: { ...detail, widget: element } }));
    for (const [eventType, listener] of listeners) if (eventType === type) listener({ ...detail, widget: element });
    return isNotCancelled;
  };
}

/** Marks returned promises as handled, so that ignoring one causes no unhandled rejection. */
function withIgnoredErrors(method: (...values: never[]) => unknown) {
  return (...values: never[]): unknown => {
    const result = method(...values);
    return result instanceof Promise ? ignoreErrors(result) : result;
  };
}

function addStyles({ shadowRoot }: Element): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LAUNCHER_STATE_STYLES);
  // The first sheet is the launcher's. An element that existed before has more.
  if (shadowRoot) shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets.slice(0, 1), sheet];
}

function followPage(
  { element }: LauncherElement,
  state: WidgetState,
  signal: AbortSignal,
  setOpen: PanelHost['setOpen'],
): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => void element.update({}), { signal });
  onConsentRevoked(state, signal, () => void element.update({ consent: 'wait' }));
  document.addEventListener(
    'click',
    ({ target }) => {
      const { launcherSelector } = state.config;
      if (launcherSelector && target instanceof Element && target.closest(launcherSelector))
        setOpen(!state.isOpen, 'launcher', true);
    },
    { signal },
  );
}

/** Follows the element's attributes: another contact is another visitor, another language is applied. */
function followAttributes(
  element: SottoChatElement,
  setContact: (contact: Contact | null) => unknown,
  signal: AbortSignal,
): void {
  const observer = new MutationObserver((records) => {
    const names = new Set(records.map(({ attributeName }) => attributeName));
    if (names.has('contact'))
      setContact(normalizeNames({ contact: element.getAttribute('contact') } as WidgetConfig).contact ?? null);
    if (names.has('language')) void element.update({ language: element.getAttribute('language') ?? '' });
  });
  observer.observe(element, { attributeFilter: ['contact', 'language'] });
  signal.addEventListener('abort', () => {
    observer.disconnect();
  });
}

/** Starts without waiting for intent: now, or when the element comes near the viewport. */
function startLoading({ config, layout }: WidgetState, element: Element, signal: AbortSignal, begin: () => void): void {
  const { load = defaultLoad(layout), launcher } = config;
  if (load === 'visible' && isInlineLayout(layout)) watchView(element, signal, begin);
  // Floating layouts are always in view.
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
