export { ApiError, type ApiErrorOptions } from './lib/apiError';
export { createServer, type SottoServer } from './createServer';
export { FolderInUseError } from './db/directoryLock';
export type { ServerOptions } from './setup/serverOptions';
export type { SiteHandler } from './app/app';
export type { LogLevel } from './lib/logger';
export type { RateLimits } from './config/usageLimits';
export type { WidgetFileFolders } from './http/files/widgetFiles';
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
export { runServer, type RunOptions } from './cli/runServer';
export { ConfigError, readServerConfig, type ServerConfig } from './config/serverConfig';
