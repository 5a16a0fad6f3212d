// Which lines of the specification's checklist have which tests: the tests name the ids they prove.
//   (nothing)  prints the report      --write  to docs/checklist.md
//   --check    fails on ids that do not exist, lines and clauses without a test, tests without an assertion, and a page
// that is not this report; on lines without a clause that has a mutant
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRows } from '../test/mutants/rows.mjs';
import { readAllTests } from '../test/readTests.mjs';
import { readJson, root } from '../machine/workspace.mjs';

/** `W-19`, `W-19 to W-22`: lines of the specification's checklist. */
export const LINES = /\b([WLHS]-)(\d+)(?:\s*(?:to|–|-)\s*(?:\1)?(\d+))?/g;

/** Ids that a title names, in order; `W-19 to W-22` names four. */
export function idsIn(title, pattern = LINES) {
  const ids = [...title.matchAll(pattern)].flatMap(([, letter, first, last]) =>
    range(Number(first), Number(last ?? first)).map((number) => `${letter}${number}`),
  );
  return [...new Set(ids)];
}

/**
 * The titles that name each id: of a test, or of a group of tests.
 *
 * @returns `id → [{ file, title, tests }]`; `tests` are those below the title
 */
export function findProofs(tests, pattern = LINES) {
  const proofs = new Map();
  for (const test of tests) {
    for (const [depth, title] of test.titles.entries()) {
      for (const id of idsIn(title, pattern)) {
        const known = proofs.get(id) ?? proofs.set(id, new Map()).get(id);
        const key = [test.file, ...test.titles.slice(0, depth + 1)].join('\n');
        const proof = known.get(key) ?? known.set(key, { file: test.file, title, tests: [] }).get(key);
        proof.tests.push(test);
      }
    }
  }
  return new Map([...proofs].map(([id, titles]) => [id, [...titles.values()]]));
}

/**
 * What is wrong with a list of ids and its tests, a sentence each. `listed`: where the ids are listed, as in `the checklist`.
 */
export function findGaps(ids, proofs, listed) {
  const known = new Set(ids);
  const unknown = [...proofs].flatMap(([id, titles]) =>
    known.has(id) ? [] : titles.map(({ file }) => `${file} names ${id}, which is not in ${listed}`),
  );
  const unproven = ids.filter((id) => !proofs.has(id)).map((id) => `${id} has no test`);
  const vacuous = [...proofs].flatMap(([id, titles]) =>
    titles.flatMap(({ file, tests }) =>
      tests
        .filter(({ hasAssertion }) => !hasAssertion)
        .map(({ titles: names }) => `${id}: ${file}: “${names.join(' › ')}” asserts nothing`),
    ),
  );
  return [...unknown, ...unproven, ...new Set(vacuous)];
}

/**
 * What is wrong with the clauses, a sentence each: every one has an id of the checklist, and a test of its title that
 * asserts something; and every id has one with a mutant.
 *
 * @param clauses - rows of mutants that name a line (scripts/test/mutants/rows.mjs)
 */
export function findClauseGaps(clauses, ids, tests) {
  const known = new Set(ids);
  const held = new Set(clauses.filter(({ text }) => text !== undefined).map(({ line }) => line));
  const wrong = clauses.flatMap(({ line, name, test: file, title }) => {
    if (!known.has(line)) return [`The clause “${name}” is of ${line}, which is not in the checklist`];
    const found = tests.find((test) => test.file === file && test.titles.at(-1) === title);
    if (!found) return [`${line}, “${name}”: ${file} has no test “${title}”`];
    return found.hasAssertion ? [] : [`${line}, “${name}”: “${title}” in ${file} asserts nothing`];
  });
  return [...wrong, ...ids.filter((id) => !held.has(id)).map((id) => `${id} has no clause with a mutant`)];
}

/** The rows of a report: a line for each id with the titles that name it, and how many have one. */
export function toRows(listed, proofs) {
  const rows = listed.map(({ id, text }) => `| ${id} | ${text} | ${toCell(proofs.get(id) ?? [])} |`);
  return { rows: rows.join('\n'), proven: listed.filter(({ id }) => proofs.has(id)).length };
}

/** The report as Markdown. */
export function toReport(checklist, proofs, clauses) {
  const { rows, proven } = toRows(checklist, proofs);
  const cut = new Set(clauses.map(({ line }) => line)).size;
  const clauseRows = checklist
    .flatMap(({ id }) => clauses.filter(({ line }) => line === id))
    .map(
      ({ line, name, test, title, file }) =>
        `| ${line} | ${name} | ${toCell([{ file: test, title }])} | ${file ? `\`${file}\`` : '–'} |`,
    )
    .join('\n');
  return (
    `# The checklist and its tests\n\nWritten by \`npm run spec-report -- --write\`. ${proven} of ` +
    `${checklist.length} lines are named by a test, and ${cut} of them are cut into clauses.\n\n| id | ` +
    `what works | tests that name it |\n|---|---|---|\n${rows}\n\n## Clauses\n\nEach says one thing that ` +
    `must hold, and the test that is red when it does not. They are the rows of \`scripts/test/mutants\` that ` +
    `name a line; a clause whose test is renamed or gone fails the check. \`npm run mutants\` makes the mutant of each ` +
    `clause and wants that test red; the last column says in which file.\n\n| id | clause | test | mutant in |\n|---|---|---|---|\n${clauseRows}\n`
  );
}

/** Whether a page of the docs is the report as it would be written now; a sentence when it is not. */
export function findStale(page, report, command) {
  return readFileSync(path.join(root, page), 'utf8') === report
    ? []
    : [`${page} is not what the tests say now: ${command}`];
}

function toCell(proofs) {
  const byFile = new Map();
  for (const { file, title } of proofs)
    byFile.set(file, [...(byFile.get(file) ?? []), title.replaceAll('|', '\\|').replaceAll('\n', ' ')]);
  return [...byFile].map(([file, titles]) => `\`${file}\`: ${titles.join(' · ')}`).join('<br>') || '–';
}

function range(first, last) {
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) => first + index);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const checklist = readJson('scripts', 'docs', 'checklist.json');
  const clauses = readRows().filter(({ line }) => line !== undefined);
  const tests = readAllTests();
  const proofs = findProofs(tests);
  const report = toReport(checklist, proofs, clauses);
  const ids = checklist.map(({ id }) => id);
  if (process.argv.includes('--write')) writeFileSync(path.join(root, 'docs', 'checklist.md'), report);
  else if (process.argv.includes('--check')) {
    const gaps = [
      ...findGaps(ids, proofs, 'the checklist'),
      ...findClauseGaps(clauses, ids, tests),
      ...findStale('docs/checklist.md', report, 'npm run spec-report -- --write'),
    ];
    console.log(gaps.join('\n') || `${ids.length} lines and ${clauses.length} clauses of the checklist have tests.`);
    process.exitCode = gaps.length === 0 ? 0 : 1;
  } else console.log(report);
}
