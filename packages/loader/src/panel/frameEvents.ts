import type { FrameConnection } from '@sotto/widget-core/protocol';
import type { PanelHost } from '../panelHost';
import { rememberTalk } from './rememberTalk';

/** Messages that are told to the page as they are. */
const PASSED_ON = [
  ['onSend', 'send'], ['onReceive', 'receive'], ['onItem', 'item'], ['onRestartConversation', 'restart'], ['onVote', 'vote'], ['onError', 'error'],
] as const;

/** What the frame says → the element's state and events. */
export function hearFrame(talk: FrameConnection, host: PanelHost, panel: { onReady: () => void; showUnread: () => void; maximize: (isMaximized: boolean) => void }): void {
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
    if (host.emit('resize', detail, true) && detail.reason === 'content' && state.config.height === 'auto') element.style.setProperty('height', `${String(Math.round(detail.height))}px`);
  });
  talk.on('reset', ({ open }) => {
    panel.maximize(false);
    host.emit('reset', { open });
    host.setOpen(open, open ? 'frame' : 'escape');
  });
  talk.on('onFunctionsChange', ({ value }) => { host.emit('functionschange', { functions: value }); });
  talk.on('onLanguageChange', ({ value }) => { host.emit('languagechange', { language: value }); });
  talk.on('onMessagesChange', ({ value }) => { state.messages = value as never; host.emit('messageschange', { messages: value as never }); });
  talk.on('onMetaChange', ({ value }) => { state.meta = value; host.emit('metachange', { meta: value }); });
  talk.on('onContactChange', ({ value }) => { state.contact = value as never; host.emit('contactchange', { contact: value as never }); });
  talk.on('onOpenChange', ({ value }) => { host.setOpen(value, value ? 'frame' : 'close-button'); });
  talk.on('onMaximizeChange', ({ value }) => { panel.maximize(value); host.emit('maximizechange', { maximized: value }); });
  talk.on('onSessionChange', ({ value }) => {
    talked(value?.conversationId);
    host.emit('sessionchange', { conversationId: value?.conversationId ?? null, expiresAt: value?.expiresAt ?? null });
  });
  talk.on('onStatusChange', ({ value }) => { state.status = value; host.emit('statuschange', { status: value }); });
  talk.on('onUnreadChange', ({ value }) => { state.unread = value; host.draw(); panel.showUnread(); host.emit('unreadchange', { unread: value }); });
  talk.on('onTrack', (detail) => {
    host.emit('track', detail);
    const { dataLayer } = window as { dataLayer?: unknown };
    if (state.config.dataLayer && Array.isArray(dataLayer)) dataLayer.push(detail);
  });
}
