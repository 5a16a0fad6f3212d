// The figures of one of Stryker's reports (schema: mutation-testing-report-schema).

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

/**
 * How many mutants the tests notice, and which they do not.
 *
 * @param accepted - `{ file, original, replacement, reason }`: survivors that are no fault of the tests
 * @returns `score`: noticed per tried, in percent, with one decimal; accepted survivors count as neither
 */
export function summarize(report, accepted) {
  const mutants = Object.entries(report.files).flatMap(([file, { source, mutants: all }]) =>
    all.map((mutant) => ({ ...mutant, file, original: readOriginal(source, mutant.location) })),
  );
  const isAccepted = ({ file, original, replacement }) =>
    accepted.some((row) => row.file === file && row.original === original && row.replacement === replacement);
  const survivors = mutants.filter(({ status }) => UNNOTICED.has(status));
  const open = survivors.filter((mutant) => !isAccepted(mutant));
  const noticed = mutants.filter(({ status }) => NOTICED.has(status)).length;
  const tried = noticed + open.length;
  return {
    tried,
    noticed,
    accepted: survivors.length - open.length,
    score: tried === 0 ? 100 : Math.round((noticed / tried) * 1_000) / 10,
    survivors: open.map(
      ({ file, location, original, replacement, status }) =>
        `${file}:${location.start.line} ${shorten(original)} → ${shorten(replacement)}${status === 'NoCoverage' ? ' (no test comes here)' : ''}`,
    ),
  };
}

function readOriginal(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join('\n');
}

function shorten(text = '') {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 67)}…` : line;
}
