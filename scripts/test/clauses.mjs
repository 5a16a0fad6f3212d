// What clauses.json says beside titles: the mutant of each clause that its test must notice. Plain Node.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectOf } from './mutants/relatedTests.mjs';
import { root } from '../machine/workspace.mjs';

/**
 * The mutants as changes that `playChanges` takes. `title`: of the test that must be red.
 *
 * @param clauses - as clauses.json has them
 */
export function readClauseMutants(clauses) {
  return clauses
    .filter(({ mutant }) => mutant)
    .map(({ id, clause, file, title, mutant }) => ({
      ...mutant,
      name: `${id}: ${clause}`,
      project: projectOf(file),
      test: file,
      title,
    }));
}

/** Whether the very test of a clause is among those that failed; a title may hold what a table fills in. */
export function isTitleRed(title, failed) {
  const text = title
    .split(/%[a-z#]|\$\{[^}]*\}|\$\w+/i)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return failed.some((each) => new RegExp(`(?:^| )${text}$`, 's').test(each.title));
}

/** What is wrong with the mutants, a sentence each: every line has one, and each can be made. */
export function findMutantGaps(clauses, ids) {
  const has = (id) => clauses.some((each) => each.id === id && each.mutant);
  const without = ids.filter((id) => !has(id)).map((id) => `${id} has no clause with a mutant`);
  const lost = clauses.flatMap(({ id, clause, mutant }) =>
    !mutant || standsOnce(mutant) ? [] : [`${id}, “${clause}”: ${mutant.file} does not hold its mutant’s text once`],
  );
  return [...without, ...lost];
}

function standsOnce({ file, from, to }) {
  const place = path.join(root, file);
  return from !== to && existsSync(place) && readFileSync(place, 'utf8').split(from).length === 2;
}
