import type { FrameConnection } from '@sotto/widget-core/protocol';
import type { PanelHost } from '../panelHost';
import type { SizeWish } from './frameSizing';
import { rememberTalk } from './rememberTalk';

/** Messages that are told to the page as they are. */
const PASSED_ON = [
  ['onSend', 'send'], ['onReceive', 'receive'], ['onItem', 'item'], ['onRestartConversation', 'restart'], ['onVote', 'vote'], ['onError', 'error'],
] as const;

/** What the panel does about it. */
export interface PanelTies {
  readonly onReady: () => void;
  readonly maximize: (isMaximized: boolean) => void;
  readonly resize: (wish: SizeWish) => void;
  /** Whether the frame shows something small beside the launcher; what a visitor presses there is meant. */
  readonly isSmall: () => boolean;
  /** Drops what the frame has wished. */
  readonly shrink: () => void;
}

/** What the frame says → the element's state and events. */
export function hearFrame(talk: FrameConnection, host: PanelHost, panel: PanelTies): void {
  const { state, window, element } = host;
  const talked = (conversationId: string | null | undefined): void => {
    state.conversationId = conversationId ?? null;
    if (conversationId) rememberTalk(window, element.widgetId, state.config);
  };

  for (const [name, type] of PASSED_ON) talk.on(name, (detail) => { host.emit(type, detail as never); });
  talk.on('onReady', ({ protocol, build, conversationId }) => {
    talked(conversationId);
    state.isReady = true;
    panel.onReady();
    host.emit('ready', { protocol, build });
  });
  talk.on('resize', (detail) => {
    if (host.emit('resize', detail, true)) panel.resize(detail);
  });
  talk.on('reset', ({ open }) => {
    panel.maximize(false);
    panel.shrink();
    host.emit('reset', { open });
    host.setOpen(open, open ? 'frame' : 'escape');
  });
  talk.on('onFunctionsChange', ({ value }) => { host.emit('functionschange', { functions: value }); });
  talk.on('onLanguageChange', ({ value }) => { void host.speak(value); host.emit('languagechange', { language: value }); });
  talk.on('onMessagesChange', ({ value }) => { state.messages = value as never; host.emit('messageschange', { messages: value as never }); });
  talk.on('onMetaChange', ({ value }) => { state.meta = value; host.emit('metachange', { meta: value }); });
  talk.on('onContactChange', ({ value }) => { state.contact = value as never; host.emit('contactchange', { contact: value as never }); });
  talk.on('onOpenChange', ({ value }) => {
    const isMeant = panel.isSmall();
    host.setOpen(value, !value ? 'close-button' : isMeant ? 'peek' : 'frame', isMeant);
  });
  talk.on('onMaximizeChange', ({ value }) => { panel.maximize(value); host.emit('maximizechange', { maximized: value }); });
  talk.on('onSessionChange', ({ value }) => {
    talked(value?.conversationId);
    host.emit('sessionchange', { conversationId: value?.conversationId ?? null, expiresAt: value?.expiresAt ?? null });
  });
  talk.on('onStatusChange', ({ value }) => { state.status = value; host.emit('statuschange', { status: value }); });
  talk.on('onUnreadChange', ({ value }) => { state.unread = value; host.draw(); host.emit('unreadchange', { unread: value }); });
  talk.on('onTrack', (detail) => {
    host.emit('track', detail);
    const { dataLayer } = window as { dataLayer?: unknown };
    if (state.config.dataLayer && Array.isArray(dataLayer)) dataLayer.push(detail);
  });
}
