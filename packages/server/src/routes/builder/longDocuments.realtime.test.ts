import { systemClock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest } from '../../testing/builder';
import { PLAYS_ALL } from '../../testing/playsAll';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** What anybody may wait meanwhile, in milliseconds. */
const WAIT_MS = 200;

/** How long the document is: what takes time is done in parts that do not grow with it. */
const LONG_MB = PLAYS_ALL ? 4 : 1;

/** Invented words, each of which the database and a vocabulary have to learn. */
function inventWords(length: number, seed: number): string {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 16_807) % 2_147_483_647;
    return state % below;
  };
  let text = '';
  while (text.length < length) {
    const word = Array.from({ length: 4 + next(8) }, () => String.fromCharCode(97 + next(26))).join('');
    text += word + (next(200) === 0 ? '.\n\n' : next(12) === 0 ? '. ' : ' ');
  }
  return text.slice(0, length);
}

describe('issue 37: a long document keeps nobody waiting on the embedded database', () => {
  let test: BuilderTest;
  let url: string;
  let key: string;
  let dataset: string;
  beforeAll(async () => {
    test = await startBuilderTest({ clock: systemClock });
    ({ url } = await test.server.listen());
    const ana = await test.person('ana');
    const { body } = await ana.ask('/v1/secret/create', { name: 'K' });
    key = String(body['secret']);
    dataset = await ana.make('/v1/dataset/create', { name: 'D' });
  });
  afterAll(() => test.server.close(0));

  /** How long the slowest `/healthz` took until the act was over, without the time of other programs, in milliseconds. */
  async function slowestHealth(act: () => Promise<number>): Promise<{ slowestMs: number; status: number }> {
    let isOver = false;
    let slowestMs = 0;
    const asking = (async () => {
      while (!isOver) {
        const startedAt = performance.now();
        const before = process.cpuUsage();
        await (await fetch(`${url}/healthz`)).text();
        const { user, system } = process.cpuUsage(before);
        slowestMs = Math.max(slowestMs, Math.min(performance.now() - startedAt, (user + system) / 1_000));
      }
    })();
    const status = await act().finally(() => {
      isOver = true;
    });
    await asking;
    return { slowestMs, status };
  }
  const post = async (path: string, body: string, headers: Record<string, string>): Promise<number> => {
    const response = await fetch(`${url}/v1/dataset/${dataset}/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, ...headers },
      body,
    });
    await response.text();
    return response.status;
  };
  const json = { 'Content-Type': 'application/json' };

  it.each<[string, () => () => Promise<number>]>([
    [
      `a document of ${LONG_MB} MB`,
      () => {
        const text = inventWords(LONG_MB * 1_000_000, 1_234);
        return () => post('file/upload', text, { 'Content-Type': 'text/markdown', 'X-File-Name': 'long.md' });
      },
    ],
    [
      'a text of 200 KB',
      () => {
        const body = JSON.stringify({ title: 'T', text: inventWords(200_000, 4_321) });
        return () => post('text/create', body, json);
      },
    ],
    ['the first search of it', () => () => post('search', JSON.stringify({ search: 'zebra' }), json)],
  ])('%s: /healthz answers within 200 ms', { retry: 2 }, async (_what, prepare) => {
    const { slowestMs, status } = await slowestHealth(prepare());
    expect({ status, slowestMs, isFast: slowestMs < WAIT_MS }).toMatchObject({ status: 200, isFast: true });
  });
});
