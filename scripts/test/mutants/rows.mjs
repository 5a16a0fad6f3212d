// The mutants: one row a line, in a file for each package. A row says what is changed where (`file`, `text`, `instead`)
// and which test file must be red then (`test`). `line`: the row is a clause of that line of the checklist. `title`: the
// very test that must be red. A clause without a change is held by a browser test, which no mutant is played against.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readJson, root } from '../../machine/workspace.mjs';
import { readTestFile } from '../readTests.mjs';

const FOLDER = path.join('scripts', 'test', 'mutants');

/** All rows, each with its `package`. */
export function readRows() {
  return readdirSync(path.join(root, FOLDER))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJson(FOLDER, name).map((row) => ({ ...row, package: name.slice(0, -'.json'.length) })));
}

/** The rows that change something. */
export const readMutants = () => readRows().filter(({ text }) => text !== undefined);

/** Whether a source holds a mutant's text once. */
export const standsOnce = ({ text }, source) => source.split(text).length === 2;

/** What is wrong with rows, a sentence each. */
export function findRowGaps(rows) {
  return rows.flatMap((row, index) => {
    const say = (text) => `${row.package}.json, “${row.name}”: ${text}`;
    const isThere = (file) => existsSync(path.join(root, file));
    const home = row.package === 'scripts' ? 'scripts/' : `packages/${row.package}/`;
    return [
      rows.findIndex(({ name }) => name === row.name) < index && say('another row has this name'),
      !isThere(row.test) && say(`the test file ${row.test} is not there; if it was renamed, write its new path`),
      row.text !== undefined && findTextGap(row, isThere) && say(findTextGap(row, isThere)),
      row.text !== undefined && !row.file.startsWith(home) && say(`${row.file} is not below ${home}`),
    ].filter(Boolean);
  });
}

/**
 * Rows whose `title` is only a part of the title of a test: no red test decides such a row. Titles that a table makes
 * cannot be read, so they are not looked at.
 */
export function findTitleGaps(rows) {
  const titlesOf = new Map();
  return rows
    .filter(({ title, test }) => title !== undefined && existsSync(path.join(root, test)))
    .filter((row) => {
      if (!titlesOf.has(row.test))
        titlesOf.set(
          row.test,
          readTestFile(readFileSync(path.join(root, row.test), 'utf8'), row.test).map(({ titles }) => titles.join(' ')),
        );
      const titles = titlesOf.get(row.test);
      const isWhole = titles.some((title) => title.endsWith(row.title)) || isDecidedBy(row, titles.map(toFailed));
      return !isWhole && titles.some((title) => title.includes(row.title));
    })
    .map(
      ({ package: name, name: row, title }) => `${name}.json, “${row}”: “${title}” is only a part of a test’s title`,
    );
}

const toFailed = (title) => ({ title });

function findTextGap(row, isThere) {
  if (row.text === row.instead) return 'changes nothing';
  if (!isThere(row.file)) return `${row.file} is not there`;
  const isFound = standsOnce(row, readFileSync(path.join(root, row.file), 'utf8'));
  return isFound ? undefined : `${row.file} does not hold this once: ${row.text}`;
}

/**
 * Whether the tests that failed are enough to say that a mutant is caught: one of any title, or the one that its row
 * names.
 *
 * @param {{ readonly title?: string }} row
 * @param {readonly { readonly title: string }[]} failed
 */
export function isDecidedBy({ title }, failed) {
  return title === undefined ? failed.length > 0 : failed.some((each) => toPattern(title).test(each.title));
}

/** Finds the tests of a title, which may hold what a table fills in. */
export function toPattern(title) {
  const text = title
    .split(/%[a-z#]|\$\{[^}]*\}|\$\w+/i)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`(?:^| )${text}$`, 's');
}
