export { platform, type PlatformTransport } from './platform';
export { aiSdk, type AiSdkOptions } from './aiSdk';
export { agUi } from './agUi';
export { openAi, type OpenAiOptions } from './openAi';
export { langGraph, type LangGraphOptions } from './langGraph';
export { http } from './http';
export { callback, type ReplyCallback } from './callback';
export type { HttpOptions } from './readEvents';
export type {
  FunctionResult,
  ReplyEvent,
  ThreadPage,
  TokenUsage,
  Transport,
  TransportOptions,
  TransportRequest,
  TransportTrigger,
} from './transport';
