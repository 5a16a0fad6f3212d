import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestLibrary } from '../testing/testLibrary';

/** Sites of twelve pages, and questions with the pages that answer them. */
interface PageSet {
  readonly pages: readonly { readonly site: string; readonly name: string; readonly text: string }[];
  readonly questions: readonly { readonly site: string; readonly q: string; readonly pages: readonly string[] }[];
}

const folder = new URL('testing/blind/pages/', import.meta.url);
const files = mkdtempSync(path.join(tmpdir(), 'sotto-pages-'));
afterAll(() => {
  rmSync(files, { recursive: true, force: true });
});

describe('OW-2 questions to sites of which the page counts', () => {
  // What each set found the first time is in docs/performance/answers.md.
  it.each([
    ['twelfth-en', 0.96],
    ['twelfth-de', 0.93],
    ['thirteenth-de', 0.89],
    ['thirteenth-en', 0.86],
  ])('OW-2: %s: this share has its page among the first three passages: %d', async (name, least) => {
    const set = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as PageSet;
    const datasets: Record<string, URL[]> = {};
    for (const { site, name: page, text } of set.pages) {
      const file = path.join(files, `${page}.md`);
      writeFileSync(file, text);
      (datasets[site] ??= []).push(pathToFileURL(file));
    }
    const { database, library } = await openTestLibrary(datasets);
    const missed: string[] = [];
    for (const { site, q, pages } of set.questions) {
      const found = (await library.search([site], q)).slice(0, 3);
      if (!found.some(({ passage }) => pages.includes(passage.source.replace(/-\d+\.md$/, ''))))
        missed.push(`${q} → ${found.map(({ passage }) => `${passage.source} ${passage.title}`).join(' | ')}`);
    }
    await database.close();
    expect(1 - missed.length / set.questions.length, missed.join('\n')).toBeGreaterThanOrEqual(least);
  });
});
