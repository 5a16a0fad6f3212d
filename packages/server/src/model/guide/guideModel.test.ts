import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../testing/manualClock';
import { readDocsFolder } from '../../datasets/docsFolder';
import { toPassages } from '../../datasets/passages';
import { createRetriever } from '../../datasets/retrieve';
import type { ModelEvent, ModelMessage } from '../chatModel';
import { noModelNotice } from '../../domain/hub/trialWithoutModel';
import { NOT_FOUND_BEGINNINGS } from '../searchSentences';
import { BOT_SENTENCES } from './botSentences';
import type { GuideVoice } from './guideAnswer';
import { readForeignQuestion } from './guideLanguages';
import { createGuideModel } from './guideModel';

const FIXTURE = new URL('../../datasets/testing/docs', import.meta.url).pathname;
const NO_WAIT = { now: () => 0, setTimer: (callback: () => void) => (queueMicrotask(callback), () => undefined) };

async function setUp(
  clock: Parameters<typeof createGuideModel>[0]['clock'] = NO_WAIT,
  voice: GuideVoice = {},
  language?: string,
) {
  const retriever = createRetriever(await readDocsFolder(FIXTURE, '/docs'));
  const model = createGuideModel({ retriever, clock, voice });
  const messages: ModelMessage[] = [{ role: 'system', text: 'You are a pirate.' }];
  async function ask(text: string) {
    messages.push({ role: 'user', text });
    const request = { messages, tools: [], ...(language !== undefined && { language }) };
    const events = await collect(model.reply(request, new AbortController().signal));
    const answer = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    messages.push({ role: 'assistant', text: answer.join('') });
    return {
      text: answer.join(''),
      pieces: answer,
      references: events.flatMap((event) => (event.type === 'references' ? event.references : [])),
      events,
    };
  }
  return { ask, model, messages };
}

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const list: ModelEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

describe('OW-3 the words of an owner’s bot', () => {
  const BOT = { bot: { name: 'Tilly' } };
  const say = async (text: string, language?: string, voice: GuideVoice = BOT): Promise<string> =>
    (await (await setUp(NO_WAIT, voice, language)).ask(text)).text;

  it.each([
    ['How tall is the Eiffel tower?', undefined, 'I found nothing about that.'],
    ['Wie hoch ist der Eiffelturm?', 'en', 'Dazu habe ich nichts gefunden.'],
    ['¿Cuánto mide la torre Eiffel?', undefined, 'No he encontrado nada sobre eso.'],
    ['エッフェル塔の高さは？', undefined, '該当する内容は見つかりませんでした。'],
    ['qwertz', 'de-AT', 'Dazu habe ich nichts gefunden.'],
    ['hello', undefined, 'Hello! How can I help you?'],
    ['hi', 'fr', 'Bonjour ! Comment puis-je vous aider ?'],
    ['Danke schön!', undefined, 'Gern geschehen!'],
    ['감사합니다', undefined, '천만에요!'],
    ['नमस्ते', undefined, 'नमस्ते! मैं आपकी क्या मदद कर सकता हूँ?'],
    ['شكرا', undefined, 'على الرحب والسعة!'],
    ['who are you?', undefined, 'I am Tilly, an automated assistant. Ask me a question, and I look up the answer.'],
    ['Wer bist du?', undefined, 'Ich bin Tilly, ein automatischer Assistent.'],
  ])('OW-3: in the language of the visitor, never as the documentation: %s (%s)', async (text, language, sentence) => {
    const answer = await say(text, language);
    expect(answer.startsWith(sentence)).toBe(true);
    expect(answer).not.toMatch(/document|full-text|OPENAI/i);
  });

  it('OW-3: leaves out a name that it does not have', async () => {
    expect(await say('who are you', undefined, { bot: { name: '' } })).toMatch(/^I am an automated assistant\./);
    expect(await say('你是谁', undefined, { bot: { name: '' } })).toMatch(/^我是自动回复助手。/);
  });

  it('OW-3: an owner sets the sentence for questions without an answer', async () => {
    const voice = { bot: { name: 'Tilly', nothingFound: 'Please call us: 01629 555 010.' } };
    expect(await say('How tall is the Eiffel tower?', 'de', voice)).toMatch(/^Please call us: 01629 555 010\.\n/);
  });

  it('OW-3: every sentence that reports no answer is counted as one without an answer', () => {
    for (const { nothing } of Object.values(BOT_SENTENCES)) expect(NOT_FOUND_BEGINNINGS).toContain(nothing);
  });

  it('OW-3: has the languages of the widget', () => {
    expect(Object.keys(BOT_SENTENCES).sort()).toEqual(
      'ar de en es fa fr he hi id it ja ko nl pl pt ru tr uk ur zh'.split(' '),
    );
  });
});

describe('H-16 the guide finds something', () => {
  it('FH-6, OW-5: answers with sentences of the passage, and with its source as reference', async () => {
    const { ask } = await setUp();
    const { text, references } = await ask('How do I back up my data?');
    expect(text).not.toMatch(/Based on the query|relevance|See also|^>|\[1\]/m);
    expect(text).toContain('copy the folder');
    expect(references[0]).toEqual({
      source: 'guides/operator.md',
      title: 'For operators › Data, backup and restore',
      url: '/docs/guides/operator#data-backup-and-restore',
    });
  });

  it('looks up the beginning of a message, and not a book', async () => {
    const { ask } = await setUp();
    const { references } = await ask('How do I back up my data?');
    expect(references.length).toBeGreaterThan(0);
    expect((await ask(`${'zzz '.repeat(500)} How do I back up my data?`)).references).toEqual([]);
  });

  it('answers a test of a dataset with the sentence of the specification, quoted passages, and citations that match the references', async () => {
    const { ask } = await setUp(NO_WAIT, { isDatasetTest: true });
    const { text, references, events } = await ask('How do I back up my data?');
    expect(
      text.startsWith(
        'Based on the query "How do I back up my data?", the information presented below has been carefully selected for its relevance.\n\n',
      ),
    ).toBe(true);
    expect(text).toContain('> - **Backup**: stop the server, copy the folder, start it again.');
    expect(references[0]).toEqual({
      source: 'guides/operator.md',
      title: 'For operators › Data, backup and restore',
      url: '/docs/guides/operator#data-backup-and-restore',
    });
    const numbers = [...text.matchAll(/^\*\*.+\*\* \[(\d+)\]$/gm)].map((match) => Number(match[1]));
    expect(numbers).toEqual(references.map((_reference, index) => index + 1));
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' });
  });

  it('OW-5: keeps code whole', async () => {
    const { ask } = await setUp();
    const { text } = await ask('install in a minute');
    expect(text).toContain(
      '```html\n<script async src="https://chat.example.com/integrations/widget/v2.js" data-widget="demo"></script>\n```',
    );
  });

  it('OW-5: says at most 600 characters from at most two passages', async () => {
    const { ask } = await setUp();
    for (const question of ['chat', 'widget', 'server', 'page', 'message', 'settings', 'which events are there']) {
      const { text, references } = await ask(question);
      expect(text.length).toBeLessThanOrEqual(600);
      expect(references.length).toBeLessThanOrEqual(2);
    }
  });

  it('goes on from the question before', async () => {
    const { ask } = await setUp();
    await ask('How do I install the chat?');
    await ask('thanks!');
    const { text, references } = await ask('and for React?');
    expect(text).toContain('npm install');
    expect(references[0]?.url).toBe('/docs/guides/integrator#react-without-an-iframe');
  });

  it('shows something new when asked for more', async () => {
    const { ask } = await setUp();
    const first = await ask('How do I install the chat?');
    const second = await ask('tell me more');
    expect(second.references.length).toBeGreaterThan(0);
    expect(second.references.map(({ url }) => url)).not.toContain(first.references[0]?.url);
  });

  it('answers the question behind a greeting, and is deaf to context and instructions', async () => {
    const { ask, messages } = await setUp();
    expect((await ask('Hi there, what about nginx?')).references[0]?.url).toBe('/docs/guides/operator#behind-a-proxy');
    messages.push({ role: 'user', text: 'Facts given by the page: > health', isContext: true });
    expect((await ask('trusted types')).references[0]?.url).toBe('/docs/csp#with-trusted-types');
  });
});

describe('H-16 the guide finds nothing', () => {
  it('FH-6: says so in plain words and offers what it knows, as suggestions without bullets', async () => {
    const { ask } = await setUp();
    const { text, references } = await ask('What is the capital of France?');
    expect(text.startsWith('I found nothing about that in this documentation.\n\n')).toBe(true);
    expect(text).toMatch(/\n\n\[[^\]]+\]\(\) \[[^\]]+\]\(\)/);
    expect(text).not.toMatch(/^[-*] /m);
    expect(references).toEqual([]);
  });

  it('says so in a test of a dataset with the sentence of the specification', async () => {
    const { ask } = await setUp(NO_WAIT, { isDatasetTest: true });
    const { text, references } = await ask('What is the capital of France?');
    expect(text.startsWith('Unable to locate information directly related to "What is the capital of France?".')).toBe(
      true,
    );
    expect(text).toMatch(/\[.+\]\(\)/);
    expect(references).toEqual([]);
  });

  it('repeats the words of a visitor as words, not as markup', async () => {
    const { ask } = await setUp(NO_WAIT, { isDatasetTest: true });
    const { text } = await ask('![x](https://evil.example/p.png)\n```card\ntitle: quux_ `zork` <b>');
    expect(text.split('\n')[0]).toBe(
      'Unable to locate information directly related to "!\\[x\\](https://evil.example/p.png) \\`\\`\\`card title: quux\\_ \\`zork\\` \\<b\\>".',
    );
    expect((await ask('zork '.repeat(500))).text.split('\n')[0]?.length).toBeLessThan(300);
  });

  it('offers suggestions that it can answer itself', async () => {
    const { ask } = await setUp();
    const { text } = await ask('pancakes');
    const captions = [...text.matchAll(/\[([^\]]+)\]\(\)/g)].map((match) => match[1] ?? '');
    expect(captions.length).toBeGreaterThan(0);
    for (const caption of captions) expect((await ask(caption)).references.length).toBeGreaterThan(0);
  });
});

describe('FH-6 a question in another language than the documentation', () => {
  it.each([
    ['Wie installiere ich den Chat?', 'Ich kann nur die englische Dokumentation lesen. Am besten passt:'],
    ['¿Cómo instalo el chat?', 'Solo puedo leer la documentación en inglés. Lo que mejor encaja:'],
    [
      'Comment installer le chat sur mon site ?',
      'Je ne peux lire que la documentation en anglais. Voici ce qui correspond le mieux :',
    ],
    ['インストール方法を教えてください', '英語のドキュメントのみ参照できます。最も近い内容はこちらです：'],
  ])('FH-6: %s: is told so in that language, with what fits', async (question, sentence) => {
    const { text, references } = await (await setUp()).ask(question);
    expect(text.startsWith(`${sentence}\n\n`)).toBe(true);
    expect(references.length).toBeGreaterThan(0);
  });

  it('FH-6: is told so once, where nothing fits', async () => {
    const { text } = await (await setUp()).ask('Wie wird das Wetter morgen?');
    expect(text.startsWith('Ich kann nur die englische Dokumentation lesen und habe dazu nichts gefunden.\n\n')).toBe(
      true,
    );
    expect(text).not.toContain('I found nothing');
  });

  it.each(['what is a die cut?', 'how to install', 'is it fast on mobile', 'change it', 'spend limit per day'])(
    'FH-6: English is English: %s',
    async (question) => {
      expect(readForeignQuestion(question)).toBeUndefined();
    },
  );
});

describe('FH-7 something is tried out that needs a model', () => {
  const notice = 'No language model is connected.';
  const abilities = new Map([['ability_1', { name: 'Start a return', description: 'When a parcel arrived broken.' }]]);
  const passages = toPassages({
    kind: 'markdown',
    text: '# Start a return\n\n## Start a return\n\nWhen a parcel arrived broken.\n\nAsk for the number first.',
    source: 'ability_1',
    url: '',
    resolveLink: () => undefined,
  });
  const talk = async (...texts: string[]): Promise<string> => {
    const model = createGuideModel({
      retriever: createRetriever(passages),
      clock: NO_WAIT,
      voice: { notice, abilities },
    });
    const messages = texts.map((text, index): ModelMessage =>
      index % 2 === 0 ? { role: 'user', text } : { role: 'assistant', text },
    );
    return (await collect(model.reply({ messages, tools: [] }, new AbortController().signal)))
      .map((event) => (event.type === 'text' ? event.text : ''))
      .join('');
  };

  it('FH-7: says so first, then what the ability is for, and none of its instructions', async () => {
    expect(await talk('My parcel arrived broken')).toBe(
      'No language model is connected.\n\n**Start a return**: When a parcel arrived broken.',
    );
  });

  it('OW-4, FH-7: says so once, and offers abilities where nothing fits', async () => {
    expect(await talk('Hello', 'No language model …', 'What is the weather?')).toBe(
      'You can look at what it is made for:\n\n[Start a return]()',
    );
  });

  it('FH-7: says so to a greeting, too', async () => {
    expect(await talk('hi')).toContain('No language model is connected.');
    expect(await talk('hi')).not.toContain('documentation');
  });

  it.each([
    [{ documents: true, abilities: false }, undefined, 'answers are quoted from the documents.'],
    [
      { documents: true, abilities: true },
      undefined,
      'answers are quoted from the documents, and abilities do not run.',
    ],
    [
      { documents: false, abilities: true },
      '/docs/guides/operator#choosing-a-model',
      'abilities are described here but do not run. [Connect a model](/docs/guides/operator#choosing-a-model)',
    ],
  ])('OW-4: says what is true of what is tried: %o', (has, guide, sentence) => {
    expect(noModelNotice(has, guide)).toBe(`No language model is connected on this server: ${sentence}`);
  });
});

describe('H-16 the guide in conversation', () => {
  it.each(['hi', 'Hello!', 'good morning', 'Hola', 'hey there 👋'])('greets back: %s', async (text) => {
    expect((await (await setUp()).ask(text)).text).toMatch(/^Hello!/);
  });

  it.each([
    'who are you?',
    'What are you',
    'are you a bot?',
    'Are you human',
    'are you ChatGPT?',
    'which model do you use?',
  ])('says what it is: %s', async (text) => {
    const answer = (await (await setUp()).ask(text)).text;
    expect(answer).toContain('not a language model');
    expect(answer).toContain('`OPENAI_BASE_URL`');
  });

  it.each(['thanks', 'Thank you very much!', 'ok thanks'])('takes thanks: %s', async (text) => {
    expect((await (await setUp()).ask(text)).text).toMatch(/^You are welcome/);
  });

  it.each(['what can you do?', 'help', 'How can you help me?'])('says what it can do: %s', async (text) => {
    expect((await (await setUp()).ask(text)).text).toContain('I quote the passages');
  });

  it('greets when nobody has said anything yet', async () => {
    const { model } = await setUp();
    const events = await collect(
      model.reply({ messages: [{ role: 'system', text: '' }], tools: [] }, new AbortController().signal),
    );
    expect(events[0]).toMatchObject({ type: 'text', text: expect.stringContaining('Hello!') as string });
  });

  it('looks up what only begins like small talk', async () => {
    const { ask } = await setUp();
    expect((await ask('what are the rate limits')).references.length).toBeGreaterThan(0);
    expect((await ask('help with nginx')).references[0]?.url).toBe('/docs/guides/operator#behind-a-proxy');
  });
});

describe('S-12 the guide streams', () => {
  it('gives small pieces that add up, the first without waiting', async () => {
    const clock = createManualClock();
    const { model } = await setUp(clock);
    const reply = model
      .reply({ messages: [{ role: 'user', text: 'hi' }], tools: [] }, new AbortController().signal)
      [Symbol.asyncIterator]();
    expect((await reply.next()).value).toEqual({ type: 'text', text: 'Hello! I search this ' });
    let isThere = false;
    const second = reply.next().then((next) => {
      isThere = true;
      return next;
    });
    clock.advance(24);
    await new Promise(setImmediate);
    expect(isThere).toBe(false);
    clock.advance(1);
    expect((await second).value).toMatchObject({ type: 'text' });
  });

  it('stops at once when it is told to, also between two pieces', async () => {
    const clock = createManualClock();
    const { model } = await setUp(clock);
    const stop = new AbortController();
    const reply = model
      .reply({ messages: [{ role: 'user', text: 'hi' }], tools: [] }, stop.signal)
      [Symbol.asyncIterator]();
    await reply.next();
    const second = reply.next();
    stop.abort('enough');
    await expect(second).rejects.toBe('enough');
    expect((await reply.next()).done).toBe(true);
  });
});
