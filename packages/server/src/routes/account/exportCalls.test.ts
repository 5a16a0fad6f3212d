import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditLog } from '../../db/schema';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: BuilderTest;
let ana: Person;
let olga: Person;
let paths: readonly string[];
/** The methods of each path that makes an export. */
let methods: readonly (readonly string[])[];
beforeAll(async () => {
  test = await startBuilderTest();
  [olga, ana] = [await test.person('olga'), await test.person('ana')];
  const bot = await ana.make('/v1/bot/create', { name: 'B' });
  const session = await test.openSession(await ana.make('/v1/integration/widget/create', { name: 'W', botId: bot }));
  const body = (await (await test.call('/v1/openapi.json')).json()) as { paths: Record<string, object> };
  const all = Object.entries(body.paths).filter(([path]) => path.endsWith('/export'));
  methods = all.map(([, calls]) => Object.keys(calls));
  // No conversation is of a verified person here.
  paths = all
    .map(([path]) => path.replace('{conversationId}', session.conversationId))
    .filter((path) => path !== '/v1/subject/export');
});
afterAll(() => test.server.close(0));

const rows = async (): Promise<unknown[]> =>
  (await test.database.select().from(auditLog)).filter(({ action }) => action.endsWith('.export'));
const headersFor = (path: string): Record<string, string> => (path.includes('/operator/') ? olga : ana).headers;

describe('SV-19 an export begins when somebody asks for it', () => {
  it('SV-19 and not for a link, a picture or a crawler, which send GET', async () => {
    expect(methods).toEqual(Array.from({ length: 8 }, () => ['post']));
    expect(paths).toHaveLength(7);
    const before = await rows();
    for (const path of paths) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await test.call(path, { method, headers: headersFor(path) });
        expect([path, method, answer.status, answer.headers.get('allow')]).toEqual([path, method, 405, 'POST']);
      }
    }
    expect(await rows()).toEqual(before);
  });

  it('SV-19 nor for a form of another site', async () => {
    const before = await rows();
    for (const path of paths) {
      for (const origin of ['https://evil.example', 'null', undefined]) {
        const { Origin: _, ...headers } = headersFor(path);
        const answer = await test.call(path, {
          method: 'POST',
          headers: { ...headers, ...(origin !== undefined && { Origin: origin }) },
        });
        expect([path, origin, answer.status]).toEqual([path, origin, 403]);
      }
    }
    expect(await rows()).toEqual(before);
  });

  it('SV-19 for the form of a page without scripts', async () => {
    for (const path of paths) {
      const before = await rows();
      const answer = await test.call(path, {
        method: 'POST',
        headers: { ...headersFor(path), 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="sotto-/);
      await answer.arrayBuffer();
      expect([path, (await rows()).length - before.length]).toEqual([path, path === '/v1/insights/export' ? 0 : 1]);
    }
  });

  it('SV-19 for a program whose key may read', async () => {
    const made = await ana.ask('/v1/secret/create', { name: 'reports', scopes: ['visitors:read'] });
    const headers = { Authorization: `Bearer ${String(made.body['secret'])}` };
    for (const [path, status] of [
      ['/v1/contact/export', 200],
      ['/v1/vote/export', 200],
      ['/v1/insights/export', 200],
      ['/v1/audit/export', 403],
    ] as const)
      expect([path, (await test.call(path, { method: 'POST', headers })).status]).toEqual([path, status]);
  });
});
