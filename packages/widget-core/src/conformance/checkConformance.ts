import { systemClock } from '../lib/clock';
import { createBackend, type Backend } from './backend';
import { CHECKS } from './checks';
import type { ConformanceOptions } from './conformanceOptions';

/** Result of a check. */
export interface CheckResult {
  readonly name: string;
  /** Undefined: the check does not apply. */
  readonly isOk: boolean | undefined;
  /** The expected and the actual result, or why the check was skipped. */
  readonly detail: string | undefined;
}

/** Results of all checks. */
export interface ConformanceReport {
  /** Whether all checks that apply have passed. */
  readonly isOk: boolean;
  readonly checks: readonly CheckResult[];
}

/** Maximum duration of a check, in milliseconds: models are slow. */
const CHECK_PATIENCE_MS = 60_000;

/** Calls a running backend as a widget would, and reports what does not conform. Creates some conversations on it. */
export async function checkConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const checks: CheckResult[] = [];
  for (const { name, needs, run } of CHECKS) {
    const reason = needs?.(options);
    if (reason !== undefined) checks.push({ name, isOk: undefined, detail: reason });
    else checks.push({ name, ...(await settle(run, createBackend(options))) });
  }
  return { isOk: checks.every(({ isOk }) => isOk !== false), checks };
}

async function settle(
  run: (backend: Backend) => Promise<void>,
  backend: Backend,
): Promise<Pick<CheckResult, 'isOk' | 'detail'>> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = systemClock.setTimer(() => {
      reject(new Error(`no end after ${String(CHECK_PATIENCE_MS / 1000)} seconds`));
    }, CHECK_PATIENCE_MS);
  });
  try {
    await Promise.race([run(backend), late]);
    return { isOk: true, detail: undefined };
  } catch (error) {
    return { isOk: false, detail: error instanceof Error ? error.message : String(error) };
  } finally {
    cancel();
  }
}

/** Formats the report as lines of text. */
export function writeReport({ checks, isOk }: ConformanceReport): string {
  const count = (wanted: boolean | undefined): number => checks.filter((check) => check.isOk === wanted).length;
  const lines = checks.map(({ name, isOk: passed, detail }) => {
    const mark = passed === undefined ? '-' : passed ? 'ok' : 'FAILED';
    return `${mark.padEnd(7)}${name}${detail === undefined ? '' : `: ${detail}`}`;
  });
  const left = count(undefined);
  return [
    ...lines,
    '',
    `${String(count(true))} passed, ${String(count(false))} failed${left > 0 ? `, ${String(left)} left out` : ''}.`,
    ...(isOk ? [] : ['This backend does not conform.']),
  ].join('\n');
}
