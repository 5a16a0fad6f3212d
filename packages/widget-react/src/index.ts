export { ChatWidget, type ChatWidgetProps } from './ChatWidget';
export type {
  HostedWidgetProps,
  PlatformWidgetProps,
  TransportWidgetProps,
  WidgetListeners,
} from './hostedWidgetProps';
export { WidgetRoot, type WidgetRootProps, type WidgetScreenProps } from './WidgetScreen';
export { ReloadBoundary } from './ReloadBoundary';
export { downloadText } from './lib/downloadText';
export { WidgetProvider, type WidgetProviderProps } from './WidgetProvider';
export type { PeekSize } from './layouts/Peek';
export type { ChatWidgetHandle } from './layouts/Panel';
export type { Host } from './hooks/useHost';
export { useWidget } from './hooks/useWidget';
export { useConfig, useConversation, useDraft, useWidgetView, useWords } from './hooks/useWidgetStore';
export { useAttachments, type Attachments } from './hooks/useAttachments';
export { useComposer, type ComposerState } from './hooks/useComposer';
export { useMessage, type MessageState } from './hooks/useMessage';
export { useWidgetEvent } from './hooks/useWidget';
export type {
  ActionsProps,
  AttachmentProps,
  AvatarProps,
  ComposerButtonProps,
  ComposerHandle,
  ComposerProps,
  LauncherProps,
  MessageProps,
  PartComponent,
  ReasoningProps,
  SendButtonProps,
  SourcesProps,
  ToolProps,
  TopBarProps,
  WelcomeProps,
  WidgetComponents,
} from './parts/components';
export type { DataPartProps, OwnParts, ToolPartProps } from './parts/ownParts';
export { Composer } from './composer/Composer';
export { preloadParts } from './hooks/lazyPart';
export { MessageList, type MessageListProps } from './messages/list/MessageList';
export { TopBar } from './chrome/TopBar';
