import { hubItemSchema, skillsetCreateRequestSchema, type Card } from '@sotto/hub-api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer, type SottoServer } from '../createServer';
import { readAbility } from '../model/tools/abilityTemplate';
import { createShortenedClock } from '../testing/shortenedClock';
import { openTestPglite } from '../testing/testDatabase';
import { SEED_DATASETS } from './datasets';
import { MORE_SKILLSETS } from './moreSkillsets';
import { SEED_BLUEPRINTS, SEED_BOTS, SEED_COLLECTIONS, SEED_WIDGETS } from './others';
import { SEED_SKILLSETS } from './skillsets';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SKILLSETS = [...SEED_SKILLSETS, ...MORE_SKILLSETS];
const NO_LIMITS = { sessionCreate: 1e6, complete: 1e6, completePerAddress: 1e6, session: 1e6, signIn: 1e6, user: 1e6 };

/** The guide writes at the speed of a reader, whom these tests need not wait for. */
const clock = createShortenedClock((ms) => (ms < 100 ? 0 : ms));

describe('H-9 what a Hub begins with', () => {
  let server: SottoServer;
  beforeAll(async () => {
    server = await createServer({
      database: await openTestPglite(),
      clock,
      speech: 'none',
      rateLimits: NO_LIMITS,
      config: {
        dataDir: undefined,
        port: 0,
        logLevel: 'silent',
        seedsHub: true,
        trials: { backstory: undefined, model: undefined, models: [] },
      },
    });
  });
  afterAll(() => server.close(0));

  const call = (path: string, body?: object, headers: Record<string, string> = {}) =>
    server.fetch(
      new Request(`http://localhost:3000${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  /** What the embedded guide answers in a trial, from an address of its own, so that no quota of a day is used up. */
  const ask = async (type: string, id: string, text: string): Promise<string> => {
    const session = (await (await call(`/v1/hub/${type}/${id}/session/create`, {})).json()) as {
      id: string;
      token: string;
    };
    const answer = await call(
      `/v1/conversation/${session.id}/complete`,
      { text },
      { Authorization: `Bearer ${session.token}` },
    );
    return await answer.text();
  };

  it('is enough to look around in, each thing with everything its page shows', async () => {
    const least = { skillset: 12, bot: 5, dataset: 5, widget: 5, blueprint: 5 };
    for (const [type, count] of Object.entries(least)) {
      const { items, total } = (await (await call(`/v1/hub/${type}/list?take=48`)).json()) as {
        items: Card[];
        total: number;
      };
      expect([type, total >= count]).toEqual([type, true]);
      for (const { name, slug, icon, tags, description, user } of items)
        expect([slug, name !== '' && icon !== '' && tags.length > 0 && description.length > 30, user?.name]).toEqual([
          slug,
          true,
          'Sotto',
        ]);
      const item = v.parse(hubItemSchema, await (await call(`/v1/hub/${type}/${items[0]?.slug ?? ''}/fetch`)).json());
      expect(item.item.visibility).toBe('public');
    }
    expect(new Set(SKILLSETS.flatMap(({ tags }) => tags)).size).toBeGreaterThan(6);
  });

  it('refers to nothing that is not there', async () => {
    const known = new Set(
      [...SKILLSETS, ...SEED_DATASETS, ...SEED_BOTS, ...SEED_WIDGETS, ...SEED_BLUEPRINTS].map(({ id }) => id),
    );
    const named = [
      ...SEED_BOTS.flatMap(({ skillsets, datasets }) => [...skillsets, ...datasets]),
      ...SEED_WIDGETS.map(({ botId }) => botId),
      ...SEED_BLUEPRINTS.flatMap(({ parts }) => [
        ...parts.skillsets,
        ...parts.datasets,
        ...parts.bots,
        ...parts.widgets,
      ]),
      ...SEED_COLLECTIONS.flatMap(({ items }) => items.map(([, id]) => id)),
    ];
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    for (const { slug, items } of SEED_COLLECTIONS) {
      const collection = (await (await call(`/v1/hub/collection/${slug}/fetch`)).json()) as { items: object[] };
      expect([slug, collection.items.length]).toEqual([slug, items.length]);
    }
  });

  it.each(SKILLSETS)(
    '$id could have been made by anybody, and its instructions can be read',
    ({ name, description, tags, abilities, useCases }) => {
      expect(
        v.safeParse(skillsetCreateRequestSchema, { name, description, tags: [...tags], visibility: 'public' }).success,
      ).toBe(true);
      expect([abilities.length >= 2, useCases.length >= 2, new Set(abilities.map(([each]) => each)).size]).toEqual([
        true,
        true,
        abilities.length,
      ]);
      for (const [ability, when, instruction] of abilities) {
        const { instruction: text, blocks, parameters } = readAbility(instruction);
        // Instructions that are only a request say enough by it; a fence nobody can read would stay in the text.
        expect([
          ability,
          when.length > 10,
          text !== '' || blocks.length > 0,
          /^```(?:fetch|search)/m.test(text),
        ]).toEqual([ability, true, true, false]);
        expect([ability, parameters]).toEqual([ability, expect.objectContaining({ type: 'object' })]);
      }
    },
  );

  it('answers use cases without any model: the guide says that there is none, and tells what the ability is for', async () => {
    const silent: string[] = [];
    for (const { id, abilities, useCases } of SKILLSETS) {
      const unanswered: string[] = [];
      for (const [, question] of useCases) {
        const answer = await ask('skillset', id, question);
        expect([id, answer.includes('No language model is connected on this server')]).toEqual([id, true]);
        if (!abilities.some(([name, when]) => answer.includes(`**${name}**: ${when.slice(0, 20)}`)))
          unanswered.push(`${id}: ${question}`);
      }
      // The guide calls nobody: where abilities ask other servers, it can say what they do, but not what only an answer
      // tells.
      const asksOthers = abilities.some(([, , instruction]) => readAbility(instruction).blocks.length > 0);
      if (!asksOthers || unanswered.length === useCases.length) silent.push(...unanswered);
    }
    expect(silent).toEqual([]);
  });

  it('answers from every dataset what one of its headings asks', async () => {
    for (const { id, text } of SEED_DATASETS) {
      const heading = /^## (.+)$/m.exec(text)?.[1] ?? '';
      expect([id, (await ask('dataset', id, heading)).includes('carefully selected')]).toEqual([id, true]);
    }
  });
});
