// `node bench/cells/run.mjs`: how many cells 100,000 streams and 1,000,000 widgets need, and what happens when one
// fails. The table of docs/scaling/cells.md; about a minute of one processor.
import { simulate } from './simulate.mjs';

const number = (name, otherwise) => Number(process.env[name] ?? otherwise);
const scenario = {
  streams: number('CELLS_STREAMS', 100_000),
  widgets: number('CELLS_WIDGETS', 1_000_000),
  cellStreams: number('CELLS_CELL_STREAMS', 2_000),
  largestShare: number('CELLS_LARGEST_SHARE', 0.01),
  replySeconds: number('CELLS_REPLY_SECONDS', 15),
  seconds: 300,
  failAt: 120,
  replaceAt: 200,
  seed: number('CELLS_SEED', 1),
};
const counts = process.argv[2]?.split(',').map(Number) ?? [50, 60, 70, 80, 100];
const percent = (part) => `${(part * 100).toFixed(0)} %`;
const milliseconds = (value) => (value < 1 ? '0' : value.toFixed(0));

console.log(
  '| cells | use before: median / p99 / most | longest wait ms | streams that move ' +
    '| use in the 10 s after the failure: most | longest wait ms | use after the replacement: most |',
);
console.log('|---:|---:|---:|---:|---:|---:|---:|');
for (const cells of counts) {
  const { before, afterFailure, afterReplacement, moved } = simulate({ ...scenario, cells });
  console.log(
    `| ${[
      cells,
      [before.median, before.p99, before.most].map(percent).join(' / '),
      milliseconds(before.longestDelayMs),
      moved.toFixed(0),
      percent(afterFailure.most),
      milliseconds(afterFailure.longestDelayMs),
      percent(afterReplacement.most),
    ].join(' | ')} |`,
  );
}
