/** What came of it; everything but `shown`, `refused`, `sandboxed` and `longestTaskMs` should be empty. */
export interface AttackResult {
  readonly place: string;
  /** Attacks that were drawn. */
  shown: number;
  /** Attacks the window protocol refused, such as one of a megabyte. */
  refused: number;
  scripts: string[];
  violations: string[];
  /** Stopped where diagrams are drawn. */
  sandboxed: number;
  requests: string[];
  navigations: string[];
  findings: string[];
  errors: string[];
  /** Processor time of the longest task, in milliseconds; 0 where the engine does not tell. */
  longestTaskMs: number;
  /** What was shown then. */
  longestTaskAt: string;
}

/** The longest a page may be kept busy by one task, in milliseconds of processor time. */
const TASK_MAX_MS = 200;

/** What is wrong with a result, one line each; nothing when all is well. */
export function faultsOf(result: AttackResult, taskMaxMs = TASK_MAX_MS): string[] {
  const { place, scripts, violations, requests, navigations, findings, errors, longestTaskMs, longestTaskAt } = result;
  const named = Object.entries({
    'ran a script': scripts,
    'was stopped by the policy only': violations,
    'asked a stranger': requests,
    'left the page': navigations,
    'put into the page': findings,
    threw: errors,
  });
  const faults = named.flatMap(([what, details]) => details.map((detail) => `${place} ${what}: ${detail}`));
  return longestTaskMs > taskMaxMs
    ? [...faults, `${place} kept the page busy for ${longestTaskMs.toFixed(0)} ms: ${longestTaskAt}`]
    : faults;
}

/** A result before anything was shown. */
export function noResult(place: string): AttackResult {
  return {
    place,
    shown: 0,
    refused: 0,
    scripts: [],
    violations: [],
    sandboxed: 0,
    requests: [],
    navigations: [],
    findings: [],
    errors: [],
    longestTaskMs: 0,
    longestTaskAt: '',
  };
}

/** Adds what came of a part of a place to what came of the rest. */
export function addTo(result: AttackResult, part: AttackResult): void {
  for (const key of ['scripts', 'violations', 'requests', 'navigations', 'findings', 'errors'] as const)
    result[key].push(...part[key]);
  for (const key of ['shown', 'refused', 'sandboxed'] as const) result[key] += part[key];
}

/** The figures of all places together, a line each. */
export function sumUp(results: readonly AttackResult[]): string[] {
  const all = (key: 'scripts' | 'requests' | 'navigations' | 'findings'): string[] =>
    results.flatMap((result) => result[key]);
  const layout = all('findings').filter((finding) => finding.includes(': layout:'));
  const [worst] = [...results].sort((one, other) => other.longestTaskMs - one.longestTaskMs);
  return [
    `shown                       ${String(results.reduce((sum, { shown }) => sum + shown, 0))} in ` +
      `${String(new Set(results.map(({ place }) => place)).size)} places`,
    `scripts run                 ${String(all('scripts').length)}`,
    `requests nobody allowed     ${String(all('requests').length)}`,
    `navigations                 ${String(all('navigations').length)}`,
    `layout escapes              ${String(layout.length)}`,
    `foreign elements and names  ${String(all('findings').length - layout.length)}`,
    `worst freeze                ` +
      `${
        worst && worst.longestTaskMs > 0
          ? `${worst.longestTaskMs.toFixed(0)} ms of \
${String(TASK_MAX_MS)} (${worst.place}: ${worst.longestTaskAt})`
          : 'not told by this engine'
      }`,
  ];
}

/** One line of figures for a table. */
export function toLine(result: AttackResult): string {
  const count = (list: readonly string[]): string => String(list.length).padStart(8);
  return (
    `${result.place.padEnd(18)}${String(result.shown).padStart(8)}${String(result.refused).padStart(8)}` +
    `${count(result.scripts)}${count(result.requests)}${count(result.violations)}${count(result.navigations)}` +
    `${count(result.findings)}${count(result.errors)}${String(result.sandboxed).padStart(8)}${result.longestTaskMs.toFixed(0).padStart(8)}`
  );
}

/** The names above `toLine`. */
export const HEADING = `${'place'.padEnd(18)}${[
  'shown',
  'refused',
  'scripts',
  'requests',
  'policy',
  'moves',
  'found',
  'errors',
  'sandbox',
  'task ms',
]
  .map((name) => name.padStart(8))
  .join('')}`;
