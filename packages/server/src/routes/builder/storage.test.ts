import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What a workspace may store in these tests, in bytes. */
const STORAGE = 60_000;
const LONG = 'x'.repeat(9_000);
const FULL = { code: 'LIMITS_REACHED', message: 'This workspace is full. Delete what is no longer needed' };

let test: BuilderTest;
beforeAll(async () => {
  const budgets = { account: {}, widget: {}, address: {}, subject: {}, storageBytes: STORAGE };
  test = await startBuilderTest({ config: { budgets } });
});
afterAll(() => test.server.close(0));

const used = async (person: Person): Promise<number> => {
  const { body } = await person.ask('/v1/usage/fetch');
  return (body['storageBytes'] as { used: number }).used;
};

/** Repeats a call until it is refused. @returns how many were not */
async function fill(person: Person, path: string, body: object): Promise<number> {
  for (let count = 0; count < 20; count += 1) {
    const answer = await person.ask(path, body);
    if (answer.status === 200) continue;
    expect(answer).toMatchObject({ status: 429, body: FULL });
    return count;
  }
  throw new Error('It is never full');
}

describe('what a workspace stores is bounded', () => {
  it('in bytes, whatever it is: abilities, bots, blueprints, documents, notes', async () => {
    const writes: [string, (person: Person) => Promise<[string, object]>][] = [
      [
        'abilities',
        async (person) => {
          const id = await person.make('/v1/skillset/create', { name: 'S' });
          return [`/v1/skillset/${id}/ability/create`, { instruction: LONG }];
        },
      ],
      ['bots', async () => ['/v1/bot/create', { name: 'B', backstory: LONG }]],
      ['blueprints', async () => ['/v1/blueprint/create', { name: 'B', steps: LONG }]],
      [
        'texts',
        async (person) => {
          const id = await person.make('/v1/dataset/create', { name: 'D' });
          return [`/v1/dataset/${id}/text/create`, { title: 'T', text: LONG }];
        },
      ],
      [
        'notes',
        async (person) => {
          const botId = await person.make('/v1/bot/create', { name: 'B' });
          const widgetId = await person.make('/v1/integration/widget/create', { name: 'W', botId });
          const { conversationId } = await test.openSession(widgetId);
          return [`/v1/conversation/${conversationId}/note/create`, { text: LONG.slice(0, 4_000) }];
        },
      ],
    ];
    for (const [name, prepare] of writes) {
      const person = await test.person(name);
      const [path, body] = await prepare(person);
      const count = await fill(person, path, body);
      const bytes = await used(person);
      expect([name, count > 3, bytes <= STORAGE, bytes > STORAGE - 10_500]).toEqual([name, true, true, true]);
    }
  });

  it('a change counts by how much longer a thing becomes, and what is deleted is free at once', async () => {
    const ana = await test.person('ana');
    const skillset = await ana.make('/v1/skillset/create', { name: 'S' });
    const add = `/v1/skillset/${skillset}/ability/create`;
    const first = await ana.make(add, { instruction: '' });
    await fill(ana, add, { instruction: LONG });
    const update = `/v1/skillset/${skillset}/ability/${first}/update`;
    expect(await ana.ask(update, { instruction: LONG })).toMatchObject({ status: 429, body: FULL });
    expect((await ana.ask(update, { instruction: 'shorter' })).status).toBe(200);
    expect(await ana.ask('/v1/bot/create', { name: 'B', backstory: LONG })).toMatchObject({ status: 429, body: FULL });
    expect((await ana.ask(`/v1/skillset/${skillset}/delete`, {})).status).toBe(200);
    expect(await used(ana)).toBe(0);
    const dataset = await ana.make('/v1/dataset/create', { name: 'D' });
    const text = await ana.make(`/v1/dataset/${dataset}/text/create`, { title: 'T', text: LONG });
    await fill(ana, `/v1/dataset/${dataset}/text/create`, { title: 'T', text: LONG });
    expect((await ana.ask(`/v1/dataset/${dataset}/file/${text}/delete`, {})).status).toBe(200);
    await ana.make(`/v1/dataset/${dataset}/text/create`, { title: 'T', text: LONG });
    expect((await ana.ask(`/v1/dataset/${dataset}/delete`, {})).status).toBe(200);
    expect(await used(ana)).toBe(0);
  });

  it('of many calls at once as well', async () => {
    const ben = await test.person('ben');
    const skillset = await ben.make('/v1/skillset/create', { name: 'S' });
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => ben.ask(`/v1/skillset/${skillset}/ability/create`, { instruction: LONG })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(await used(ben)).toBeLessThanOrEqual(STORAGE);
  });
});
