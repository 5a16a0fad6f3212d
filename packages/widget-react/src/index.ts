export { ChatWidget, type ChatWidgetProps } from './ChatWidget';
export type { HostedWidgetProps, TransportWidgetProps, WidgetListeners } from './hostedWidgetProps';
export { WidgetRoot, type WidgetRootProps, type WidgetScreenProps } from './WidgetScreen';
export { ReloadBoundary } from './ReloadBoundary';
export { downloadText } from './chrome/downloadText';
export { WidgetProvider, type WidgetProviderProps } from './WidgetProvider';
export type { PeekSize } from './layouts/Peek';
export type { ChatWidgetHandle } from './layouts/Panel';
export type { Host } from './hooks/useHost';
export { useWidget } from './hooks/useWidget';
export { useConfig, useConversation, useDraft, useWidgetView, useWords } from './hooks/useWidgetStore';
export type {
  ComposerHandle,
  ComposerProps,
  LauncherProps,
  PartComponent,
  SendButtonProps,
  TopBarProps,
  WidgetComponents,
} from './parts/components';
export { Composer } from './composer/Composer';
export { preloadParts } from './hooks/lazyPart';
export { MessageList } from './messages/list/MessageList';
export { TopBar } from './chrome/TopBar';
