import { statfsSync, type StatsFs } from 'node:fs';
import { totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { WaitingQueries } from '../db/database';
import type { MailPurpose } from '../db/mailSchema';
import { createMetrics, type Metrics } from './metrics';

const NONE_WAIT: WaitingQueries = { visitors: 0, owners: 0, reports: 0, audit: 0 };

/** A finished request. */
export interface AnsweredRequest {
  readonly method: string;
  /** The route pattern, such as `/v1/conversation/:conversationId/complete`. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

/** A finished reply. */
export interface EndedReply {
  readonly runId: string;
  readonly conversationId: string;
  readonly widgetId: string;
  /** `stop`, `length`, `activity`, `iteration`, `abort`, or `error`. */
  readonly reason: string;
  readonly tokens: number;
  readonly durationMs: number;
  /** Time to the first piece of text; undefined if there was none. */
  readonly firstTokenMs: number | undefined;
}

/** How an attempt to send a mail ended. */
export type MailEnd = 'sent' | 'failed' | 'given-up';

/** What operators can observe: metrics, and one log line per reply. Never contains texts or session tokens. */
export interface Telemetry {
  request(request: AnsweredRequest): void;
  replyBegan(): void;
  replyEnded(reply: EndedReply): void;
  /** An attempt to send a mail ended; `given-up` if it was the last. */
  mail(purpose: MailPurpose, end: MailEnd): void;
  /** Counts a connection that follows a reply until the signal is aborted. */
  streamOpened(signal: AbortSignal): void;
  /** The metrics in the format of Prometheus. */
  text(): string;
  close(): void;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const REPLY_SECONDS = [0.5, 1, 2, 5, 10, 20, 60, 120, 300];
const FIRST_TOKEN_SECONDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

/** All series of mails begin at 0, because `increase` of Prometheus does not see the first value of a series. */
const PURPOSES: Readonly<Record<MailPurpose, true>> = {
  'sign-in-code': true,
  invitation: true,
  'security-notice': true,
  handover: true,
  'webhook-off': true,
  'visitor-answer': true,
  'weekly-mail': true,
};
const ENDS: readonly MailEnd[] = ['sent', 'failed', 'given-up'];

/** Sampling interval of the event loop delay, in milliseconds. */
const MEASURE_MS = 20;

/** Dependencies of the telemetry. */
export interface TelemetryOptions {
  /** Writes a log line. */
  log: (record: { readonly event: 'reply-end' } & EndedReply) => void;
  /** Whether shared services (PostgreSQL, Redis) are reachable. */
  isWhole: () => boolean;
  /** Number of queries that wait for a database connection. @default none */
  waiting?: () => WaitingQueries;
  /** The data directory, whose disk is measured. @default none */
  folder?: string | undefined;
  /** The schedule of backups. @default none */
  backups?: { readonly everyMs: number; readonly lastAt: () => number } | undefined;
}

/**
 * Number of widgets with series of their own; the rest are counted together. Each adds about fifty lines to every
 * scrape.
 */
const WIDGETS_MAX = 200;
/** Limit of series of calls by route and status, and of replies by widget and outcome. */
const REQUEST_SERIES_MAX = 100;
const REPLY_SERIES_MAX = 300;

/** The label of a widget: its id, or `other` once the limit is reached. */
function createWidgetLabel(most: number): (widgetId: string) => string {
  const known = new Set<string>();
  return (widgetId) => {
    if (known.size < most) known.add(widgetId);
    return known.has(widgetId) ? widgetId : 'other';
  };
}

/** Gauges of the environment: database pools, disk, backups. */
function addOperation(
  metrics: Metrics,
  { waiting = () => NONE_WAIT, folder, backups }: Pick<TelemetryOptions, 'waiting' | 'folder' | 'backups'>,
): void {
  metrics.gauge('sotto_database_waiting', 'Queries that wait for a connection to the database, by pool', () =>
    Object.entries(waiting()).map(([pool, count]) => [{ pool }, count]),
  );
  const disk = (read: (of: StatsFs) => number) => (): number => {
    try {
      return folder === undefined ? NaN : read(statfsSync(folder));
    } catch {
      return NaN;
    }
  };
  metrics.gauge(
    'sotto_disk_free_bytes',
    'What is free on the disk of the data folder; NaN without one',
    disk(({ bavail, bsize }) => bavail * bsize),
  );
  metrics.gauge(
    'sotto_disk_size_bytes',
    'Size of the disk of the data folder; NaN without one',
    disk(({ blocks, bsize }) => blocks * bsize),
  );
  metrics.gauge(
    'sotto_backup_interval_seconds',
    'How often this server writes a backup; 0: never',
    () => (backups?.everyMs ?? 0) / 1000,
  );
  metrics.gauge(
    'sotto_backup_last_success_seconds',
    'When the newest whole backup was begun, in seconds since 1970; 0: there is none',
    () => (backups?.lastAt() ?? 0) / 1000,
  );
}

/** Creates the telemetry. */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { log, isWhole } = options;
  const metrics = createMetrics();
  const loop = monitorEventLoopDelay({ resolution: MEASURE_MS });
  loop.enable();
  const open = { replies: 0, streams: 0 };
  const labelOf = createWidgetLabel(WIDGETS_MAX);
  const requests = metrics.histogram(
    'sotto_request_seconds',
    'Time until an answer began, by call and status',
    REQUEST_SECONDS,
    // Alerts count by status.
    { most: REQUEST_SERIES_MAX, rest: ({ status = '' }) => ({ method: 'other', route: 'other', status }) },
  );
  const replies = metrics.histogram(
    'sotto_reply_seconds',
    'Time from the beginning of a reply to its end, by widget and end',
    REPLY_SECONDS,
    { most: REPLY_SERIES_MAX, rest: ({ end = '' }) => ({ widget: 'other', end }) },
  );
  const firstTokens = metrics.histogram(
    'sotto_reply_first_token_seconds',
    'Time until the first piece of text, by widget',
    FIRST_TOKEN_SECONDS,
  );
  const tokens = metrics.counter('sotto_tokens_total', 'Tokens of the language model, by widget');
  const mails = metrics.counter('sotto_mails_total', 'Attempts to send a mail, by purpose and end');
  for (const purpose of Object.keys(PURPOSES)) for (const end of ENDS) mails.add({ purpose, end }, 0);
  metrics.gauge('sotto_replies_running', 'Replies that this process is writing', () => open.replies);
  metrics.gauge('sotto_streams_open', 'Connections that follow a reply at this process', () => open.streams);
  metrics.gauge(
    'sotto_shared_up',
    '1: what several processes share can be reached (always, for a single process)',
    () => Number(isWhole()),
  );
  metrics.gauge('sotto_event_loop_delay_p99_seconds', 'How late timers are, since it was last asked', () => {
    const seconds = Math.max(0, loop.percentile(99) / 1e9 - MEASURE_MS / 1e3);
    // Older measurements do not describe the current state.
    loop.reset();
    return seconds;
  });
  addOperation(metrics, options);
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  metrics.gauge('sotto_memory_limit_bytes', 'Memory that the process may have: of its container, or the machine', () =>
    Math.min(process.constrainedMemory() || Infinity, totalmem()),
  );
  metrics.gauge(
    'process_cpu_seconds_total',
    'Processor time of the process',
    () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  );
  metrics.gauge('process_uptime_seconds', 'Time since the start', () => process.uptime());

  return {
    request({ method, route, status, durationMs }) {
      requests.observe({ method, route, status: String(status) }, durationMs / 1000);
    },
    replyBegan() {
      open.replies += 1;
    },
    replyEnded(reply) {
      open.replies -= 1;
      const widget = labelOf(reply.widgetId);
      replies.observe({ widget, end: reply.reason }, reply.durationMs / 1000);
      if (reply.firstTokenMs !== undefined) firstTokens.observe({ widget }, reply.firstTokenMs / 1000);
      tokens.add({ widget }, reply.tokens);
      log({ event: 'reply-end', ...reply });
    },
    mail(purpose, end) {
      mails.add({ purpose, end });
    },
    streamOpened(signal) {
      open.streams += 1;
      signal.addEventListener('abort', () => (open.streams -= 1), { once: true });
    },
    text: () => metrics.text(),
    close: () => loop.disable(),
  };
}
