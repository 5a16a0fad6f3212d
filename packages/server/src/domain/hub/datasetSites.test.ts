import { systemClock } from '@sotto/widget-core/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import type { PublicFetch } from '../../unfurl/publicFetch';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** Sites that are being fetched, each until it is let go. */
const waiting = new Map<string, () => void>();
let most = 0;
const publicFetch = ((address: string, { signal }: { signal?: AbortSignal } = {}) =>
  new Promise((_, reject) => {
    const { hostname } = new URL(address);
    const fail = (): void => {
      waiting.delete(hostname);
      reject(new Error('nothing there'));
    };
    waiting.set(hostname, fail);
    signal?.addEventListener('abort', fail);
    most = Math.max(most, waiting.size);
  })) as unknown as PublicFetch;

let test: BuilderTest;
beforeEach(async () => {
  waiting.clear();
  most = 0;
  const budgets = { account: {}, widget: {}, address: {}, subject: {}, work: { site: 30, request: 0 } };
  test = await startBuilderTest({ publicFetch, clock: systemClock, config: { budgets } });
});
afterEach(() => test.server.close(0));

async function addSites(person: Person, name: string, count: number): Promise<number[]> {
  const datasets = await Promise.all(
    Array.from({ length: Math.ceil(count / 20) }, () => person.make('/v1/dataset/create', { name })),
  );
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = `/v1/dataset/${datasets[Math.floor(index / 20)] ?? ''}/site/create`;
    const url = `https://${name}-${String(index)}.example/`;
    statuses.push((await person.ask(at, { url, pagesMax: 500 })).status);
  }
  return statuses;
}

describe('SV-7 crawls of sites', () => {
  it('are read one of each account at once, and four altogether; the others follow', async () => {
    const people = await Promise.all(['ana', 'ben', 'eva', 'kim', 'lee', 'max'].map((name) => test.person(name)));
    for (const [index, person] of people.entries()) await addSites(person, `site${String(index)}`, 3);
    await vi.waitFor(() => expect(waiting.size).toBe(4), 10_000);
    expect(new Set([...waiting.keys()].map((host) => host.split('-')[0])).size).toBe(4);
    const read = new Set<string>();
    await vi.waitFor(
      () => {
        for (const [host, fail] of waiting) {
          read.add(host);
          fail();
        }
        expect(read.size).toBe(18);
      },
      { timeout: 60_000, interval: 20 },
    );
    expect(most).toBe(4);
  });

  it('end for the day with the budget of the account, also by renewing, and with that of the address', async () => {
    const ana = await test.person('ana');
    const statuses = await addSites(ana, 'many', 60);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429]);
    const { body } = await ana.ask('/v1/dataset/list');
    const datasets = (body['items'] as { id: string }[]).map(({ id }) => id);
    const lists = await Promise.all(datasets.map((id) => ana.ask(`/v1/dataset/${id}/site/list?take=1`)));
    const [at] = lists.flatMap(({ body: list }, index) =>
      (list['items'] as { id: string }[]).map(({ id }) => `/v1/dataset/${datasets[index] ?? ''}/site/${id}`),
    );
    expect((await ana.ask(`${at ?? ''}/renew`, {})).status).toBe(429);
    expect((await ana.ask(`${at ?? ''}/page`)).status).toBe(429);
    expect((await ana.ask(`${at ?? ''}/starters/write`, {})).status).toBe(429);
    expect(test.model.requests).toEqual([]);
    // Further accounts of the same address have what is left of three times as much.
    const others = await Promise.all(['ben', 'eva', 'kim'].map((name) => test.person(name)));
    const taken: number[] = [];
    for (const other of others)
      taken.push((await addSites(other, 'more', 30)).filter((status) => status === 200).length);
    expect(taken).toEqual([30, 30, 0]);
  });
});
