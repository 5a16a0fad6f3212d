import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../testing/builder';
import { createManualClock } from '../testing/manualClock';
import type { TestSession } from '../testing/startTestServer';
import { LONGEST_BODY_MS } from './bodies';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const clock = createManualClock();
let test: BuilderTest;
let ada: Person;
let session: TestSession;
let paths: readonly string[];
beforeAll(async () => {
  test = await startBuilderTest({
    clock,
    // A page that reads a form.
    site: async (request) => new Response(await request.text()),
  });
  ada = await test.person('ada');
  const bot = await ada.make('/v1/bot/create', { name: 'B' });
  const widget = await ada.make('/v1/integration/widget/create', {
    name: 'W',
    botId: bot,
    config: { attachments: true, voiceOut: true },
  });
  const ids: Record<string, string> = {
    dataset: await ada.make('/v1/dataset/create', { name: 'D' }),
    skillset: await ada.make('/v1/skillset/create', { name: 'S' }),
    blueprint: await ada.make('/v1/blueprint/create', { name: 'P' }),
    bot,
    widget,
    integration: widget,
    conversation: (session = await test.openSession(widget)).conversationId,
  };
  const document = (await (await test.call('/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  paths = Object.entries(document.paths).flatMap(([path, methods]) =>
    'post' in methods
      ? [
          path.replaceAll(/(\w+)\/\{(\w+)\}/g, (_, before: string, name: string) =>
            [before, ids[name.replace(/Id$/, '')] ?? ids[before] ?? 'unknown'].join('/'),
          ),
        ]
      : [],
  );
});
afterAll(() => test.server.close(0));

it('SV-3 every call of the API, and every page, is answered however long its sender keeps the body', async () => {
  const answers = new Map<string, number | undefined>();
  const stall = (path: string, who: string, headers: Record<string, string>): void => {
    const call = `${path} ${who}`;
    answers.set(call, undefined);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{'));
      },
    });
    const request = new Request(`http://localhost:3000${path}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
      duplex: 'half',
    } as RequestInit);
    void test.server.fetch(request).then(({ status }) => answers.set(call, status));
  };
  for (const path of [...paths, '/a-page-of-the-site']) {
    // These act without a body, on what the other calls need.
    if (/\/(delete|signout|revoke|sign-out|leave|select)$/.test(path)) continue;
    const file = path.endsWith('/upload') ? { 'Content-Type': 'text/plain', 'X-File-Name': 'a.txt' } : {};
    stall(path, 'nobody', file);
    stall(path, 'visitor', { Authorization: `Bearer ${session.token}`, ...file });
    stall(path, 'owner', { ...ada.headers, ...file });
  }
  const waiting = (): string[] => [...answers].flatMap(([call, status]) => (status === undefined ? [call] : []));
  // Until those that read have begun to.
  let before = Infinity;
  await vi.waitFor(
    () => {
      const now = waiting().length;
      const isStill = now === before;
      before = now;
      expect(isStill).toBe(true);
    },
    { timeout: 30_000, interval: 500 },
  );
  expect(before).toBeGreaterThan(50);
  clock.advance(LONGEST_BODY_MS);
  await vi.waitFor(() => expect(waiting()).toEqual([]), 20_000);
  const late = [...answers].flatMap(([call, status]) => (status === 408 ? [call] : []));
  expect(late.length).toBeGreaterThan(50);
  const kinds = [
    'attachment/upload',
    'file/upload',
    '/complete',
    '/graphql',
    '/billing/webhook',
    '/signin/link',
    '/a-page',
  ];
  expect(kinds.filter((kind) => !late.some((call) => call.includes(kind)))).toEqual([]);
});
