import type { Clock } from '@sotto/widget-core/api';
import type { Readings } from '../events/readings';

/** How often a process publishes what it has counted, in milliseconds. */
export const PUBLISH_MS = 10_000;
/** A process that has published nothing for so long is silent: what it last said is not of now. */
const SILENT_MS = 35_000;

/** The counters of all processes of an installation, as one text for Prometheus. */
export interface SharedMetrics {
  text(): Promise<string>;
  close(): Promise<void>;
}

/** What the metrics of several processes are made of. */
export interface SharedMetricsOptions {
  /** Those of this process. */
  readonly own: () => string;
  /** The name of this process. */
  readonly self: string;
  /** Where processes publish theirs; undefined: this one is alone. */
  readonly readings: Readings | undefined;
  readonly clock: Clock;
}

/**
 * Publishes what this process counts, and answers for all of them: each series gets the label `process`.
 *
 * What others have counted is up to ten seconds old. While it cannot be read, this process answers for itself.
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

/** Puts texts together by metric, as the format wants them, each series with the label `process`. */
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
