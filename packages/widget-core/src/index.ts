export { createWidget } from './createWidget';
export { isWidgetError, WidgetError, type ErrorCode } from './errors';
export { browserEnvironment } from './lib/browserEnvironment';
export type { Connectivity, Locks, PageLife, StorageArea, TabChannel, WidgetEnvironment } from './lib/environment';
export { systemClock, type Clock } from './lib/clock';
export type { Json, JsonObject } from './lib/json';
export type { Attachment, Message } from './api/message';
export type { Integration } from './api/responses';
export type { Thread } from './api/threads';
export type { ConfigProblem, ReportConfigProblem } from './config/reportConfigProblem';
export type { ColorScheme, HostFunction, Position, ResolvedConfig, WidgetConfig } from './config/configTypes';
export type { ResolvedTheme } from './config/themeFields';
export type { WordKey, WordMap } from './config/intl';
export type { FunctionCall, FunctionCaller, FunctionMap, FunctionOutcome } from './conversation/runners/functions';
export {
  conversationStatus,
  isVisible,
  messageKey,
  type ConversationState,
  type ConversationStatus,
  type Delivery,
  type LiveReply,
  type ReplyFailure,
  type Vote,
} from './conversation/state';
export type { SessionSource } from './session/sessionSource';
export { loadIntegration } from './transport/loadIntegration';
export type { TrackDetail } from './tracking';
export type { ScrollPlace } from './widget/scrollPlace';
export type { FunctionQuestion, Media, Overlay, Toast, ViewState, WaitingFile } from './widget/viewState';
export type {
  DraftState,
  ReadableStore,
  ReceiveMessageOptions,
  SendMessageOptions,
  ThreadsState,
  Widget,
  WidgetContact,
  WidgetContent,
  WidgetConversation,
  WidgetDraft,
  WidgetFunctions,
  WidgetMessages,
  WidgetMeta,
  WidgetSettings,
  WidgetThreads,
  WidgetToasts,
  WidgetView,
} from './widget/widget';
export type { WidgetOptions } from './widget/widgetCore';
export type { SessionInfo, WidgetEventMap } from './widget/widgetEvents';
