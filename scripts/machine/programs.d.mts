import type { SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process';

export const needsShell: boolean;
export function startError(command: string, cause: NodeJS.ErrnoException): Error;
export function vitestCommand(): [string, string];
export function pnpmCommand(): string[];
export function besidePnpm(...command: readonly string[]): string[];
export function runProgram(
  command: string,
  args: readonly string[],
  options?: SpawnSyncOptions,
): SpawnSyncReturns<string>;
