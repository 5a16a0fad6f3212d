import { abilityFieldsSchema } from '@sotto/hub-api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readRequestFields, writeRequest } from '../../../../../server/src/model/tools/abilityTemplateFields';
import { startSiteTest, type SiteTest, type Visitor } from '../../../testing/visit';
import { skillsetRoutes } from '../skillsetPages';
import { READY_ONES } from './readyOnes';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What an owner fills in. */
const FILLED: Record<string, string> = {
  shop: 'harbour-coffee',
  site: 'shop.example.com',
  event: '5077497',
  account: 'harbour',
  repository: 'harbour/coffee.js',
};

/** Longer than what a random id may have by chance. */
const KEY = 'user:the-key-of-ana';

describe('OW-20 ready abilities', () => {
  let site: SiteTest;
  let ana: Visitor;
  let path: string;
  const sent: { url: string; headers: unknown; body: string | undefined }[] = [];
  beforeAll(async () => {
    site = await startSiteTest(
      skillsetRoutes,
      {},
      {
        publicFetch: async (url, { headers, body }) => {
          sent.push({ url, headers, body });
          return { url, status: 200, type: 'application/json', headers: {}, bytes: new TextEncoder().encode('{}') };
        },
      },
    );
    ana = await site.person('ana');
    const { location } = await ana.send('/skillsets/new', { form: 'thing', name: 'Ready' });
    path = (location ?? '').replace(/\?.*/, '');
  });
  afterAll(() => site.server.server.close(0));

  it.each(READY_ONES.map((ready) => [ready.id, ready] as const))('%s: its fields show all of it', (_, ready) => {
    const request = ready.request(FILLED);
    expect(v.parse(abilityFieldsSchema, request)).toEqual(request);
    const { instruction, parameters } = writeRequest(request);
    expect(readRequestFields(instruction, parameters)?.arguments.map(({ name }) => name)).toEqual(
      request.arguments.map(({ name }) => name),
    );
    expect(request.method === 'GET' || ready.ability.effect === 'read' || ready.ability.confirm !== undefined).toBe(
      true,
    );
    expect(instruction.includes('{{secret.')).toBe(ready.key !== undefined);
  });

  it.each(READY_ONES.map((ready) => [ready.id, ready] as const))(
    '%s: is added, and answers a test',
    async (id, ready) => {
      const fields = Object.fromEntries(ready.fields.map(({ name }) => [`f-${name}`, FILLED[name] ?? '']));
      const made = await ana.send(path, { form: `ready-${id}`, ...fields, 'key-value': KEY });
      const ability = /open=(\w+)/.exec(made.location ?? '')?.[1] ?? '';
      const { html } = await ana.get(path);
      expect([ability !== '', html.includes('is not set'), html.includes(KEY)]).toEqual([true, false, false]);
      const samples = { integer: '1042', number: '1.5', date: '2026-12-01' } as Record<string, string>;
      const args = ready.request(FILLED).arguments.map(({ name, type }) => [`arg-${name}`, samples[type] ?? 'a "b"']);
      const tested = await ana.send(path, {
        form: `test-${ability}`,
        ...(Object.fromEntries(args) as Record<string, string>),
      });
      expect(tested.html).toContain('Status 200');
      const last = sent.at(-1);
      expect(last?.url).toMatch(/^https:\/\//);
      if (last?.body !== undefined) expect(() => JSON.parse(last.body ?? '') as unknown).not.toThrow();
      if (ready.key) expect(JSON.stringify(last?.headers)).toContain(ready.key.isBasic ? btoa(KEY) : KEY);
    },
  );

  it('refuses what would be another address, and keeps what was typed', async () => {
    const wrong = await ana.send(path, { form: 'ready-shopify-order', 'f-shop': 'evil.example/x', 'key-value': KEY });
    expect([wrong.status, wrong.html.includes('value="evil.example/x"')]).toEqual([422, true]);
    expect(wrong.html).toContain('Shop: the part before .myshopify.com.');
    expect(wrong.html).not.toContain(KEY);
  });
});
