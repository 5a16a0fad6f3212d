// Takes each guard away once and sees a test go red. The guards, what takes them away, and the tests are in
// guards.json.
//   (nothing)  all      <words>  those whose name has one of the words      --write  docs/security/guards.md
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, vitestCommand } from './programs.mjs';
import { readJson, root } from './workspace.mjs';

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const guards = readJson('scripts', 'guards.json');
const chosen = guards.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

if (process.argv.includes('--write')) writeFileSync(path.join(root, 'docs', 'security', 'guards.md'), toPage());
else process.exit(chosen.map(prove).every(Boolean) ? 0 : 1);

/** Breaks one guard, runs its test, puts it back, and answers whether the test was red. */
function prove({ name, file, from, to, project, test }) {
  const place = path.join(root, file);
  const before = readFileSync(place, 'utf8');
  if (before.split(from).length !== 2) {
    console.log(`FAILED ${name}: the guard is not where guards.json says (${file})`);
    return false;
  }
  let isRed = false;
  let output = '';
  try {
    writeFileSync(
      place,
      before.replace(from, () => to),
    );
    const [node, vitest] = vitestCommand();
    const run = runProgram(node, [vitest, 'run', '--project', project, test], { cwd: root });
    output = run.stdout;
    isRed = run.status !== 0 && /Tests\s.*\d+ failed/.test(output.replaceAll(/\u001B\[[\d;]*m/g, ''));
  } finally {
    writeFileSync(place, before);
  }
  console.log(`${isRed ? 'ok    ' : 'FAILED'} ${name}: ${test} is ${isRed ? 'red' : 'not red'} without it`);
  if (!isRed) console.log(output.slice(-1500));
  return isRed;
}

function toPage() {
  const rows = guards.map(({ name, file, test }) => `| ${name} | \`${file}\` | \`${test}\` |`);
  return (
    `# Guards and the tests that hold them\n\nEach guard was taken away once and its test went red. ` +
    `\`node scripts/guards.mjs\` does it again for all of them; it changes one line at a time and puts ` +
    `it back.\n\n| guard | where | red without it |\n|---|---|---|\n${rows.join('\n')}\n`
  );
}
