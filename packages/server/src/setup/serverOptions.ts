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

/** How a server is made. Everything has a default; an embedder or a test replaces what it needs to. */
export interface ServerOptions {
  /** Settings over those of an empty environment. */
  config?: Partial<ServerConfig>;
  /** Who answers. @default the model of the settings, or the embedded guide */
  model?: ChatModel;
  /** The voice for replies. @default the speech model of the settings, or `espeak-ng` where it is installed */
  speech?: Speech | 'none';
  /**
   * Fetches pages and pictures for link previews. @default public addresses only, checked after DNS and at every
   * redirect
   */
  publicFetch?: PublicFetch;
  /** Answers addresses that the server does not know: the site around it. */
  site?: SiteHandler;
  /** Built files of loader and frame. @default those of the installed packages */
  files?: WidgetFileFolders;
  /** Calls a minute; single rates can be replaced. */
  rateLimits?: Partial<RateLimits>;
  clock?: Clock;
  /** A dump that a fresh embedded database begins with. @default the one prepared by the build */
  seed?: Blob;
  /** For tests: an open database in place of the configured one. It is closed with the server. */
  database?: unknown;
  /** Takes log lines. @default standard output */
  writeLog?: (line: string) => void;
  /** For tests: where the payment provider's API is. @default the provider's own address */
  billingUrl?: string;
  /** Judges messages of visitors to widgets with `moderation`. @default the moderation model of the settings */
  moderation?: Moderation;
  /** Sends sign-in codes. @default by SMTP according to the settings, else to standard output */
  mailer?: Mailer;
  /** Called when the server must stop, because another process uses its data folder. @default closes the server */
  onFatal?: (error: Error) => void;
}

/** The same, with what the settings and defaults decided. */
export type KnownOptions = ServerOptions & {
  config: ServerConfig;
  clock: Clock;
  logger: Logger;
  tracing: Tracing;
  /** Where the server is reached, without a slash at the end. Before it listens, a port that the system chooses is 0. */
  baseUrl: () => string;
  /** Those of `SOTTO_KEY`. */
  keys: readonly string[];
  /** Backups that the server writes. */
  backups: (BackupSchedule & { readonly everyMs: number }) | undefined;
};
