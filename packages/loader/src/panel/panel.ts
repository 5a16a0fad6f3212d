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

/** Functions, sessions, navigation: loaded with the frame's first request. */
const importHostCalls = () => import('./hostCalls');
/** The page's own backend: loaded with the frame's first request. */
const importHostTransport = () => import('./hostTransport');

/** How long an open frame may not respond before it counts as dead, in milliseconds. */
const UNRESPONSIVE_MS = 4000;
/** Interval of the checks of an open frame, in milliseconds. */
const CHECK_INTERVAL_MS = 10_000;

/** Phase 2 of a widget: creates the frame, connects it to the element, and follows the element's state. */
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
  // WebKit needs this in addition to the style, to keep the page from scrolling behind the backdrop and where the
  // frame has not loaded.
  for (const place of [panel, shade])
    place.addEventListener(
      'wheel',
      (event) => {
        // Ctrl and the wheel zoom.
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
  /** Notifies a frame that is about to forget the visitor and restart. */
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
  // The frame handles Escape inside it; the page receives no event.
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
    // The page may have removed the previous one.
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
   * A frame that has crashed or was navigated away receives no messages, and no browser reports it. A visitor who
   * opens the chat then gets a new frame with the current state. While it is open it is checked regularly, and a
   * visitor who looks at a dead frame is offered a retry.
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
        // A connection that has ended, because of a new page in the frame or with the widget, rejects with
        // `destroyed`.
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
      address: window.location.origin + window.location.pathname,
      capabilities: toCapabilities(state.config as unknown as Capable),
    }),
    onTrouble: monitor.report,
    onConnection(connection) {
      connections += 1;
      monitor.clear();
      // A frame that was ready is starting again. One that was not has repeated its hello and uses the first port it
      // received.
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
            // The frame has loaded another page. In its first page somebody may be typing.
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
      // Visitors who have clicked nothing get a notice in their language and are not navigated.
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
      // A frame that has not sent hello gets it in its init; one that is starting already got its init.
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
        // A frame that starts without consent may know what the page has configured.
        const { messages, contact } = state.config;
        Object.assign(state, { messages: messages ?? [], contact: contact ?? null, conversationId: null, unread: 0 });
      }
      hadConsent = hasConsent;
      if (changed.consent === 'granted' && state.conversationId !== null)
        rememberConversation(window, state.widgetId, state.config);
      const settings = toFrameSettings(changed);
      // A frame that has not sent hello gets the current settings in its init; one that started with the old ones
      // gets them when it is ready.
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

/** Settings, and a transport of any kind, of which only the supported methods matter. */
type Capable = Omit<PanelHost['state']['config'], 'transport'> & {
  readonly transport?: Readonly<Record<string, unknown>>;
};

/**
 * Capabilities of this host beyond the first release of the protocol: closing a layout that fills the page, a
 * launcher drawn by the frame, content height, sessions, consent, and the page's own backend.
 */
function toCapabilities({ frame, launcher, height, createSession, consent, transport }: Capable): string[] {
  return [
    !frame && 'close',
    launcher === 'frame' && 'launcher',
    height === 'auto' && 'content',
    createSession !== undefined && 'createSession',
    consent === 'wait' && 'consent',
    // A server named by `type` answers the frame without the page.
    transport && !transport['type'] && 'transport',
    ...'resume answer upload vote identify'.split(' ').map((name) => transport?.[name] && `transport.${name}`),
  ].filter((name) => typeof name === 'string');
}

/** Everything the host has set, and the widget's state; sent to a frame when it starts. */
function toFrameState({ state }: PanelHost): Init['state'] {
  const { isOpen: open, isMaximized: maximized, functions, meta, contact } = state;
  // Once there is a conversation, the frame's messages are newer than the page's.
  const messages = state.conversationId === null && state.messages.length > 0 ? state.messages : undefined;
  return JSON.parse(
    JSON.stringify({ open, maximized, functions: describeFunctions(functions), messages, meta, contact }),
  ) as Init['state'];
}
