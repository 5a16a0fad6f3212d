import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docsWeight, readDocsFolder } from '../../datasets/docsFolder';
import { createRetriever } from '../../datasets/retrieve';
import { createGuideModel } from './guideModel';

/** Of an answer, with the sentence about its language. */
const ANSWER_MAX_LENGTH = 700;
const DOCS = new URL('../../../../../docs', import.meta.url).pathname;

/**
 * What people ask who run a site, build one or run a server, and what an answer must have to be one: a place it is
 * quoted from, and words in it.
 */
const QUESTIONS: readonly (readonly [question: string, source: string, says: RegExp])[] = [
  [
    'How do I install it?',
    'guides/questions',
    /<script async src="[^"]+\/integrations\/widget\/v2\.js" data-widget="demo">/,
  ],
  ['hwo do i instal the chat on my site', 'guides/', /<script async src="[^"]+\/integrations\/widget\/v2\.js"/],
  ['how much does it cost?', 'guides/questions', /free software/],
  ['It does not show up on my page, what can I do?', 'guides/', /1\. [^]*console \(F12\)[^]*4\. /],
  ["I can't see the button", 'guides/', /console \(F12\)/],
  ['Which languages does it speak?', 'guides/questions', /twenty languages[^]*data-language/],
  ['Can I change the colours?', 'guides/', /brand colour|data-theme/],
  ['does it work with wordpress', 'guides/install-wordpress', /plugin/],
  ['where do i put it in wix', 'guides/install-site-builders', /Custom Code/],
  ['squarespace install', 'guides/install-site-builders', /Code Injection/],
  ['How do I install it on Shopify?', 'guides/', /theme\.liquid/],
  ['where are conversations stored', 'guides/questions', /database[^]*PostgreSQL/],
  ['How can I see what visitors asked?', 'guides/questions', /\/conversations/],
  ['Is it GDPR compliant? do i need a cookie banner', 'guides/questions', /data-consent="wait"/],
  ['How do I connect OpenAI?', 'guides/', /OPENAI_BASE_URL[^]*OPENAI_API_KEY[^]*OPENAI_MODEL/],
  ['can i use a local model with ollama', 'guides/', /localhost:11434/],
  ['How do I limit how many messages people can send?', 'guides/questions', /budgets[^]*LIMIT_REPLIES/],
  ['how do i back up the data', 'guides/operator', /server backup/],
  ['When should I switch to Postgres?', 'guides/', /more than one process|one process is not enough/i],
  ['What does a strict CSP need?', 'csp', /script-src[^]*frame-src/],
  ['use it in next.js app router', 'guides/install-next', /SottoChat/],
  ['open the chat from my own button', 'guides/site-owner', /sotto\.open\(\)/],
  ['how to tell the bot who is logged in', 'guides/questions', /JWT/],
  ['let the bot call a function on my page', 'guides/questions', /registerFunctions/],
  ['Can a human take over the conversation?', 'guides/questions', /\*\*Take over\*\*/],
  ['How big is the script? will it slow my site down', 'guides/questions', /3 KB/],
  ['does it work offline', 'guides/questions', /exactly once/],
  ['¿Cómo instalo el chat en mi página?', 'guides/', /^Solo puedo leer[^]*<script async/],
  ['Wie binde ich das auf meiner Webseite ein?', 'guides/', /^Ich kann nur[^]*<script async/],
  ['Combien ça coûte ?', 'guides/questions', /^Je ne peux lire[^]*free software/],
  ['インストール方法を教えてください', 'guides/', /^英語の[^]*<script async/],
  ['chnage langauge to german', 'guides/questions', /data-language="de"/],
];

const passages = await readDocsFolder(DOCS, '/docs');
const model = createGuideModel({
  retriever: createRetriever(passages, undefined, docsWeight),
  clock: { now: () => 0, setTimer: (callback) => (queueMicrotask(callback), () => undefined) },
});

async function ask(text: string) {
  let answer = '';
  const sources: string[] = [];
  for await (const event of model.reply(
    { messages: [{ role: 'user', text }], tools: [] },
    new AbortController().signal,
  )) {
    if (event.type === 'text') answer += event.text;
    if (event.type === 'references') sources.push(...event.references.map(({ source }) => source));
  }
  return { answer, sources };
}

describe('FH-6 what the guide answers from the documentation', () => {
  it.each(QUESTIONS)('FH-6: %s', async (question, source, says) => {
    const { answer, sources } = await ask(question);
    expect(sources[0]).toMatch(new RegExp(`^${source}`));
    expect(answer).toMatch(says);
    expect(answer).not.toMatch(/Based on the query|Unable to locate/);
    expect(answer.length).toBeLessThanOrEqual(ANSWER_MAX_LENGTH);
  });

  it('FH-6: offers questions that people have, to whoever asks what it can do or what it does not know', async () => {
    for (const question of ['what can you do?', 'who won the world cup in 1998']) {
      const { answer, sources } = await ask(question);
      expect([sources, (answer.match(/\[[^\]]+\?\]\(\)/g) ?? []).length]).toEqual([[], 4]);
    }
  });

  it.each([
    ['First', 29],
    ['Second', 28],
    ['Third', 28],
    ['Fourth', 26],
    ['Fifth', 24],
    ['Sixth', 18],
    ['Seventh', 25],
    ['Eighth', 21],
    ['Ninth', 22],
    ['Tenth', 20],
  ])('OW-5: of 30 questions of the %s set it answers %i', async (set, least) => {
    const file = new URL(`../../datasets/testing/blind/guide${set}.json`, import.meta.url);
    const wrong: string[] = [];
    for (const [question, source, says] of JSON.parse(readFileSync(file, 'utf8')) as [string, string, string][]) {
      const { answer, sources } = await ask(question);
      // The page of questions and answers is a right source for anything that it says.
      const isFrom = new RegExp(`${source}|guides/questions`).test(sources.join(' '));
      if (!isFrom || !new RegExp(says).test(answer)) wrong.push(question);
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(30 - least);
  });

  it('FH-6: reads no page that is for people who work on the code', () => {
    const sources = new Set(passages.map(({ source }) => source));
    expect(
      [...sources].filter((source) =>
        /^(?:performance|reference|scaling|security|decisions)\/|architecture|checklist|acceptance|compare|conversation|protocol|quality/.test(
          source,
        ),
      ),
    ).toEqual([]);
    expect(sources.size).toBeGreaterThan(10);
  });
});
