import { systemClock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderUserMarkdown } from '../../hub-site/src/docs/renderUserMarkdown';
import { HOSTILE_SIZES, HOSTILE_TEXTS } from '../../widget-core/src/testing/hostileTexts';
import { measureGrowth } from '../../widget-core/src/testing/linearTime';
import { readDocsFolder } from './datasets/docsFolder';
import { toPassages } from './datasets/passages';
import { createRetriever } from './datasets/retrieve';
import { toTerms } from './datasets/terms';
import { maskPersonalData } from './domain/conversations/privacy';
import { readCurl } from './model/tools/importRequests/readCurl';
import { createGuideModel } from './model/guide/guideModel';
import { replyToPersonRequest } from './lib/personRequests';
import { toSpokenText } from './model/speech/spokenText';
import { readAbility } from './model/tools/abilityTemplate';
import { readRequestFields } from './model/tools/abilityTemplateFields';
import { startMediaServer, type MediaServer } from './testing/startMediaServer';
import { clientId, type TestSession } from './testing/startTestServer';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
/** The machine may be busy for a moment. A text that stops the server stops it every time. */
const retry = 2;

const KINDS = Object.entries(HOSTILE_TEXTS);
const LONGEST = Math.max(...HOSTILE_SIZES);

function orError(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

/** What the main thread does with texts of strangers. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a message that is spoken': toSpokenText,
  'a text on a page of the Hub': renderUserMarkdown,
  'an ability': (text) => readAbility(`${text}\n\n\`\`\`fetch\nGET https://a.example/{{x}}\n${text}\n\`\`\``),
  'an ability as fields': (text) =>
    readRequestFields(`\`\`\`fetch\nPOST https://a.example/?q=${text}\n\n${text}\n\`\`\``),
  'a curl command': (text) => {
    const words = text.replaceAll("'", '');
    return [`-d ${text}`, `'https://a.example/${words}?${words}'`, `-H 'X-A: ${words}'`].map((part) =>
      orError(() => readCurl(`curl https://a.example/ ${part}`.replace(/ https.*(?='https)/, ' '), new Set())),
    );
  },
  'a document': (text) =>
    toPassages({ kind: 'markdown', text, source: 'a.md', url: '', resolveLink: (href) => href }).map((passage) =>
      toTerms(passage.text),
    ),
  'personal data': maskPersonalData,
  'a request for a person': replyToPersonRequest,
};

describe.each(Object.entries(READERS))('%s, whatever it is', (_reader, read) => {
  it.each(KINDS)('%s: takes time that grows with the length', { retry }, async (_kind, make) => {
    const { ms, limitMs } = await measureGrowth(make, read);
    expect(ms).toBeLessThan(limitMs);
  });
});

it('an address of a curl command that is braces takes time that grows with its length', { retry }, async () => {
  const { ms, limitMs } = await measureGrowth(
    (length) => '{'.repeat(length),
    (text) => orError(() => readCurl(`curl 'https://a.example/${text}'`, new Set())),
  );
  expect(ms).toBeLessThan(limitMs);
});

describe('a server that strangers send such texts to', () => {
  /** What anybody else may wait meanwhile, in milliseconds. */
  const WAIT_MS = 200;
  let test: MediaServer;
  let url: string;
  let talk: TestSession;
  let replyId: string;

  beforeAll(async () => {
    const docs = new URL('../../../docs', import.meta.url).pathname;
    const retriever = createRetriever(await readDocsFolder(docs, '/docs'));
    test = await startMediaServer({
      model: createGuideModel({ retriever, clock: systemClock, pieceDelayMs: 0 }),
      speech: { name: 'parrot', speak: () => Promise.resolve({ type: 'audio/wav', bytes: new Uint8Array(4) }) },
    });
    ({ url } = await test.server.listen());
    talk = await test.openSession('open');
    const { body } = await post(talk, 'complete', { id: clientId(), text: 'hello' });
    replyId = /"messageId":"([^"]+)"/.exec(body)?.[1] ?? '';
  });
  afterAll(() => test.stop());

  async function post(
    { conversationId, token }: TestSession,
    path: string,
    body: object,
  ): Promise<{ status: number; body: string }> {
    const response = await fetch(`${url}/v1/conversation/${conversationId}/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.text() };
  }

  /** How long the slowest `/healthz` took until the act was over, in milliseconds. */
  async function slowestHealth<Result>(act: () => Promise<Result>): Promise<{ slowestMs: number; result: Result }> {
    let isOver = false;
    let slowestMs = 0;
    const asking = (async () => {
      while (!isOver) {
        const startedAt = performance.now();
        const before = process.cpuUsage();
        await (await fetch(`${url}/healthz`)).text();
        const { user, system } = process.cpuUsage(before);
        // What another program did meanwhile is no work of this one.
        slowestMs = Math.max(slowestMs, Math.min(performance.now() - startedAt, (user + system) / 1_000));
      }
    })();
    const result = await act().finally(() => {
      isOver = true;
    });
    await asking;
    return { slowestMs, result };
  }

  it.each(KINDS)('%s: /healthz answers within 200 ms', { retry }, async (_kind, make) => {
    const text = make(LONGEST).toWellFormed();
    const session = await test.openSession('open');
    const { slowestMs, result } = await slowestHealth(async () => [
      await post(talk, `message/${replyId}/synthesize`, { text }),
      await post(talk, 'message/create', { id: clientId(), type: 'user', text }),
      await post(session, 'complete', { id: clientId(), text }),
    ]);
    for (const { status } of result) expect([200, 422]).toContain(status);
    expect(slowestMs).toBeLessThan(WAIT_MS);
  });
});
