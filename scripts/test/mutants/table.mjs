// The table of mutants in docs/quality.md, between two comments.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../machine/workspace.mjs';

const PAGE = path.join(root, 'docs', 'quality.md');
const [BEGIN, END] = ['<!-- mutants -->', '<!-- end of mutants -->'];

/**
 * The table as Markdown: how many mutants of each package a test caught, and the names of the others.
 *
 * @param mutants - rows
 * @param results - name of a mutant → `{ state, commit, date }`, its last result
 */
export function toTable(mutants, results) {
  const packages = [...new Set(mutants.map((row) => row.package))].sort();
  const stateOf = ({ name }) => results[name]?.state ?? 'not played';
  const line = (title, rows) => {
    const count = (state) => rows.filter((row) => stateOf(row) === state).length;
    const played = rows.length - count('not played');
    const share = played === 0 ? '–' : `${((count('caught') / played) * 100).toFixed(1)} %`;
    return `| ${title} | ${rows.length} | ${played} | ${count('caught')} | ${share} |`;
  };
  const lines = packages.map((name) =>
    line(
      name,
      mutants.filter((row) => row.package === name),
    ),
  );
  const others = mutants.filter((row) => ['survived', 'broken'].includes(stateOf(row)));
  const survivors = others.map(
    (row) => `- ${row.name} (\`${row.file}\`)${stateOf(row) === 'broken' ? ': its test could not be played' : ''}`,
  );
  const each = (key) => [...new Set(mutants.flatMap(({ name }) => results[name]?.[key] ?? []))].sort().join(', ');
  return [
    `Played on ${each('date')} at commit ${each('commit')}.`,
    ['| package | mutants | played | caught | share |', '|---|---|---|---|---|', ...lines, line('all', mutants)].join(
      '\n',
    ),
    survivors.length === 0 ? 'None survived.' : `Not caught:\n\n${survivors.join('\n')}`,
  ].join('\n\n');
}

export function writeTable(table) {
  const page = readFileSync(PAGE, 'utf8');
  const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]];
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`);
}

/** Whether docs/quality.md names a mutant as one that no test catches. */
export const isNamedSurvivor = (name) =>
  (readFileSync(PAGE, 'utf8').split(BEGIN)[1] ?? '').split(END)[0].includes(`\n- ${name} (`);
