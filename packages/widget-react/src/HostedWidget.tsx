import {
  browserEnvironment,
  createWidget,
  isWidgetError,
  WidgetError,
  loadIntegration,
  type Integration,
  type Widget,
  type WidgetConfig,
} from '@sotto/widget-core';
import type { Transport } from '@sotto/widget-core/transports';
import { useCallback, useEffect, useRef, useState } from 'react';
import type {
  HostedWidgetProps,
  PlatformWidgetProps,
  TransportWidgetProps,
  WidgetListeners,
} from './hostedWidgetProps';
import { lazyPart } from './hooks/lazyPart';
import { setOpen, takeOpenReason } from './hooks/useWidget';
import { useBeforePaint, useChange, type Created } from './hooks/useChange';
import { isSameValue, useSteady } from './hooks/useSteady';
import { WidgetProvider } from './WidgetProvider';
import { WidgetScreen } from './WidgetScreen';

const LostChat = lazyPart(() => import('./LostChat').then((part) => part.LostChat));

/** State of a chat whose settings could not be loaded: sending is not possible. */
const NOWHERE: Transport = {
  send: () => {
    throw new WidgetError('NETWORK');
  },
};

/** Values that are passed on to the widget when they change. */
interface AppliedProps {
  readonly config: WidgetConfig;
  readonly open: boolean | undefined;
}

/** Where the widget comes from: a server, or a transport. */
type From =
  | { readonly base: string; readonly integration: Integration }
  | { readonly id?: string; readonly transport: Transport };

/**
 * Renders the widget of a server or of a transport. Settings may be inline objects: changes are passed to the widget,
 * and the latest handlers are called.
 */
export function HostedWidget({
  base: ownBase,
  widget: ownId,
  transport: given,
  create: _create,
  open,
  components,
  parts,
  placement,
  host,
  onClose,
  onPeek,
  handle,
  ...rest
}: HostedWidgetProps | PlatformWidgetProps | TransportWidgetProps) {
  const { transport, server } =
    given && 'type' in given ? { transport: undefined, server: given } : { transport: given, server: undefined };
  const base = server?.base ?? ownBase;
  const widgetId = server?.integration?.integrationId ?? server?.widget ?? ownId;
  const { settings, listeners } = split(rest);
  const config = useSteady(settings);
  const steadyListeners = useSteady(listeners);
  const [created, setCreated] = useState<Created<Widget, AppliedProps> | null>(null);
  const [lost, setLost] = useState<{ readonly widget: Widget; readonly tries: number }>();
  const standIn = useRef<Widget>(undefined);
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => {
    setTries((count) => count + 1);
  }, []);
  const closeStandIn = useCallback(() => {
    standIn.current?.close();
    standIn.current = undefined;
  }, []);
  const hasTransport = transport !== undefined;
  const now = useRef({ config, steadyListeners, open, transport, server });
  useBeforePaint(() => {
    now.current = { config, steadyListeners, open, transport, server };
  });

  useEffect(() => {
    const ending = new AbortController();
    const environment = browserEnvironment(window);
    let made: Widget | undefined;
    const make = (from: From): void => {
      if (ending.signal.aborted) return;
      const applied = now.current;
      const readPage = (): string => window.location.origin + window.location.pathname;
      made = createWidget({ ...from, environment, readPage, config: applied.config });
      if (applied.open !== undefined) made.view.setOpen(applied.open);
      notifyListeners(made, () => now.current.steadyListeners);
      setCreated({ widget: made, applied });
      setLost(undefined);
      closeStandIn();
    };
    const { transport: first, server: named } = now.current;
    if (first)
      make({
        ...(widgetId !== undefined && { id: widgetId }),
        transport: forwardTransport(first, () => now.current.transport ?? first),
      });
    else if (base !== undefined && named?.integration) make({ base, integration: named.integration });
    else if (base !== undefined && widgetId !== undefined)
      loadIntegration(base, widgetId, environment, ending.signal).then(
        (integration) => {
          make({ base, integration });
          // A visitor who pressed the launcher in the meantime wants the chat open.
          if (tries > 0 && made && now.current.open === undefined) setOpen(made, true, 'launcher');
        },
        (error: unknown) => {
          if (ending.signal.aborted || !isWidgetError(error)) return;
          environment.warn(`The chat's settings could not be read from ${base}: ${error.message}`);
          standIn.current ??= createWidget({ transport: NOWHERE, environment, config: now.current.config });
          setLost({ widget: standIn.current, tries });
          now.current.steadyListeners.onError?.(error);
        },
      );
    return () => {
      ending.abort();
      setCreated(null);
      made?.close();
    };
  }, [base, widgetId, hasTransport, tries, closeStandIn]);
  useEffect(() => closeStandIn, [closeStandIn]);
  useChange(
    created,
    (first) => first.config,
    config,
    (widget, before) => {
      applyConfig(widget, config, before);
    },
  );
  useChange(
    created,
    (first) => first.open,
    open,
    (widget) => {
      if (open !== undefined) widget.view.setOpen(open);
    },
  );

  if (lost) return <LostChat widget={lost.widget} isTried={lost.tries > 0} onRetry={retry} />;
  return created ? (
    <WidgetProvider widget={created.widget}>
      <WidgetScreen
        components={components}
        parts={parts}
        placement={placement}
        host={host}
        onClose={onClose}
        onPeek={onPeek}
        handle={handle}
      />
    </WidgetProvider>
  ) : null;
}

function split(given: object): { readonly settings: WidgetConfig; readonly listeners: WidgetListeners } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const isListener = ([name]: readonly [string, unknown]): boolean => /^on[A-Z]/.test(name);
  return {
    settings: Object.fromEntries(entries.filter((entry) => !isListener(entry))),
    listeners: Object.fromEntries(entries.filter(isListener)),
  };
}

function applyConfig(widget: Widget, config: WidgetConfig, before: WidgetConfig): void {
  const names = Object.keys({ ...before, ...config }) as (keyof WidgetConfig)[];
  const changed = names.filter((name) => name !== 'functions' && !isSameValue(before[name], config[name], () => true));
  if (changed.length > 0) widget.config.update(Object.fromEntries(changed.map((name) => [name, config[name]])));
  const gone = Object.keys(before.functions ?? {}).filter((name) => !Object.hasOwn(config.functions ?? {}, name));
  widget.functions.set({
    ...Object.fromEntries(gone.map((name) => [name, null])),
    ...(config.functions as Parameters<Widget['functions']['set']>[0]),
  });
}

/** A transport that forwards to the latest one. Its optional methods are those of the first one. */
function forwardTransport(first: Transport, newest: () => Transport): Transport {
  /** The latest transport that has the method. */
  const able = <Name extends keyof Transport>(name: Name): Required<Pick<Transport, Name>> => {
    const now = newest();
    return (now[name] ? now : first) as Transport & Required<Pick<Transport, Name>>;
  };
  return {
    send: (request, options) => newest().send(request, options),
    ...(first.resume && { resume: (cursor, options) => able('resume').resume(cursor, options) }),
    ...(first.answer && { answer: (callId, result) => able('answer').answer(callId, result) }),
    ...(first.upload && { upload: (file, options) => able('upload').upload(file, options) }),
    ...(first.vote && { vote: (message, vote, reason) => able('vote').vote(message, vote, reason) }),
    ...(first.listThreads && { listThreads: (cursor, options) => able('listThreads').listThreads(cursor, options) }),
    ...(first.loadThread && { loadThread: (id, options) => able('loadThread').loadThread(id, options) }),
    ...(first.identify && { identify: (contact) => able('identify').identify(contact) }),
  };
}

/**
 * Forwards a widget's events to the listeners of the latest render, with the details of the hosted widget's events.
 * Stops when the widget is closed.
 */
function notifyListeners(widget: Widget, read: () => WidgetListeners): void {
  widget.on('send', (detail) => read().onSend?.(detail));
  widget.on('receive', (detail) => read().onReceive?.(detail));
  widget.on('item', (detail) => read().onItem?.(detail));
  widget.on('restart', (detail) => read().onRestart?.(detail));
  widget.on('openchange', ({ value }) => read().onOpenChange?.({ open: value, reason: takeOpenReason(widget) }));
  widget.on('maximizechange', ({ value }) => read().onMaximizeChange?.({ maximized: value }));
  widget.on('messageschange', ({ value }) => read().onMessagesChange?.({ messages: value }));
  widget.on('sessionchange', ({ value }) =>
    read().onSessionChange?.({ conversationId: value?.conversationId ?? null, expiresAt: value?.expiresAt ?? null }),
  );
  widget.on('statuschange', ({ value }) => read().onStatusChange?.({ status: value }));
  widget.on('unreadchange', ({ value }) => read().onUnreadChange?.({ unread: value }));
  widget.on('track', (detail) => read().onTrack?.(detail));
  widget.on('vote', (detail) => read().onVote?.(detail));
  widget.on('error', (error) => read().onError?.(error));
  read().onReady?.({ widget });
}
