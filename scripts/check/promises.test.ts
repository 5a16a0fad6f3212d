import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../machine/workspace.mjs';
import { readAllTests } from '../test/readTests.mjs';

const ID = /\b[A-Z]{1,2}-?\d+\b/g;
/** Commands of the table "Run it yourself", which test what no single file does. */
const COMMAND = /`npm run (?:attack|faults|mutants)\b/;

/** Rows of the tables whose last column is `test`, as their first and last cells. */
function readPromises(markdown: string): { promise: string; tests: string }[] {
  const rows: { promise: string; tests: string }[] = [];
  let isPromise = false;
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim())
      : [];
    if (cells.length === 0) isPromise = false;
    else if (cells.at(-1) === 'test') isPromise = true;
    else if (isPromise && !/^-+$/.test(cells[0] ?? ''))
      rows.push({ promise: cells[0] ?? '', tests: cells.at(-1) ?? '' });
  }
  return rows;
}

/** What is wrong with the tests that a promise names. */
function complaintsAbout(tests: string, known: { files: ReadonlySet<string>; ids: ReadonlySet<string> }): string[] {
  const files = [...tests.matchAll(/[\w./-]+\.(?:test|spec)\.tsx?/g)].map(([file]) => file);
  const ids = tests.match(ID) ?? [];
  return [
    ...(files.length + ids.length === 0 && !COMMAND.test(tests) ? ['It names no test'] : []),
    ...files.filter((file) => !known.files.has(file)).map((file) => `There is no ${file}`),
    ...ids.filter((id) => !known.ids.has(id)).map((id) => `No title has ${id}`),
  ];
}

it('SV-18: each promise of the security page names a test that is there', () => {
  const tests = readAllTests(['packages', 'e2e', 'scripts']);
  const files = new Set(tests.flatMap(({ file }) => [file, path.basename(file)]));
  const ids = new Set(tests.flatMap(({ titles }) => titles.join(' ').match(ID) ?? []));
  const page = readFileSync(path.join(root, 'docs/security/index.md'), 'utf8');
  const promises = readPromises(page);
  expect(promises.length).toBeGreaterThan(40);
  const wrong = promises.flatMap(({ promise, tests: named }) =>
    complaintsAbout(named, { files, ids }).map((complaint) => `${promise}: ${complaint}`),
  );
  expect(wrong).toEqual([]);
}, 120_000);

it('a row without a test, of a file that is gone or of an id that no title has, is found', () => {
  const page =
    '| promise | test |\n|---|---|\n| a | |\n| b | `gone.test.ts` |\n| c | A1 to A2, `here.test.ts` |\n\n| d | e |\n';
  const known = { files: new Set(['here.test.ts']), ids: new Set(['A1']) };
  expect(readPromises(page).map(({ tests }) => complaintsAbout(tests, known))).toEqual([
    ['It names no test'],
    ['There is no gone.test.ts'],
    ['No title has A2'],
  ]);
});
