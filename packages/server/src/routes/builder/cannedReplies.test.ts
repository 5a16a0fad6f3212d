import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('OW-24 canned replies', () => {
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    test = await startBuilderTest();
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
  });
  afterAll(() => test.server.close(0));

  const upsert = (who: Person, body: object) => who.ask('/v1/inbox/reply/upsert', body);
  async function list(who: Person): Promise<{ id: string; name: string; text: string }[]> {
    return (await who.ask('/v1/inbox/reply/list')).body['items'] as never;
  }

  it('are added, changed by name or id, listed by name, and deleted', async () => {
    const { id } = (await upsert(ana, { name: 'shipping', text: 'Three days.' })).body;
    await upsert(ana, { name: 'Hours', text: 'From 9 to 17.' });
    expect((await upsert(ana, { name: 'Shipping', text: 'Two days.' })).body).toEqual({ id });
    expect(await list(ana)).toMatchObject([
      { name: 'Hours', text: 'From 9 to 17.' },
      { id, name: 'Shipping', text: 'Two days.' },
    ]);
    expect((await upsert(ana, { id, name: 'Delivery', text: 'Two days.' })).status).toBe(200);
    expect((await list(ana)).map(({ name }) => name)).toEqual(['Delivery', 'Hours']);
    expect((await upsert(ana, { id, name: 'HOURS', text: 'x' })).status).toBe(409);
    expect((await upsert(ana, { id: 'reply_none', name: 'None', text: 'x' })).status).toBe(404);
    expect((await ana.ask(`/v1/inbox/reply/${String(id)}/delete`, {})).status).toBe(200);
    expect((await ana.ask(`/v1/inbox/reply/${String(id)}/delete`, {})).status).toBe(404);
  });

  it('are those of the account alone', async () => {
    const { id } = (await upsert(ana, { name: 'Private', text: 'Of ana.' })).body;
    expect(await list(ben)).toEqual([]);
    expect((await upsert(ben, { id, name: 'Mine now', text: 'x' })).status).toBe(404);
    expect((await ben.ask(`/v1/inbox/reply/${String(id)}/delete`, {})).status).toBe(404);
    expect((await upsert(ben, { name: 'Private', text: 'Of ben.' })).status).toBe(200);
    expect(await list(ana)).toContainEqual(expect.objectContaining({ name: 'Private', text: 'Of ana.' }));
  });

  it('have a name and a text, and are at most a hundred', async () => {
    for (const body of [
      { name: ' ', text: 'x' },
      { name: 'x', text: ' ' },
      { name: 'x'.repeat(41), text: 'x' },
    ])
      expect((await upsert(ben, body)).status).toBe(400);
    const { length } = await list(ben);
    for (let index = length; index < 100; index += 1) await upsert(ben, { name: `Reply ${String(index)}`, text: 'x' });
    expect((await upsert(ben, { name: 'One too many', text: 'x' })).status).toBe(422);
    expect((await upsert(ben, { name: 'Private', text: 'Changed.' })).status).toBe(200);
  });
});
