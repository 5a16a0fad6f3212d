/**
 * Labels that distinguish the series of a metric. Values must come from a small set: a metric with one series per
 * visitor would exhaust the memory.
 */
export type Labels = Readonly<Record<string, string>>;

/** A counter. */
export interface Counter {
  add(labels: Labels, amount?: number): void;
}

/** A histogram of durations. */
export interface Histogram {
  observe(labels: Labels, seconds: number): void;
}

/** Limit of series of a metric, and the labels under which all others are counted. */
export interface SeriesLimit {
  readonly most: number;
  readonly rest: (labels: Labels) => Labels;
}

/** All metrics in the text format of Prometheus (version 0.0.4). */
export interface Metrics {
  counter(name: string, help: string): Counter;
  histogram(name: string, help: string, buckets: readonly number[], limit?: SeriesLimit): Histogram;
  /** A gauge that is read when metrics are requested: one value, or one for each set of labels. */
  gauge(name: string, help: string, read: () => number | readonly (readonly [Labels, number])[]): void;
  text(): string;
}

/** An empty registry. */
export function createMetrics(): Metrics {
  const families: { name: string; help: string; type: string; lines: () => string[] }[] = [];

  return {
    counter(name, help) {
      const series = new Map<string, number>();
      families.push({
        name,
        help,
        type: 'counter',
        lines: () => [...series].map(([labels, value]) => `${name}${labels} ${String(value)}`),
      });
      return {
        add(labels, amount = 1) {
          const key = writeLabels(labels);
          series.set(key, (series.get(key) ?? 0) + amount);
        },
      };
    },

    histogram(name, help, buckets, limit) {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
      const bounds = [...buckets, Infinity];
      const lines = () =>
        [...series.values()].flatMap(({ labels, counts, sum, count }) => [
          ...bounds.map(
            (bound, index) =>
              `${name}_bucket${writeLabels({ ...labels, le: bound === Infinity ? '+Inf' : String(bound) })} ${String(counts[index])}`,
          ),
          `${name}_sum${writeLabels(labels)} ${String(sum)}`,
          `${name}_count${writeLabels(labels)} ${String(count)}`,
        ]);
      families.push({ name, help, type: 'histogram', lines });
      return {
        observe(given, seconds) {
          const isNew = !series.has(writeLabels(given));
          const labels = limit && isNew && series.size >= limit.most ? limit.rest(given) : given;
          const key = writeLabels(labels);
          const entry = series.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
          series.set(key, entry);
          // Each bucket counts everything up to its bound.
          bounds.forEach((bound, index) => {
            if (seconds <= bound) entry.counts[index] = (entry.counts[index] ?? 0) + 1;
          });
          entry.sum += seconds;
          entry.count += 1;
        },
      };
    },

    gauge(name, help, read) {
      const lines = () => {
        const values = read();
        return (typeof values === 'number' ? [[{}, values] as const] : values).map(
          ([labels, value]) => `${name}${writeLabels(labels)} ${String(value)}`,
        );
      };
      families.push({ name, help, type: 'gauge', lines });
    },

    text: () =>
      families
        .flatMap(({ name, help, type, lines }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()])
        .join('\n') + '\n',
  };
}

function writeLabels(labels: Labels): string {
  const entries = Object.entries(labels);
  if (entries.length === 0) return '';
  const escape = (value: string): string =>
    value.replace(/["\\\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
  return `{${entries.map(([name, value]) => `${name}="${escape(value)}"`).join(',')}}`;
}
