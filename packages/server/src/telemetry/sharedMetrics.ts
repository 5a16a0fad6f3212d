import type { Clock } from '@sotto/widget-core/api';
import type { Readings } from '../events/readings';

/** Interval at which a process publishes its metrics, in milliseconds. */
export const PUBLISH_MS = 10_000;
/** Metrics of a process that are older than this are ignored, in milliseconds. */
const SILENT_MS = 35_000;

/** The metrics of all processes of an installation, as one text for Prometheus. */
export interface SharedMetrics {
  text(): Promise<string>;
  close(): Promise<void>;
}

/** Dependencies of the shared metrics. */
export interface SharedMetricsOptions {
  /** Metrics of this process. */
  readonly own: () => string;
  /** Name of this process. */
  readonly self: string;
  /** Where processes publish their metrics; undefined if there is only this one. */
  readonly readings: Readings | undefined;
  readonly clock: Clock;
}

/**
 * Publishes the metrics of this process and returns those of all: each series gets the label `process`.
 *
 * Metrics of other processes are up to ten seconds old. While they cannot be read, only those of this process are
 * returned.
 */
export function createSharedMetrics({ own, self, readings, clock }: SharedMetricsOptions): SharedMetrics {
  if (!readings) return { text: async () => own(), close: async () => undefined };
  let cancel = clock.setTimer(publish, 0);
  let isOver = false;
  function publish(): void {
    void readings
      ?.publish(self, own())
      .catch(() => undefined)
      .finally(() => {
        if (!isOver) cancel = clock.setTimer(publish, PUBLISH_MS);
      });
  }
  return {
    async text() {
      const all = await readings.read().catch(() => []);
      const others = all.filter(({ process }) => process !== self);
      const speaking = others.filter(({ ageMs }) => ageMs < SILENT_MS);
      return (
        mergeMetrics([{ process: self, text: own() }, ...speaking]) +
        '# HELP sotto_processes_silent Processes that have not published their counters for half a minute\n' +
        '# TYPE sotto_processes_silent gauge\n' +
        `sotto_processes_silent ${String(others.length - speaking.length)}\n`
      );
    },
    async close() {
      isOver = true;
      cancel();
      await readings.forget(self).catch(() => undefined);
    },
  };
}

/** Merges texts by metric, as the format requires, each series with the label `process`. */
export function mergeMetrics(texts: readonly { readonly process: string; readonly text: string }[]): string {
  const families = new Map<string, { readonly head: string[]; readonly series: string[] }>();
  for (const { process, text } of texts) {
    let family: { readonly head: string[]; readonly series: string[] } | undefined;
    let isFirst = false;
    for (const line of text.split('\n')) {
      const [, kind, name = ''] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (kind === 'HELP') {
        isFirst = !families.has(name);
        family = families.get(name) ?? { head: [], series: [] };
        families.set(name, family);
      }
      if (kind !== undefined && isFirst) family?.head.push(line);
      if (kind === undefined && line !== '') family?.series.push(withProcess(line, process));
    }
  }
  return [...families.values()].flatMap(({ head, series }) => [...head, ...series].map((line) => `${line}\n`)).join('');
}

function withProcess(line: string, process: string): string {
  const end = line.search(/[{ ]/);
  const label = `process="${process.replace(/["\\\n]/g, '')}"`;
  const rest = line.slice(end);
  return `${line.slice(0, end)}{${label}${rest.startsWith('{') ? `,${rest.slice(1)}` : `}${rest}`}`;
}
