// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openPage } from '../testing/backend';
import * as transports from './index';

const { platform, aiSdk, agUi, openAi, langGraph, http, callback } = transports;
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The samples of docs/guides/any-backend.md, so that they compile and can be called. */
const samples = {
  platform: () => platform({ base: 'https://chat.example.com', widget: 'demo' }),
  aiSdk: () => aiSdk('/api/chat', { resume: true }),
  agUi: () => agUi('https://agents.example.com/support'),
  openAi: () => openAi('/api/v1/chat/completions', { model: 'gpt-5-mini', instructions: 'Answer in two sentences.' }),
  responses: () => openAi('/api/v1/responses', { model: 'gpt-5-mini' }),
  langGraph: () => langGraph('https://graphs.example.com', { assistantId: 'support', resume: true }),
  http: () => http('/chat', { headers: async () => ({ Authorization: `Bearer ${await readToken()}` }) }),
  callback: () =>
    callback(async function* ({ text, messages }, { signal }) {
      yield 'You said: ';
      await wait(200, signal);
      yield `${text} (message ${messages.length})`;
    }),
  own: () =>
    callback(
      async function* ({ text }) {
        yield { type: 'tool-begin', callId: '1', name: 'search', title: 'Searching the manual' };
        const found = await search(text);
        yield { type: 'tool-end', callId: '1', output: found.title };
        yield { type: 'source', title: found.title, url: found.url };
        yield found.answer;
        yield { type: 'end', usage: { inputTokens: 12, outputTokens: 34 } };
      },
      {
        upload: async (file, { signal }) => {
          const response = await fetch('/files', { method: 'POST', body: file, signal });
          return { type: file.type, localName: file.name, url: await response.text() };
        },
        vote: async ({ id }, vote, reason) => {
          await fetch('/votes', { method: 'POST', body: JSON.stringify({ id, vote, reason }) });
        },
      },
    ),
  threads: () =>
    callback(answer, {
      listThreads: async (cursor) => (await fetch(`/threads?after=${cursor ?? ''}`)).json(),
      loadThread: async (id) => (await fetch(`/threads/${id}`)).json(),
    }),
};

const answer = (): string => 'Yes';
const readToken = async (): Promise<string> => 'token';
const wait = async (_ms: number, _signal: AbortSignal): Promise<void> => undefined;
const search = async (text: string) => ({ title: 'Manual', url: 'https://manual.example', answer: `About ${text}` });

const squeeze = (code: string): string => code.replace(/\s+/g, ' ').trim();
const guide = read('../../../../docs/guides/any-backend.md');
const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);

describe('the guide to any backend', () => {
  it('shows samples that compile, each with what it imports', () => {
    const compiled = squeeze(read('./samples.test.ts'));
    expect(blocks.length).toBe(Object.keys(samples).length);
    for (const block of blocks) {
      const [, names = ''] = /^import \{ (.*) \} from '@sotto\/widget-core\/transports';\n/.exec(block) ?? [];
      for (const name of names.split(', ')) expect(transports).toHaveProperty(name);
      const code = squeeze(block.replace(/^import .*\n/gm, '').replace(/^const transport = /m, '')).replace(/;$/, '');
      expect(compiled).toContain(code);
    }
  });

  it('shows transports with what the text says they can do', () => {
    const abilities = Object.entries(samples).map(([name, make]) => [name, Object.keys(make()).sort()]);
    expect(Object.fromEntries(abilities)).toEqual({
      platform: ['base', 'type', 'widget'],
      aiSdk: ['resume', 'send'],
      agUi: ['send'],
      openAi: ['send'],
      responses: ['send'],
      langGraph: ['resume', 'send'],
      http: ['send'],
      callback: ['send'],
      own: ['send', 'upload', 'vote'],
      threads: ['listThreads', 'loadThread', 'send'],
    });
  });

  it('shows functions that answer', async () => {
    expect((await openPage(samples.callback()).widget().conversation.send({ message: 'Hi' })).text).toBe(
      'You said: Hi (message 1)',
    );
    const reply = await openPage(samples.own()).widget().conversation.send({ message: 'doors' });
    expect(reply).toMatchObject({ text: 'About doors', references: [{ url: 'https://manual.example' }] });
  });
});
