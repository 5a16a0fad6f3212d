import type { Publishing } from '@sotto/hub-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { clientId } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const WHOLE = { name: 'Orders', description: 'Finds where an order is.' };

describe('FH-9 what may be public', () => {
  let test: BuilderTest;
  let ana: Person;
  beforeAll(async () => {
    test = await startBuilderTest({ config: { publishesUnchecked: false } });
    ana = await test.person('ana');
  });
  afterAll(() => test.server.close(0));

  const read = async (path: string, id: string, person = ana) =>
    (await person.ask(`/v1/${path}/${id}/publishing/fetch`)).body as unknown as Publishing;
  const failing = async (path: string, id: string) =>
    (await read(path, id)).checks.filter(({ passes }) => !passes).map(({ name }) => name);
  const publish = (path: string, id: string, fields: object = {}) =>
    ana.ask(`/v1/${path}/${id}/update`, { visibility: 'public', ...fields });
  /** Asks a thing something as its owner, or as somebody else. */
  const tryOut = async (type: string, id: string, person = ana) => {
    const session = (await (
      await test.call(`/v1/hub/${type}/${id}/session/create`, { body: {}, headers: person.headers })
    ).json()) as { id: string; token: string };
    return test.call(`/v1/conversation/${session.id}/complete`, {
      body: { id: clientId(), text: 'Hello' },
      token: session.token,
      headers: { Accept: 'application/json' },
    });
  };

  it('needs a name, a description and an answered question, and says what to do about each', async () => {
    const id = await ana.make('/v1/skillset/create', { name: ' - ' });
    expect(await failing('skillset', id)).toEqual(['name', 'description', 'trial']);
    const refused = await publish('skillset', id);
    expect([refused.status, refused.body['code'], refused.body['details']]).toEqual([
      422,
      'UNPROCESSABLE_ENTITY',
      [
        expect.objectContaining({ path: 'name' }),
        expect.objectContaining({ path: 'description' }),
        expect.objectContaining({ path: 'visibility', message: expect.stringContaining('ask it something') as string }),
      ],
    ]);
    expect((await ana.ask(`/v1/skillset/${id}/fetch`)).body['visibility']).toBe('private');
    await tryOut('skillset', id);
    expect((await publish('skillset', id)).status).toBe(422);
    expect((await publish('skillset', id, WHOLE)).status).toBe(200);
    expect(await read('skillset', id)).toMatchObject({ isReady: true, visibility: 'public' });
  });

  it('is refused at once where it cannot have been tried: a new item becomes public by a later change', async () => {
    expect((await ana.ask('/v1/skillset/create', { ...WHOLE, visibility: 'public' })).status).toBe(422);
    expect((await ana.ask('/v1/skillset/create', { ...WHOLE, visibility: 'protected' })).status).toBe(200);
    expect((await ana.ask('/v1/blueprint/create', { ...WHOLE, visibility: 'public' })).status).toBe(200);
  });

  it('counts whole answers to its owner only: not a stopped one, not a failed tool, not what others ask', async () => {
    const ben = await test.person('ben');
    const id = await ana.make('/v1/bot/create', { ...WHOLE, visibility: 'protected' });
    await tryOut('bot', id, ben);
    expect(await failing('bot', id)).toEqual(['trial']);
    test.model.next({ fail: new Error('The model is down') });
    await tryOut('bot', id);
    test.model.next({ text: 'Cut' }, { end: 'length' });
    await tryOut('bot', id);
    test.model.next({ call: 'no_such_tool' });
    await tryOut('bot', id);
    expect(await failing('bot', id)).toEqual(['trial']);
    await tryOut('bot', id);
    expect(await failing('bot', id)).toEqual([]);
    expect((await publish('bot', id)).status).toBe(200);
  });

  it('knows a widget as tried by the conversations it had', async () => {
    const botId = await ana.make('/v1/bot/create', { name: 'Helper' });
    const id = await ana.make('/v1/integration/widget/create', { ...WHOLE, botId });
    expect((await publish('integration/widget', id)).status).toBe(422);
    await (await test.send(await test.openSession(id), { text: 'Hello' })).text();
    expect((await publish('integration/widget', id)).status).toBe(200);
  });

  it('names abilities whose requests are refused, what each can do, and what everybody reads', async () => {
    const id = await ana.make('/v1/skillset/create', WHOLE);
    const add = (fields: object) => ana.make(`/v1/skillset/${id}/ability/create`, fields);
    const broken = await add({
      name: 'Leaky',
      instruction: '```fetch\nGET https://api.example/?k={{secret.KEY}}\n```',
    });
    await add({
      name: 'Cancel',
      needsApproval: false,
      requires: 'verified',
      instruction: '```fetch\nPOST https://api.example/orders\nAuthorization: Bearer {{secret.KEY}}\n\n{}\n```',
    });
    await tryOut('skillset', id);
    const state = await read('skillset', id);
    expect(state.isReady).toBe(false);
    expect(state.checks.find(({ passes }) => !passes)).toMatchObject({
      name: 'abilities',
      remedy: expect.stringContaining('Leaky') as string,
    });
    expect(state.runs[1]).toEqual({
      name: 'Cancel',
      isActing: true,
      asksFirst: false,
      needsProof: true,
      hosts: ['api.example'],
      secrets: ['KEY'],
    });
    expect(state.shows.join(' ')).toContain('whole instructions of its abilities (2)');
    await ana.make(`/v1/skillset/${id}/ability/${broken}/delete`);
    expect((await publish('skillset', id)).status).toBe(200);
    // A published item may be changed, but not made worse.
    expect((await ana.ask(`/v1/skillset/${id}/update`, { description: ' ' })).status).toBe(422);
    expect((await ana.ask(`/v1/skillset/${id}/update`, { description: 'Cancels.' })).status).toBe(200);
  });

  it('lets what was public before the checks be changed', async () => {
    const open = await startBuilderTest();
    const eve = await open.person('eve');
    const id = await eve.make('/v1/skillset/create', { name: 'Old', visibility: 'public' });
    expect(
      await (await open.call(`/v1/skillset/${id}/publishing/fetch`, { headers: eve.headers })).json(),
    ).toMatchObject({ isReady: true });
    await open.server.close(0);
    await test.database.execute(
      `update skillsets set visibility = 'public', description = '' where id = '${await ana.make(
        '/v1/skillset/create',
        { name: 'Before' },
      )}'`,
    );
    const { items } = (await ana.ask('/v1/skillset/list')).body as { items: { id: string; name: string }[] };
    const before = items.find(({ name }) => name === 'Before')?.id ?? '';
    expect((await ana.ask(`/v1/skillset/${before}/update`, { name: 'Renamed', visibility: 'public' })).status).toBe(
      200,
    );
    expect((await ana.ask(`/v1/skillset/${before}/update`, { name: '?' })).status).toBe(422);
  });

  it('OW-8 needs all its checks to pass, if it has some, and the Hub shows then how many', async () => {
    const id = await ana.make('/v1/bot/create', WHOLE);
    await tryOut('bot', id);
    const add = (contains: string) =>
      ana.make('/v1/check/create', { botId: id, name: contains, turns: [{ ask: 'Hello', expect: [{ contains }] }] });
    const settled = async (checkId: string) => {
      await expect
        .poll(async () => (await ana.ask(`/v1/check/${checkId}/fetch`)).body, { timeout: 20_000 })
        .toMatchObject({ isWaiting: false, isRunning: false });
    };
    expect((await read('bot', id)).tested).toEqual({ total: 0, passed: 0, path: `/checks?bot=${id}` });
    await settled(await add('said'));
    const wrong = await add('tea');
    await settled(wrong);
    expect(await read('bot', id)).toMatchObject({ isReady: false, tested: { total: 2, passed: 1 } });
    expect((await publish('bot', id)).body['message']).toContain('1 of 2 checks pass.');
    await ana.ask(`/v1/check/${wrong}/delete`, {});
    expect((await publish('bot', id)).status).toBe(200);
    const shown = async () => (await (await test.call(`/v1/hub/bot/${id}/fetch`)).json()) as { item: object };
    expect((await shown()).item).toMatchObject({ checks: { total: 1, since: expect.any(Number) as number } });
    // One of two that is not known to pass keeps the other from being shown.
    const second = await add('said');
    await settled(second);
    expect((await shown()).item).toMatchObject({ checks: { total: 2 } });
    await test.database.execute(
      `update checks set last = jsonb_set(last, '{status}', '"notRun"') where id = '${second}'`,
    );
    expect((await shown()).item).not.toHaveProperty('checks');
  });

  it('is read by its own people only', async () => {
    const id = await ana.make('/v1/skillset/create', WHOLE);
    const carl = await test.person('carl');
    expect((await carl.ask(`/v1/skillset/${id}/publishing/fetch`)).status).toBe(404);
  });
});
