// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import * as conformance from '../conformance';
import * as transports from '../transports';
import * as handlers from './index';

const { createHandler, toNodeHandler } = handlers;
const { openAi } = transports;
const { checkConformance } = conformance;
const process = { env: { CHAT_SECRET: 'a secret of the tests, long enough to be one', OPENAI_API_KEY: 'sk' } };
const wait = async (_ms: number, _signal: AbortSignal): Promise<void> => undefined;
const values = new Map<string, string>();
const redis = {
  get: async (key: string): Promise<string | null> => values.get(key) ?? null,
  set: async (key: string, value: string, _options: { PX: number }): Promise<void> => void values.set(key, value),
};

/** The samples of docs/guides/own-server.md, in their order. */
const samples = {
  reply: () => {
    const handler = createHandler({
      secret: process.env['CHAT_SECRET'] ?? '',
      reply: async function* ({ text, messages }, { signal }) {
        yield 'You said: ';
        await wait(200, signal);
        yield `${text} (message ${messages.length})`;
      },
    });
    return handler;
  },
  transport: () => {
    const handler = createHandler({
      secret: process.env['CHAT_SECRET'] ?? '',
      reply: openAi('https://api.openai.com/v1/responses', {
        model: 'gpt-5-mini',
        headers: { Authorization: `Bearer ${process.env['OPENAI_API_KEY']}` },
      }),
    });
    return handler;
  },
  node: (handler: handlers.Handler): Server => createServer(toNodeHandler(handler)).listen(3000),
  store: () => {
    const handler = createHandler({
      secret: process.env['CHAT_SECRET'] ?? '',
      reply: ({ text }) => `You said: ${text}`,
      store: {
        get: async (key) => (await redis.get(key)) ?? undefined,
        set: async (key, value, lifetimeMs) => {
          await redis.set(key, value, { PX: lifetimeMs });
        },
      },
    });
    return handler;
  },
  check: async () => {
    const { isOk, checks } = await checkConformance({ url: 'http://localhost:3000', widget: 'support' });
    return { isOk, checks };
  },
};

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const squeeze = (code: string): string => code.replace(/\s+/g, ' ').trim();

describe('the guide to a server of your own', () => {
  const blocks = [...read('../../../../docs/guides/own-server.md').matchAll(/```ts\n([\s\S]*?)```/g)];

  it('shows samples that compile, each with what it imports', () => {
    const compiled = squeeze(read('./guide.test.ts'));
    expect(blocks.length).toBe(Object.keys(samples).length);
    for (const [, block = ''] of blocks) {
      for (const [, names = '', from = ''] of block.matchAll(/^import \{ (.*) \} from '@sotto\/widget-core\/(.*)';/gm))
        for (const name of names.split(', ')) expect({ handlers, transports, conformance }[from]).toHaveProperty(name);
      const code = squeeze(block.replace(/^import .*\n/gm, '').replace(/^export /gm, '')).replace(/;$/, '');
      expect(compiled).toContain(code);
    }
  });

  it('shows handlers that conform', async () => {
    for (const make of [samples.reply, samples.store]) {
      const server = createServer(toNodeHandler(make()));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const report = await checkConformance({ url: `http://127.0.0.1:${String(port)}/chat`, widget: 'support' });
      server.closeAllConnections();
      server.close();
      expect(report.checks.filter(({ isOk }) => isOk === false)).toEqual([]);
    }
    expect(values.size).toBeGreaterThan(0);
  });
});
