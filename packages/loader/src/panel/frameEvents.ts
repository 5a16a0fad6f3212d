import {
  frameEvents,
  type FrameConnection,
  type FrameEventName,
  type FrameToHost,
  type Payload,
} from '@sotto/widget-core/internal/protocol';
import type { PanelHost } from '../panelHost';
import type { SizeRequest } from './frameSizing';
import { rememberConversation } from './rememberConversation';

/** State that is updated from the frame's messages. */
const KEPT = ['messages', 'meta', 'contact', 'status', 'unread'];

/** What the panel does for some messages. */
export interface FrameHandlers {
  readonly onReady: () => void;
  readonly maximize: (isMaximized: boolean) => void;
  readonly resize: (size: SizeRequest) => void;
  /** Whether the frame shows a preview or its own launcher in the corner, where any press is intentional. */
  readonly isSmall: () => boolean;
  /** Drops the sizes that the frame has requested. */
  readonly shrink: () => void;
  /** Whether consent was withdrawn from this frame: then nothing it reports about the visitor is stored. */
  readonly isWithdrawn: () => boolean;
}

/**
 * Handles a message before the page receives it. Returns the event's detail if it differs from the message, or null
 * for no event.
 */
type Reactions = { readonly [Name in FrameEventName]?: (payload: Payload<FrameToHost, Name>) => object | null | void };

/** Turns the frame's messages into the element's state and events (`frameEvents` in the core). */
export function subscribeToFrame(connection: FrameConnection, host: PanelHost, panel: FrameHandlers): void {
  const { state, window, element } = host;
  const talked = (conversationId: string | null | undefined): void => {
    if (panel.isWithdrawn()) return;
    state.conversationId = conversationId ?? null;
    if (conversationId) rememberConversation(window, element.widgetId, state.config);
  };
  const reactions: Reactions = {
    onReady({ protocol, build, conversationId }) {
      talked(conversationId);
      state.isReady = true;
      panel.onReady();
      return { protocol, build };
    },
    resize(detail) {
      if (host.emit('resize', detail, true)) panel.resize(detail);
      return null;
    },
    reset({ open }) {
      panel.maximize(false);
      panel.shrink();
      host.emit('reset', { open });
      host.setOpen(open, open ? 'frame' : 'escape');
      return null;
    },
    onLanguageChange({ value }) {
      void host.setLanguage(value);
    },
    onOpenChange({ value }) {
      const isMeant = panel.isSmall();
      host.setOpen(value, !value ? 'close-button' : isMeant ? 'peek' : 'frame', isMeant);
      return null;
    },
    onMaximizeChange({ value }) {
      panel.maximize(value);
    },
    onSessionChange({ value }) {
      talked(value?.conversationId);
      return { conversationId: value?.conversationId ?? null, expiresAt: value?.expiresAt ?? null };
    },
    onUnreadChange() {
      host.draw();
    },
    onTrack(detail) {
      const { dataLayer } = window as { dataLayer?: unknown };
      if (state.config.dataLayer && Array.isArray(dataLayer)) dataLayer.push(detail);
    },
  };
  for (const name of Object.keys(frameEvents) as FrameEventName[]) {
    const { event, field } = frameEvents[name];
    connection.on(name, (payload) => {
      const { value } = payload as { value?: unknown };
      if (field && KEPT.includes(field) && !panel.isWithdrawn())
        state[field as 'meta'] = value as PanelHost['state']['meta'];
      const detail = (reactions[name] as ((payload: object) => object | null | void) | undefined)?.(payload);
      if (detail !== null) host.emit(event, detail ?? (field ? { [field]: value } : payload));
    });
  }
}
