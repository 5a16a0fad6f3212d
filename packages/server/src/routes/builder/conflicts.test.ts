import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('FH-8 changes of a state that is no longer stored', () => {
  let test: BuilderTest;
  let ana: Person;
  let botId: string;
  beforeAll(async () => {
    test = await startBuilderTest({ config: { allowsGraphqlMutations: true } });
    ana = await test.person('ana');
    botId = await ana.make('/v1/bot/create', { name: 'Bot' });
  });
  afterAll(() => test.server.close(0));

  const made = async (kind: string): Promise<string> =>
    kind === 'bot'
      ? botId
      : ana.make(`/v1/${kind}/create`, { name: 'First', ...(kind === 'integration/widget' && { botId }) });

  it.each(['bot', 'dataset', 'skillset', 'blueprint', 'integration/widget'])(
    'FH-8: %s: the second of two changes of one version is a conflict and changes nothing',
    async (kind) => {
      const path = `/v1/${kind}/${await made(kind)}`;
      const version = Number((await ana.ask(`${path}/fetch`)).body['version']);
      const first = await ana.ask(`${path}/update`, { name: 'Saved first', version });
      expect([first.status, first.body['version']]).toEqual([200, version + 1]);
      const second = await ana.ask(`${path}/update`, { name: 'Saved second', version });
      expect([second.status, second.body['code']]).toEqual([409, 'CONFLICT']);
      expect(second.body['details']).toEqual([
        { path: 'version', message: `The stored version is ${String(version + 1)}` },
      ]);
      expect((await ana.ask(`${path}/fetch`)).body).toMatchObject({ name: 'Saved first', version: version + 1 });
      expect((await ana.ask(`${path}/update`, { name: 'Saved second', version: version + 1 })).status).toBe(200);
      // Who names no version changes whatever is stored, as before.
      expect((await ana.ask(`${path}/update`, { name: 'Saved third' })).status).toBe(200);
    },
  );

  it('FH-8: of two changes at the same moment exactly one is made', async () => {
    const path = `/v1/skillset/${await made('skillset')}`;
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => ana.ask(`${path}/update`, { name, version: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('FH-8: an ability has its own state: changing another one is no conflict', async () => {
    const path = `/v1/skillset/${await made('skillset')}`;
    const [one, two] = [
      await ana.make(`${path}/ability/create`, { name: 'one' }),
      await ana.make(`${path}/ability/create`, { name: 'two' }),
    ];
    const stateOf = async (id: string) =>
      ((await ana.ask(`${path}/fetch`)).body['abilities'] as { id: string; name: string; updatedAt: number }[]).find(
        (ability) => ability.id === id,
      );
    const [before, other] = [await stateOf(one), await stateOf(two)];
    expect(
      (await ana.ask(`${path}/ability/${one}/update`, { name: 'changed', updatedAt: before?.updatedAt })).status,
    ).toBe(200);
    expect(
      (await ana.ask(`${path}/ability/${two}/update`, { name: 'changed, too', updatedAt: other?.updatedAt })).status,
    ).toBe(200);
    const late = await ana.ask(`${path}/ability/${one}/update`, { name: 'late', updatedAt: before?.updatedAt });
    expect([late.status, late.body['code']]).toEqual([409, 'CONFLICT']);
    expect(await stateOf(one)).toMatchObject({ name: 'changed' });
    expect((await ana.ask(`${path}/ability/abl_none/update`, { name: 'x', updatedAt: 1 })).status).toBe(404);
  });

  it('FH-8: two changes of an ability within one millisecond are two states', async () => {
    const { createManualClock } = await import('../../testing/manualClock');
    const frozen = await startBuilderTest({ clock: createManualClock(Date.now()) });
    const eva = await frozen.person('eva');
    const path = `/v1/skillset/${await eva.make('/v1/skillset/create', { name: 'S' })}`;
    const id = await eva.make(`${path}/ability/create`, { name: 'one' });
    const state = async () =>
      ((await eva.ask(`${path}/fetch`)).body['abilities'] as { updatedAt: number }[])[0]?.updatedAt;
    const before = await state();
    expect((await eva.ask(`${path}/ability/${id}/update`, { name: 'two', updatedAt: before })).status).toBe(200);
    expect((await eva.ask(`${path}/ability/${id}/update`, { name: 'three', updatedAt: before })).status).toBe(409);
    await frozen.server.close(0);
  });

  it('FH-8: GraphQL keeps to the version, too', async () => {
    const id = await made('skillset');
    const change = async (name: string) =>
      (
        await ana.ask('/v1/graphql', {
          query:
            'mutation ($id: ID!, $input: SkillsetInput!) { updateSkillset(id: $id, input: $input) { name version } }',
          variables: { id, input: { name, version: 1 } },
        })
      ).body;
    expect(await change('A')).toMatchObject({ data: { updateSkillset: { name: 'A', version: 2 } } });
    expect(await change('B')).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
  });
});
