import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docsWeight, readDocsFolder } from './docsFolder';
import type { Passage } from '../reading/readingJobs';
import { createRetriever } from './retrieve';
import { QUESTIONS, UNANSWERABLE } from './testing/questions';

const FIXTURE = new URL('testing/docs', import.meta.url).pathname;
const PROJECT_DOCS = new URL('../../../../docs', import.meta.url).pathname;

async function setUp(folder = FIXTURE) {
  const passages = await readDocsFolder(folder, '');
  return { passages, retriever: createRetriever(passages, undefined, docsWeight) };
}

function nameOf({ source, url }: Passage): string {
  return `${source.replace(/\.md$/, '')}#${url.split('#')[1] ?? ''}`;
}

describe.each([
  ['the fixture', FIXTURE],
  ['the documentation as it is now', PROJECT_DOCS],
])('H-16 questions to %s', (_title, folder) => {
  it('finds an expected passage among the first three, for every question whose passage exists', async ({ skip }) => {
    if (!existsSync(folder)) skip();
    const { passages, retriever } = await setUp(folder);
    const existing = new Set(passages.map(nameOf));
    const missed = QUESTIONS.filter(({ expected }) => expected.some((name) => existing.has(name))).filter(
      ({ question, expected }) => {
        const first = retriever.search(question).slice(0, 3);
        return !first.some(({ passage }) => expected.includes(nameOf(passage)));
      },
    );
    // The project's own pages are rewritten all the time: one question in ten may lose its passage before somebody
    // tunes again.
    expect(missed.length, missed.map(({ question }) => question).join('; ')).toBeLessThanOrEqual(
      folder === FIXTURE ? 0 : QUESTIONS.length / 10,
    );
  });

  it('finds nothing for questions about something else', async ({ skip }) => {
    if (!existsSync(folder)) skip();
    const { retriever } = await setUp(folder);
    expect(UNANSWERABLE.filter((question) => retriever.search(question).length > 0)).toEqual([]);
  });
});

describe('H-16 a search', () => {
  it('has at least 25 questions with and 10 without an answer to stand on', () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(25);
    expect(UNANSWERABLE.length).toBeGreaterThanOrEqual(10);
  });

  it('is patient with slips of the pen, other word forms and words for the same thing', async () => {
    const { retriever } = await setUp();
    const first = (question: string) => retriever.search(question)[0]?.passage.url;
    expect(first('helth')).toBe('/guides/operator#health');
    expect(first('backups and restoring')).toBe('/guides/operator#data-backup-and-restore');
    expect(first('licensing')).toBe('#licence');
  });

  it('lets an earlier question lend its words', async () => {
    const { retriever } = await setUp();
    const [best] = retriever.search('and for React?', 'How do I install the chat?');
    expect(best?.passage.url).toBe('/guides/integrator#react-without-an-iframe');
  });

  it('gives nothing for words without meaning, and nothing from nothing', async () => {
    const { retriever } = await setUp();
    expect(retriever.search('is it the')).toEqual([]);
    expect(retriever.search('')).toEqual([]);
    expect(createRetriever([]).search('install')).toEqual([]);
    expect(createRetriever([]).topics()).toEqual([]);
  });

  it('names one topic a document, the start page first', async () => {
    const { retriever } = await setUp();
    const sources = retriever.topics().map(({ source }) => source);
    expect(sources[0]).toBe('index.md');
    expect(new Set(sources).size).toBe(sources.length);
  });
});
