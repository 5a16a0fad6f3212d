import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passages } from '../db/schema';
import type { TestPglite } from '../testing/testDatabase';
import type { Library } from './library';
import { openTestLibrary } from '../testing/testLibrary';

const folder = new URL('testing/shop/', import.meta.url);
const QUESTIONS = JSON.parse(readFileSync(new URL('questions.json', folder), 'utf8')) as {
  nothing: readonly string[];
} & Readonly<Record<string, readonly (readonly [question: string, heading: string])[]>>;
const LANGUAGES = Object.keys(QUESTIONS).filter((name) => name !== 'nothing');

let database: TestPglite;
let library: Library;
beforeAll(async () => {
  const filesOf = (dataset: string): URL[] =>
    LANGUAGES.filter((language) => datasetOf(language) === dataset).map(
      (language) => new URL(`${language}.md`, folder),
    );
  ({ database, library } = await openTestLibrary({
    dataset_english: filesOf('dataset_english'),
    dataset_world: filesOf('dataset_world'),
  }));
});
afterAll(() => database.close());

const datasetOf = (language: string) => (language === 'english' ? 'dataset_english' : 'dataset_world');

async function missed(language: string): Promise<string[]> {
  const list: string[] = [];
  for (const [question, heading] of QUESTIONS[language] ?? []) {
    const found = (await library.search([datasetOf(language)], question)).slice(0, 3);
    const isFound = found.some(
      ({ passage }) => passage.source.startsWith(language) && (passage.headings.at(-1) ?? passage.page) === heading,
    );
    if (!isFound)
      list.push(
        `${question} → ${found.map(({ passage, coverage }) => `${passage.title} ${coverage.toFixed(2)}`).join(' | ')}`,
      );
  }
  return list;
}

describe('OW-2 questions as visitors of a shop type them', () => {
  it.each(LANGUAGES)('%s: nine of ten have their passage among the first three', async (language) => {
    const list = await missed(language);
    expect(list.length, list.join('\n')).toBeLessThanOrEqual(Math.max(1, (QUESTIONS[language]?.length ?? 0) / 10));
  });

  // A day or a city may be in a question about the weather and in the hours of a shop.
  it.each([
    ['english', 1],
    ['world', 2],
  ])('of eighteen questions about something else, the pages in %s answer %i', async (name, most) => {
    const answered: string[] = [];
    for (const question of QUESTIONS.nothing)
      for (const { passage, coverage } of (await library.search([`dataset_${name}`], question)).slice(0, 1))
        answered.push(`${question} → ${passage.title} ${coverage.toFixed(2)}`);
    expect(answered.length, answered.join('\n')).toBeLessThanOrEqual(most);
  });
});

describe('a database of an earlier release', () => {
  it('has its passages indexed again, once', async () => {
    await database.db.update(passages).set({ terms: 'old' });
    await library.sweep();
    expect((await library.search(['dataset_world'], '和紙')).map(({ passage }) => passage.page)).toEqual(['贈り物']);
    await database.db.update(passages).set({ terms: 'old' });
    await library.sweep();
    expect(await library.search(['dataset_world'], '和紙')).toEqual([]);
  });
});
