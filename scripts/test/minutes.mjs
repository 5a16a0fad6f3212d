// Where the minutes of a whole run went.

/** How many of the slowest files are named. */
const SLOWEST = 10;

/**
 * The table that `npm test` prints at its end.
 *
 * @param steps - `{ name, seconds }` each, in the order of their ends
 * @param suites - `{ name, times }`: what `fileTimes.mjs` wrote about the files of a step; its seconds are those of all
 *   workers together
 */
export function toMinutes(steps, suites) {
  const rows = steps
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ name, seconds }) => `  ${name.padEnd(12)} ${toTime(seconds)}`);
  const parts = suites.flatMap(({ name, times }) => (times.length > 0 ? toSuite(name, times) : []));
  return ['Where the minutes went (steps run two at a time until the browser tests)', ...rows, ...parts].join('\n');
}

function toSuite(name, times) {
  const groups = new Map();
  for (const { file, seconds } of times) groups.set(groupOf(file), (groups.get(groupOf(file)) ?? 0) + seconds);
  const bySeconds = [...groups].sort(([, one], [, other]) => other - one);
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  return [
    `\n${name}: ${times.length} files, all workers together`,
    ...bySeconds.map(([group, seconds]) => `  ${group.padEnd(24)} ${toTime(seconds)}`),
    `  slowest files`,
    ...slowest.map(({ file, seconds }) => `  ${toTime(seconds)}  ${file}`),
  ];
}

/** `packages/server`, `scripts`, `e2e/specs`. */
function groupOf(file) {
  return file
    .split('/')
    .slice(0, file.startsWith('scripts/') ? 1 : 2)
    .join('/');
}

/** Minutes and seconds: ` 3:07`. */
function toTime(seconds) {
  const whole = Math.round(seconds);
  return `${String(Math.floor(whole / 60)).padStart(2)}:${String(whole % 60).padStart(2, '0')}`;
}
