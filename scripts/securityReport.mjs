// Which attacks and faults have which tests: the tests name the ids they prove.
//   (nothing)  prints the report      --write  to docs/security/tested.md      --check  fails on ids that do not exist
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTests, THREATS, toRows } from './checklistReport.mjs';
import { readJson, root } from './workspace.mjs';

const threats = readJson('scripts', 'threats.json');
const tests = readTests(THREATS, ['packages', 'e2e', 'scripts']);
const known = new Set(threats.map(({ id }) => id));
const unknown = [...tests].flatMap(([file, ids]) => ids.filter((id) => !known.has(id)).map((id) => `${file} names ${id}, which is not in the catalogue`));

/** One table of the report. */
function table(title, letter) {
  const listed = threats.filter(({ id }) => id.startsWith(letter));
  const { rows, proven } = toRows(listed, tests);
  return `## ${title}\n\n${proven} of ${listed.length} are named by a test.\n\n| id | what happens | tests |\n|---|---|---|\n${rows}\n`;
}

const report = `# What is tested\n\nWritten by \`npm run security-report -- --write\`.\n\n${table('Attacks', 'A')}\n${table('Faults', 'F')}`;
if (process.argv.includes('--check')) console.log(unknown.join('\n') || `${tests.size} test files name attacks and faults.`);
else if (process.argv.includes('--write')) writeFileSync(path.join(root, 'docs', 'security', 'tested.md'), report);
else console.log(report);
process.exit(process.argv.includes('--check') && (unknown.length > 0 || tests.size === 0) ? 1 : 0);
