// Which attacks and faults have which tests: the tests name the ids they prove.
//   (nothing)  prints the report      --write  to docs/security/tested.md
//   --check    fails on ids that do not exist, tests without an assertion, and a page that is not this report
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { findGaps, findProofs, findStale, THREATS, toRows } from './checklistReport.mjs';
import { readAllTests } from './readTests.mjs';
import { readJson, root } from './workspace.mjs';

const threats = readJson('scripts', 'threats.json');
const proofs = findProofs(readAllTests(['packages', 'e2e', 'scripts']), THREATS);

/** One table of the report. */
function table(title, letter) {
  const listed = threats.filter(({ id }) => id.startsWith(letter));
  const { rows, proven } = toRows(listed, proofs);
  return `## ${title}\n\n${proven} of ${listed.length} are named by a test.\n\n| id | what happens | tests that name it |\n|---|---|---|\n${rows}\n`;
}

const report = `# What is tested\n\nWritten by \`npm run security-report -- --write\`.\n\n${table('Attacks', 'A')}\n${table('Faults', 'F')}`;
if (process.argv.includes('--write')) writeFileSync(path.join(root, 'docs', 'security', 'tested.md'), report);
else if (process.argv.includes('--check')) {
  const gaps = [
    ...findGaps(
      threats.map(({ id }) => id),
      proofs,
      'the catalogue',
    ),
    ...findStale('docs/security/tested.md', report, 'npm run security-report -- --write'),
  ];
  console.log(gaps.join('\n') || `${threats.length} attacks and faults have tests.`);
  process.exitCode = gaps.length === 0 ? 0 : 1;
} else console.log(report);
