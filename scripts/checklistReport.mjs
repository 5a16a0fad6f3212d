// Which lines of the specification's checklist have which tests: the tests name the ids they prove.
//   (nothing)  prints the report      --write  to docs/checklist.md      --check  fails on ids that do not exist
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { listFiles, readJson, root } from './workspace.mjs';

const isTest = (file) => /\.(test|test-d|spec)\.(ts|tsx|mjs)$/.test(file) || /^e2e\/situations\//.test(file);
const skipped = (name) => ['node_modules', 'dist', 'output', '.git'].includes(name);

/** `W-19`, `W-19 to W-22`: lines of the specification's checklist. */
const LINES = /\b([WLHS]-)(\d+)(?:\s*(?:to|–|-)\s*(?:\1)?(\d+))?/g;
/** `A101`, `F104`: attacks and faults. */
export const THREATS = /\b([AF])(\d{3})\b/g;

/** Ids a test file names in its titles, in order; `W-19 to W-22` names four. */
export function namedIds(source, pattern = LINES) {
  const titles = [...source.matchAll(/(?:\b(?:describe|it|test|situation)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map((match) => match[2]);
  const ids = titles.flatMap((title) => [...title.matchAll(pattern)].flatMap(([, letter, first, last]) => range(Number(first), Number(last ?? first)).map((number) => `${letter}${number}`)));
  return [...new Set(ids)];
}

/** The report as Markdown. `tests` maps a test file to the ids it names. */
export function toReport(checklist, tests) {
  const { rows, proven } = toRows(checklist, tests);
  return `# The checklist and its tests\n\nWritten by \`npm run spec-report -- --write\`. ${proven} of ${checklist.length} lines are named by a test.\n\n| id | what works | tests |\n|---|---|---|\n${rows}\n`;
}

/** A line for each id with the test files that name it, and how many have one. */
export function toRows(checklist, tests) {
  const lines = checklist.map(({ id, text }) => {
    const files = [...tests].filter(([, ids]) => ids.includes(id)).map(([file]) => `\`${file}\``);
    return { isProven: files.length > 0, row: `| ${id} | ${text} | ${files.join('<br>') || '–'} |` };
  });
  return { rows: lines.map(({ row }) => row).join('\n'), proven: lines.filter((line) => line.isProven).length };
}

function range(first, last) {
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) => first + index);
}

/** Test files and the ids they name. */
export function readTests(pattern, folders = ['packages', 'e2e']) {
  const files = folders.flatMap((folder) => listFiles(path.join(root, folder), skipped).map((file) => `${folder}/${file}`)).filter(isTest);
  return new Map(files.map((file) => [file, namedIds(readFileSync(path.join(root, file), 'utf8'), pattern)]).filter(([, ids]) => ids.length > 0));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const checklist = readJson('scripts', 'checklist.json');
  const tests = readTests();
  const known = new Set(checklist.map(({ id }) => id));
  const unknown = [...tests].flatMap(([file, ids]) => ids.filter((id) => !known.has(id)).map((id) => `${file} names ${id}, which is not in the checklist`));
  if (process.argv.includes('--check')) console.log(unknown.join('\n') || `${tests.size} test files name lines of the checklist.`);
  else if (process.argv.includes('--write')) writeFileSync(path.join(root, 'docs', 'checklist.md'), toReport(checklist, tests));
  else console.log(toReport(checklist, tests));
  process.exit(process.argv.includes('--check') && (unknown.length > 0 || tests.size === 0) ? 1 : 0);
}
