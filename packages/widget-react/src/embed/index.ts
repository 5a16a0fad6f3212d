export { SottoChat } from './SottoChat';
export type { SottoChatProps, SottoEventProps } from './sottoChatProps';
export { useSottoChat, type SottoChatState } from './useSottoChat';
export { useSottoEvent } from './useSottoEvent';
export { useSottoFunctions } from './useSottoEvent';
export type { Functions, Message, SottoChatElement, WidgetConfig, WidgetEvents } from '@sotto/loader';
