export { createWidget } from './createWidget';
export { createFrameBridge, type FrameBridge, type FrameBridgeOptions } from './bridge/frameBridge';
export { createHostSessionSource } from './bridge/hostSessionSource';
export { createHostTransport } from './bridge/hostTransport';
export { isWidgetError, WidgetError, type ErrorCode } from './errors';
export { browserEnvironment } from './lib/browserEnvironment';
export type { Connectivity, Locks, PageLife, StorageArea, TabChannel, WidgetEnvironment } from './lib/environment';
export { systemClock, type Clock } from './lib/clock';
export type { Json, JsonObject } from './lib/json';
export type { Attachment, Message } from './api/message';
export { isBlockedEmail, isEmailAddress } from './api/emailAddress';
export type { Contact, FunctionDefinition } from './api/requests';
export type { Integration } from './api/responses';
export { integrationSchema } from './api/schemas';
export type { Transport } from './transports/transport';
export type { ConfigProblem, ReportConfigProblem } from './config/reportConfigProblem';
export type { ColorScheme, HostFunction, Position, ResolvedConfig, WidgetConfig } from './config/configTypes';
export {
  CONFIRMATION_MS,
  DICTATION_SILENCE_MS,
  MAX_RELOADS,
  SCROLL_AREA_MARGIN_PX,
  SCROLL_BOTTOM_THRESHOLD_PX,
  SCROLL_CHECK_INTERVAL_MS,
  SCROLL_INTERACTION_MS,
  SCROLL_MARGIN_PX,
} from './config/limits';
export { iconUrl, type IconOptions } from './config/iconUrls';
export { resolveTheme, themeToProperties } from './config/themes';
export type { ResolvedTheme } from './config/themeFields';
export { languageName, offeredLanguages } from './config/languages';
export { fillWord, loadWords, type WordKey, type WordMap } from './config/intl';
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
export { toSteps } from './conversation/step/replies';
export type { ReplyStep } from './conversation/state';
export type { MessagePart, ReasoningPart, TextPart, ToolPart, ToolState } from './api/parts';
export type { SessionSource } from './session/sessionSource';
export { loadIntegration } from './transport/loadIntegration';
export type { TrackDetail } from './tracking';
export type { ScrollPlace } from './widget/scrollPlace';
export type { FunctionQuestion, Media, Overlay, Toast, ViewState, WaitingFile } from './widget/viewState';
export {
  openingMessages,
  readLayout,
  showsContactForm,
  showsLauncher,
  showsMaximize,
  showsPeek,
  showsStartFirst,
} from './widget/visibility';
export type {
  DraftState,
  ReadableStore,
  ReceiveMessageOptions,
  SendMessageOptions,
  Widget,
  WidgetContact,
  WidgetContent,
  WidgetConversation,
  WidgetDraft,
  WidgetFunctions,
  WidgetMessages,
  WidgetMeta,
  WidgetSettings,
  WidgetToasts,
  WidgetView,
} from './widget/widget';
export type { WidgetOptions } from './widget/widgetCore';
export type { SessionInfo, WidgetEventMap } from './widget/widgetEvents';
