// The static checks: what must hold without running the program.
import { root, withTools } from '../machine/workspace.mjs';

/** A check that takes longer than this hangs, in milliseconds. */
const LIMIT_MS = 10 * 60_000;

/** Name and command of each; those that read `dist` need a build. */
export const checks = [
  { name: 'generated', command: 'node scripts/build/generate.mjs --check' },
  { name: 'format', command: 'node scripts/check/format.mjs --check' },
  // Types and rules in one: both ask the same checker (docs/decisions/2026-11-26-native-tools.md).
  { name: 'lint', command: 'oxlint -f unix .' },
  { name: 'lanes', command: 'node scripts/check/checkLanes.mjs' },
  { name: 'unused', command: 'knip' },
  { name: 'checklist', command: 'node scripts/docs/checklistReport.mjs --check' },
  { name: 'audit', command: 'node scripts/check/audit.mjs' },
  { name: 'release', command: 'node scripts/release/checkRelease.mjs' },
  { name: 'sizes', command: 'node scripts/check/checkSizes.mjs', needsBuild: true },
  { name: 'packages', command: 'node scripts/check/checkPackages.mjs', needsBuild: true },
  { name: 'api', command: 'node scripts/check/apiReport.mjs --check', needsBuild: true },
];

/** Runs one check and keeps its output. */
export async function runCheck(processes, check) {
  const { code, output } = await processes.run(check.command, [], {
    cwd: root,
    shell: true,
    env: { ...withTools(), FORCE_COLOR: '0' },
    limitMs: LIMIT_MS,
  });
  return { isGood: code === 0, output };
}

/** The named checks, or all. Throws when there is no check of that name. */
export function chooseChecks(names) {
  const unknown = names.find((name) => !checks.some((check) => check.name === name));
  if (unknown)
    throw new Error(`There is no check '${unknown}'. Checks: ${checks.map((check) => check.name).join(', ')}.`);
  return checks.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Runs checks one after the other, with everything they print; goes on after a failure. */
export async function runChecks(processes, chosen) {
  const failed = [];
  for (const check of chosen) {
    const { isGood, output } = await runCheck(processes, check);
    if (output.trim()) console.log(output.trimEnd());
    console.log(`${isGood ? 'ok    ' : 'FAILED'} ${check.name}`);
    if (!isGood) failed.push(check.name);
  }
  return failed.length === 0;
}
