import { isInlineLayout } from '@sotto/widget-core/internal/layouts';
import {
  systemClock,
  WidgetError,
  type FrameConnection,
  type HostPage,
  type Init,
} from '@sotto/widget-core/internal/protocol';
import type { Panel, PanelHost } from '../panelHost';
import { createFocusManager } from './focus';
import { createFrameElement, frameTitle } from './frameElement';
import { subscribeToFrame } from './frameEvents';
import { toFrameSettings } from './frameSettings';
import { createFrameSizing, type FrameSizing } from './frameSizing';
import { createFrameMonitor } from './frameMonitor';
import { describeFunctions } from './describeFunctions';
import { answerHellos } from './hostHandshake';
import { createStatusMessage } from './statusMessage';
import { onPageChange } from './pageChanges';
import { PANEL_STYLES } from './panelStyles';
import { beModal } from './modal';
import { isPhone, readMedia } from './phone';
import { rememberConversation } from './rememberConversation';
import { createSkeleton } from './skeleton';

/** Functions, sessions, navigation: fetched when the frame first asks for one. */
const importHostCalls = () => import('./hostCalls');
/** The page's own backend: fetched when the frame first asks it. */
const importHostTransport = () => import('./hostTransport');

/** How long an opened frame may be silent before it is taken for dead, in milliseconds. */
const UNRESPONSIVE_MS = 4000;
/** Between two questions to an open frame, in milliseconds. */
const CHECK_INTERVAL_MS = 10_000;

/** Phase 2 of a widget: makes the frame, ties it to the element, and follows the element's state. */
// One frame that can be replaced and one connection to it, shared by everything below: handing both around costs bytes
// of the budget.
// oxlint-disable-next-line max-lines-per-function -- see above
export function createPanel(host: PanelHost): Panel {
  const { window, state, root, shadow, signal } = host;
  const clock = systemClock;
  const panel = window.document.createElement('div');
  panel.className = 'panel';
  panel.id = 'panel';
  panel.setAttribute('part', 'panel');
  const shade = window.document.createElement('div');
  shade.className = 'shade';
  shade.addEventListener('click', () => {
    host.setOpen(false, 'launcher');
  });
  // The page stays in place behind the shade, and where the frame has not loaded: WebKit needs it beside the style.
  for (const place of [panel, shade])
    place.addEventListener(
      'wheel',
      (event) => {
        // With Ctrl it zooms.
        if (!event.ctrlKey && !isInlineLayout(state.layout)) event.preventDefault();
      },
      { passive: false },
    );
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(PANEL_STYLES);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];

  const { frame: ownFrame } = state.config;
  const skeleton = createSkeleton(host);
  let frame = ownFrame ?? createFrameElement(host);
  const { origin } = new URL(frame.src);
  if (!ownFrame) {
    panel.append(skeleton.element, frame);
    root.prepend(shade, panel);
  }

  let currentConnection: FrameConnection | undefined;
  let isOutdated = false;
  let hadConsent = state.config.consent !== 'wait';
  /** To a frame that is about to forget the visitor and start again. */
  let withdrawnFrom: FrameConnection | undefined;
  let connections = 0;
  const waiting: { resolve: (ready: FrameConnection) => void; reject: (error: WidgetError) => void }[] = [];
  const ready = (): Promise<FrameConnection> =>
    state.isReady && currentConnection
      ? Promise.resolve(currentConnection)
      : new Promise((resolve, reject) => {
          waiting.push({ resolve, reject });
        });
  let wantsFocus = false;
  const announce = createStatusMessage(host);
  const focus = createFocusManager(host);
  // The frame handles Escape inside it: the page receives no event.
  shadow.addEventListener(
    'keydown',
    (event) => {
      if ((event as KeyboardEvent).key === 'Escape' && state.isOpen && !isInlineLayout(state.layout))
        host.setOpen(false, 'escape');
    },
    { signal },
  );
  let sizing: FrameSizing | undefined;
  const isSmall = (): boolean => panel.classList.contains('small');
  function shrink(): void {
    if (isSmall() && !state.isOpen) focus.leave();
    panel.classList.remove('small');
    for (const size of ['--w', '--h', 'clip-path']) panel.style.removeProperty(size);
    arrange();
  }
  const monitor = createFrameMonitor(host, { panel, origin, clock, retry: replaceFrame });

  function replaceFrame(): void {
    const next = createFrameElement(host);
    // A page may have taken the old one away.
    if (frame.isConnected) frame.replaceWith(next);
    else panel.prepend(next);
    next.before(skeleton.element);
    frame = next;
    currentConnection?.close();
    currentConnection = undefined;
    monitor.watch();
  }
  let stopChecking = (): void => undefined;
  /**
   * A frame that has crashed or was navigated away receives nothing any more, and no browser reports it. A visitor who opens the chat gets
   * a new one, with the
   * present state; while it is open it is asked now and then, and a visitor who looks at a dead one is offered another
   * try.
   */
  function checkFrame(onUnresponsive = replaceFrame): void {
    stopChecking();
    if (!state.isReady || !state.isOpen || ownFrame) return;
    currentConnection?.request('getFunctions', {}, { timeoutMs: UNRESPONSIVE_MS }).then(
      () => {
        if (!signal.aborted)
          stopChecking = clock.setTimer(() => {
            checkFrame(() => {
              monitor.report('frame_timeout');
            });
          }, CHECK_INTERVAL_MS);
      },
      ({ code }: WidgetError) => {
        // A connection that has ended, by a new page in the frame or with the widget, rejects with `destroyed`.
        if (code !== 'timeout') return;
        state.isReady = false;
        onUnresponsive();
      },
    );
  }
  const readPage = (): HostPage => {
    const { href, origin: site, pathname } = window.location;
    return {
      url: state.config.pageContext === 'full' ? href : site + pathname,
      title: window.document.title,
      referrer: window.document.referrer,
    };
  };
  const sendMedia = (): void => {
    currentConnection?.note('media', readMedia(host, panel));
  };
  const isModal = (): boolean =>
    !ownFrame && (panel.classList.contains('phone') || state.layout === 'popout' || state.layout === 'fullscreen');

  answerHellos({
    window,
    origin,
    clock,
    signal,
    watch: host.watch,
    frame: () => frame,
    init: () => ({
      instance: state.config.id ?? host.element.widgetId,
      config: toFrameSettings(state.config),
      state: toFrameState(host),
      media: readMedia(host, panel),
      ...(state.config.pageContext && { page: readPage() }),
      capabilities: toCapabilities(state.config as unknown as Capable),
    }),
    onTrouble: monitor.report,
    onConnection(connection) {
      connections += 1;
      monitor.clear();
      // One that was ready begins anew. One that was not has only repeated its hello, and uses the first port it was
      // given.
      if (state.isReady || !currentConnection) {
        currentConnection?.close();
        currentConnection = connection;
        isOutdated = false;
      }
      state.isReady = false;
      subscribeToFrame(connection, host, {
        onReady() {
          if (currentConnection !== connection) currentConnection?.close();
          currentConnection = connection;
          if (isOutdated) void connection.request('configure', toFrameSettings(state.config)).catch(() => undefined);
          isOutdated = false;
          skeleton.hideSoon();
          checkFrame();
          for (const { resolve } of waiting.splice(0)) resolve(connection);
          if (Object.keys(state.notifications).length > 0)
            void connection.request('notify', { notifications: state.notifications }).catch(() => undefined);
          if (wantsFocus) {
            // Another page has come into the frame. In the first one somebody may be typing.
            if (connections > 1) focus.renew(frame);
            connection.note('focus', {});
          }
        },
        maximize(isMaximized) {
          state.isMaximized = isMaximized;
          panel.classList.toggle('max', isMaximized);
          sendMedia();
        },
        resize(size) {
          sizing ??= createFrameSizing(host, panel, arrange);
          sizing.follow(size);
        },
        isSmall,
        shrink,
        isWithdrawn: () => withdrawnFrom === connection,
      });
      connection.answer('callFunction', async (payload) => (await importHostCalls()).callFunction(host, payload));
      connection.answer('createSession', async (payload) => (await importHostCalls()).createSession(host, payload));
      connection.answer('callTransport', async (payload) =>
        (await importHostTransport()).callTransport(host, connection, payload),
      );
      connection.answer('navigate', async (payload) => (await importHostCalls()).navigate(host, payload));
    },
  });

  let release: (() => void) | undefined;
  function holdModal(isHeld: boolean): void {
    if (isHeld) release ??= beModal(host, panel);
    else {
      release?.();
      release = undefined;
    }
  }
  function arrange(): void {
    panel.classList.toggle('phone', !ownFrame && !isInlineLayout(state.layout) && isPhone(host));
    const { isOpen } = state;
    if (isOpen) {
      panel.classList.remove('small');
      panel.style.clipPath = '';
    }
    frame.inert = !isOpen && !ownFrame && !isSmall();
    holdModal(isOpen && isModal());
    panel.setAttribute('role', isModal() ? 'dialog' : 'group');
    if (!ownFrame) frame.title = frameTitle(host);
    panel.setAttribute('aria-label', frame.title);
    if (isModal()) panel.setAttribute('aria-modal', 'true');
    else panel.removeAttribute('aria-modal');
    sendMedia();
  }
  window.addEventListener('resize', arrange, { signal });
  onPageChange(host, () => {
    sendMedia();
    if (state.config.pageContext) currentConnection?.note('page', readPage());
  });
  signal.addEventListener('abort', () => {
    holdModal(false);
    stopChecking();
  });
  monitor.watch();
  arrange();

  return {
    follow(reason, focusWanted) {
      wantsFocus = state.isOpen && focusWanted;
      if (!state.isOpen) focus.leave();
      arrange();
      // Visitors who clicked nothing get a notice in their language, and are not navigated away.
      const announceOpening = (): void => {
        announce(state.isOpen && !focusWanted ? state.words.opened : '');
      };
      if (host.localized) void host.localized.then(announceOpening);
      else announceOpening();
      if (wantsFocus) focus.enter(frame);
      currentConnection?.note('setOpen', { open: state.isOpen, focus: wantsFocus, reason });
      checkFrame();
    },
    ready,
    async send(name) {
      // A frame that has not said hello finds it in its init; one that is starting was given its init before.
      if (!currentConnection) return;
      const connection = await ready();
      const request = name === 'notifications' ? 'notify' : `set${(name[0] as string).toUpperCase()}${name.slice(1)}`;
      await connection.request(
        request as 'notify',
        { [name]: name === 'functions' ? describeFunctions(state.functions) : state[name] } as {
          notifications: PanelHost['state']['notifications'];
        },
      );
    },
    async update(changed) {
      frame.style.colorScheme = state.scheme;
      arrange();
      const hasConsent = state.config.consent !== 'wait';
      if (hadConsent && !hasConsent) {
        withdrawnFrom = currentConnection;
        // A frame that starts without consent may know what the page itself has configured.
        const { messages = [], contact = null } = state.config;
        Object.assign(state, { messages, contact, conversationId: null, unread: 0 });
      }
      hadConsent = hasConsent;
      if (changed.consent === 'granted' && state.conversationId !== null)
        rememberConversation(window, state.widgetId, state.config);
      const settings = toFrameSettings(changed);
      // A frame that has not spoken gets the settings of now with its init; one that has started with the old ones gets
      // them when it is ready.
      if (Object.keys(settings).length === 0) return;
      if (currentConnection && state.isReady) await currentConnection.request('configure', settings);
      else isOutdated = true;
    },
    destroy() {
      for (const { reject } of waiting.splice(0)) reject(new WidgetError('destroyed'));
      panel.remove();
      shade.remove();
    },
  };
}

/** Settings, and a transport of any kind, of which only matters what it has. */
type Capable = Omit<PanelHost['state']['config'], 'transport'> & {
  readonly transport?: Readonly<Record<string, unknown>>;
};

/**
 * What this host does beyond the first release of the protocol: a layout that is the page can be closed, the frame
 * draws the launcher, reports the height of its content, requests sessions, waits for consent, calls the page's own backend.
 */
function toCapabilities({ frame, launcher, height, createSession, consent, transport }: Capable): string[] {
  return [
    !frame && 'close',
    launcher === 'frame' && 'launcher',
    height === 'auto' && 'content',
    createSession !== undefined && 'createSession',
    consent === 'wait' && 'consent',
    // One with a type names the server, which answers the frame without the page.
    transport && !transport['type'] && 'transport',
    ...'resume answer upload vote identify'.split(' ').map((name) => transport?.[name] && `transport.${name}`),
  ].filter((name) => typeof name === 'string');
}

/** What the host set, and how the widget stands: a frame that starts again finds it. */
function toFrameState({ state }: PanelHost): Init['state'] {
  const { isOpen: open, isMaximized: maximized, functions, meta, contact } = state;
  // Once there is a conversation the frame knows its messages better than the page does.
  const messages = state.conversationId === null && state.messages.length > 0 ? state.messages : undefined;
  return JSON.parse(
    JSON.stringify({ open, maximized, functions: describeFunctions(functions), messages, meta, contact }),
  ) as Init['state'];
}
