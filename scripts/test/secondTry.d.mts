import type { SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process';

interface ReportedTest {
  fullName: string;
  status: string;
}
interface ReportedFile {
  name: string;
  status: string;
  assertionResults: ReportedTest[];
}
/** What vitest's JSON reporter writes. */
interface Report {
  testResults: ReportedFile[];
}
interface Failure {
  file: ReportedFile;
  test?: ReportedTest;
}

export const FLAKY_FILE: string;
export function playWithSecondTry(
  args: readonly string[],
  words: readonly string[],
  reportFile: string,
  options: SpawnSyncOptions,
): { report: Report | undefined; isGood: boolean; flaky: string[]; ended: SpawnSyncReturns<string> };
export function findFailed(report: Report): Failure[];
export function decide(
  failed: readonly Failure[],
  second: readonly (Report | undefined)[],
): { flaky: (Failure & { again: Report })[]; red: Failure[] };
export function findOften(lines: string): string[];
export function readOften(): string[];
