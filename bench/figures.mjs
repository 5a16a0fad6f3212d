// The pictures of docs/performance, drawn from the results: horizontal bars on a logarithmic axis, Sotto's own in
// colour.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const WIDTH = 760;
const LABEL = 270;
const ROW = 26;

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Bars as an SVG with a light and a dark look. `rows`: `{ label, value, isOwn }`, values above 0. */
export function barChart({ title, unit, rows }) {
  const sorted = rows.filter((row) => row.value > 0).sort((a, b) => a.value - b.value);
  const low = Math.log10(sorted[0].value / 2);
  const high = Math.log10(sorted.at(-1).value);
  const scale = (value) => Math.max(2, ((Math.log10(value) - low) / (high - low || 1)) * (WIDTH - LABEL - 110));
  const height = 56 + sorted.length * ROW;
  const bars = sorted.map(({ label, value, isOwn }, index) => {
    const y = 44 + index * ROW;
    const width = scale(value).toFixed(1);
    const shown = value >= 100 ? value.toFixed(0) : value.toFixed(1);
    return (
      `<text class="label${isOwn ? ' own' : ''}" x="${LABEL - 10}" y="${y + 13}" ` +
      `text-anchor="end">${escape(label)}</text><rect class="bar${isOwn ? ' own' : ''}" x="${LABEL}" ` +
      `y="${y}" width="${width}" height="18" rx="4"/><text class="value" x="${LABEL + Number(width) + 8}" ` +
      `y="${y + 13}">${shown}</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(title)}">`,
    '<style>text{font:13px system-ui,sans-serif;fill:#1f2937}.title{font-size:15px;font-weight:600}' +
      '.unit,.value{fill:#6b7280}.bar{fill:#cbd5e1}.bar.own{fill:#4f46e5}.label.own{font-weight:600}',
    '@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.unit,.value{fill:#9ca3af}.bar{fill:#475569}.bar.own{fill:#818cf8}}</style>',
    `<text class="title" x="0" y="18">${escape(title)}</text><text class="unit" x="${WIDTH}" y="18" ` +
      `text-anchor="end">${escape(unit)}, logarithmic, less is better</text>`,
    ...bars,
    '</svg>\n',
  ].join('\n');
}

const isOwn = (key) => /^sotto/i.test(key);
const entries = (results) => Object.entries(results).map(([key, row]) => ({ key, row }));

const FIGURES = [
  {
    file: 'performance-stream.svg',
    suite: 'stream',
    title: 'Streaming a reply of 20,000 characters: main-thread CPU',
    unit: 'ms above the harness’s floor',
    rows: ({ '20k-sampled': part }) =>
      part &&
      entries(part)
        .filter(({ key }) => !['noop', 'one-shot'].includes(key) && !/^(plain|block|smd-)/.test(key))
        .map(({ key, row }) => ({
          label: row.label.split(' (')[0],
          value: row.cpu - part.noop.cpu,
          isOwn: isOwn(key),
        })),
  },
  {
    file: 'performance-host.svg',
    suite: 'host',
    title: 'Before anybody asks for the chat: bytes on the host page',
    unit: 'bytes, brotli',
    rows: ({ desktop }) =>
      desktop &&
      entries(desktop)
        .filter(
          ({ key }) => !['blank', 'facade', 'idle', 'eager', 'eager-same', 'inline-react', 'sotto-eager'].includes(key),
        )
        .map(({ key, row }) => ({ label: row.label.split(' (')[0], value: row.bytes, isOwn: isOwn(key) })),
  },
  {
    file: 'performance-list.svg',
    suite: 'list',
    title: 'Opening 1,000 messages until the newest is shown',
    unit: 'ms',
    rows: ({ 1000: part }) =>
      part &&
      entries(part).map(({ key, row }) => ({
        label: row.label.split(' (')[0],
        value: row.newestMs,
        isOwn: isOwn(key),
      })),
  },
];

/** Draws what there are results for. */
export function drawFigures(results, images) {
  mkdirSync(images, { recursive: true });
  for (const { file, suite, title, unit, rows } of FIGURES) {
    const source = path.join(results, `${suite}.json`);
    const found = existsSync(source) && rows(JSON.parse(readFileSync(source, 'utf8')).results);
    if (found && found.filter((row) => row.value > 0).length > 1)
      writeFileSync(path.join(images, file), barChart({ title, unit, rows: found }));
  }
}
