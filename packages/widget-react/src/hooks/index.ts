export { WidgetProvider, type WidgetProviderProps } from '../WidgetProvider';
export { useWidget, useWidgetEvent } from './useWidget';
export { useConfig, useConversation, useDraft, useWidgetView, useWords } from './useWidgetStore';
export { useAttachments, type Attachments } from './useAttachments';
export { useComposer, type ComposerState } from './useComposer';
export { useThreads, type Threads } from './useThreads';
export { useMessage, type MessageState } from './useMessage';
