// Known weaknesses of what we depend on, as the registry tells them. Where it does not answer, this says so and is not
// red: the floor of known advisories stands as a test (scripts/supplyChain.test.ts) and needs no network.
import { pnpmCommand, runProgram } from './programs.mjs';
import { root } from './workspace.mjs';

const LIMIT_MS = 120_000;
const [pnpm, ...before] = pnpmCommand();
const audit = runProgram(pnpm, [...before, 'audit', '--prod', '--json', ...process.argv.slice(2)], {
  cwd: root,
  timeout: LIMIT_MS,
});
const report = readReport(audit.stdout ?? '');
if (!report) {
  console.log(
    'Not audited: the registry gave no answer that can be read. The floor of known advisories is tested without it.',
  );
  process.exit(0);
}
const found = Object.values(report.advisories ?? {});
for (const { severity, module_name: name, title, url, patched_versions: patched } of found)
  console.log(`${severity}: ${name}: ${title} (${url}), mended in ${patched}`);
const isBad = found.some(({ severity }) => severity === 'high' || severity === 'critical');
console.log(
  found.length === 0 ? 'No known weakness.' : `${found.length} known weaknesses${isBad ? ', some of them grave' : ''}.`,
);
process.exit(isBad ? 1 : 0);

/** The registry's answer, or undefined when it is an error or no JSON. */
function readReport(text) {
  try {
    const value = JSON.parse(text);
    return value.metadata && !value.error ? value : undefined;
  } catch {
    return undefined;
  }
}
