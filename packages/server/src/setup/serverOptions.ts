import { type Clock } from '@sotto/widget-core/api';
import type { BackupSchedule } from '../backup/backupSchedule';
import { type Mailer } from '../accounts/mailer';
import { type SiteHandler } from '../app/app';
import type { RateLimits } from '../config/usageLimits';
import type { Logger } from '../lib/logger';
import { type WidgetFileFolders } from '../http/files/widgetFiles';
import type { ChatModel } from '../model/chatModel';
import type { Moderation } from '../model/openAi/moderation';
import type { Speech } from '../model/speech/speech';
import { type ServerConfig } from '../config/serverConfig';
import type { PublicFetch } from '../unfurl/publicFetch';
import { type Tracing } from '../telemetry/tracing';

/** Options of a server. Everything has a default; embedders and tests override what they need. */
export interface ServerOptions {
  /** Settings that override those of an empty environment. */
  config?: Partial<ServerConfig>;
  /** The model. @default the configured model, or the embedded guide */
  model?: ChatModel;
  /** The voice for replies. @default the configured speech model, or `espeak-ng` if it is installed */
  speech?: Speech | 'none';
  /**
   * Fetches pages and pictures for link previews. @default public addresses only, checked after DNS resolution and at
   * every redirect
   */
  publicFetch?: PublicFetch;
  /** Handles addresses that the server does not know: the site around it. */
  site?: SiteHandler;
  /** Built files of loader and frame. @default those of the installed packages */
  files?: WidgetFileFolders;
  /** Calls per minute; each rate can be overridden. */
  rateLimits?: Partial<RateLimits>;
  clock?: Clock;
  /** A dump for a new embedded database. @default the one prepared by the build */
  seed?: Blob;
  /** For tests: an open database instead of the configured one. It is closed with the server. */
  database?: unknown;
  /** Receives log lines. @default standard output */
  writeLog?: (line: string) => void;
  /** For tests: address of the payment provider's API. @default the provider's own address */
  billingUrl?: string;
  /** Moderates messages of visitors to widgets with `moderation`. @default the configured moderation model */
  moderation?: Moderation;
  /** Sends sign-in codes. @default by SMTP if it is configured, otherwise to standard output */
  mailer?: Mailer;
  /** Called if the server must stop because another process uses its data folder. @default closes the server */
  onFatal?: (error: Error) => void;
}

/** The options with settings and defaults applied. */
export type KnownOptions = ServerOptions & {
  config: ServerConfig;
  clock: Clock;
  logger: Logger;
  tracing: Tracing;
  /** Public address of the server, without a trailing slash. Before it listens, a port chosen by the system is 0. */
  baseUrl: () => string;
  /** The keys of `SOTTO_KEY`. */
  keys: readonly string[];
  /** The schedule of backups. */
  backups: (BackupSchedule & { readonly everyMs: number }) | undefined;
};
