export { ApiError, type ApiErrorOptions } from './apiError';
export { createServer, type SottoServer } from './createServer';
export { FolderInUseError } from './db/directoryLock';
export type { ServerOptions } from './serverOptions';
export type { SiteHandler } from './http/app';
export type { LogLevel } from './http/requestLog';
export type { RateLimits } from './http/rateLimits';
export type { WidgetFileFolders } from './http/widgetFiles';
export type {
  ChatModel,
  ModelEndReason,
  ModelEvent,
  ModelImage,
  ModelMessage,
  ModelRequest,
  ToolCall,
  ToolDefinition,
} from './model/chatModel';
export { runServer, type RunOptions } from './runServer';
export { ConfigError, readServerConfig, type ServerConfig } from './serverConfig';
