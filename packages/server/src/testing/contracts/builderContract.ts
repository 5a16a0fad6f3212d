import { createId, systemClock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLibrary } from '../../datasets/library';
import { createPlans } from '../../domain/accounts/plans';
import type { OpenDatabase } from '../../db/database';
import { seedDatabase } from '../../db/seedDatabase';
import { insertAbility, listAbilities } from '../../db/queries/hub/abilityQueries';
import { listContacts, readContact, upsertContact } from '../../db/queries/conversations/contactQueries';
import { insertConversation, listConversations } from '../../db/queries/conversations/conversationQueries';
import { insertMessages } from '../../db/queries/conversations/messageQueries';
import {
  countResources,
  deleteResource,
  insertResource,
  listResources,
  listPublic,
  readResource,
  updateResource,
} from '../../db/queries/hub/resourceQueries';
import { claimSetting, readSetting, saveSetting } from '../../db/queries/settingQueries';
import { addUsage, deleteOldUsage, readUsage } from '../../db/queries/accounts/counterQueries';
import {
  addCustomer,
  listSubscriptions,
  readCustomer,
  saveSubscription,
} from '../../db/queries/accounts/subscriptionQueries';
import { countVotes, listVotes, readVotes, upsertVote } from '../../db/queries/conversations/voteQueries';
import { claimDelivery, insertDelivery } from '../../db/queries/webhooks/webhookQueries';
import { changeMember, insertTeam, listMembers } from '../../db/queries/accounts/memberQueries';
import { readStored } from '../../db/queries/accounts/storageQueries';
import { users, webhooks, workspaceMembers } from '../../db/schema';
import { createVectors } from '../../db/vectors';
import type { Embeddings } from '../../datasets/embeddings';
import { createReading } from '../../reading/reading';
import { createMemoryStore } from '../../uploads/memoryStore';

/** What every database promises to those who build: the same queries, the same answers. */
export function builderContract(name: string, open: () => Promise<OpenDatabase>): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const newId = (prefix: string): string => createId(prefix, systemClock);

  describe(`what people build (${name})`, () => {
    let database: OpenDatabase;
    let ownerId: string;
    let otherId: string;
    beforeAll(async () => {
      database = await open();
      await seedDatabase(database.db, 1000);
      [ownerId, otherId] = [newId('u'), newId('u')];
      for (const id of [ownerId, otherId])
        await database.db.insert(users).values({ id, name: id, email: `${id}@example.com` });
    });
    afterAll(() => database.close());

    const skillset = (fields: object = {}) => {
      const id = newId('skillset');
      return { id, ownerId, slug: id.toLowerCase().replaceAll('_', '-'), createdAt: 1000, updatedAt: 1000, ...fields };
    };

    it('keeps things for their owners, with one slug each', async () => {
      const [first, second] = [skillset({ name: 'A' }), skillset({ createdAt: 2000 })];
      expect([
        await insertResource(database.db, 'skillset', first),
        await insertResource(database.db, 'skillset', second),
      ]).toEqual([true, true]);
      expect(await insertResource(database.db, 'skillset', { ...skillset(), slug: first.slug })).toBe(false);
      expect((await readResource(database.db, 'skillset', first.slug))?.id).toBe(first.id);
      expect(await updateResource(database.db, 'skillset', otherId, first.id, { name: 'B' }, 3000)).toBeUndefined();
      expect(await updateResource(database.db, 'skillset', ownerId, first.id, { name: 'B' }, 3000)).toMatchObject({
        name: 'B',
        version: 2,
        updatedAt: 3000,
      });
      const page = await listResources(database.db, 'skillset', ownerId, undefined, 1);
      expect(page.map(({ id }) => id)).toEqual([second.id]);
      expect((await listResources(database.db, 'skillset', ownerId, page[0], 5)).map(({ id }) => id)).toEqual([
        first.id,
      ]);
      expect([
        await countResources(database.db, 'skillset', ownerId),
        await deleteResource(database.db, 'skillset', otherId, first.id),
      ]).toEqual([2, false]);
      await insertAbility(database.db, {
        id: newId('ability'),
        skillsetId: first.id,
        name: 'x',
        createdAt: 1,
        updatedAt: 1,
      });
      expect(await deleteResource(database.db, 'skillset', ownerId, first.id)).toBe(true);
      expect(await listAbilities(database.db, [first.id])).toEqual([]);
    });

    it('lists what is public, taking marks of a pattern for what they are', async () => {
      const mark = newId('mark');
      await insertResource(database.db, 'skillset', skillset({ name: `${mark} 50%_\\`, visibility: 'public' }));
      await insertResource(database.db, 'skillset', skillset({ name: `${mark} hidden`, visibility: 'protected' }));
      for (const [words, count] of [
        [mark, 1],
        [`${mark} 50%_\\`, 1],
        [`${mark}%50`, 0],
        [`${mark.toLowerCase()} 50`, 1],
      ] as const) {
        expect([words, (await listPublic(database.db, 'skillset', words, undefined, 5)).length]).toEqual([
          words,
          count,
        ]);
      }
    });

    it.each(['the database', 'this process'])(
      'finds passages by words and by meaning, which %s compares',
      async (who) => {
        const [one, two] = [newId('dataset'), newId('dataset')];
        for (const id of [one, two])
          await insertResource(database.db, 'dataset', {
            ...skillset(),
            id,
            slug: id.toLowerCase().replaceAll('_', '-'),
          });
        const embeddings: Embeddings = {
          model: 'test',
          async of(texts) {
            if (isAway) throw new Error('away');
            return texts.map((text) => (/puss|cat/i.test(text) ? [1, 0] : [0, 1]));
          },
        };
        let isAway = true;
        const failures: unknown[] = [];
        const library = createLibrary({
          db: database.db,
          clock: systemClock,
          plans: createPlans({ db: database.db, clock: systemClock, isBillingOn: false }),
          store: createMemoryStore(),
          reading: createReading().owners,
          vectors:
            who === 'the database'
              ? database.vectors
              : createVectors({
                  db: database.db,
                  isInDatabase: false,
                  typeOf: () => 'halfvec',
                  makeIndex: async () => undefined,
                }),
          embeddings,
          onError: (error) => failures.push(error),
        });
        const add = (id: string, text: string) =>
          library.add(id, {
            name: 'a.md',
            type: 'text/markdown',
            bytes: new TextEncoder().encode(text),
            url: undefined,
          });
        await add(one, '# Zoo\n\n## Cats\n\nThey sleep in café Österreich.\n\n## Dogs\n\nThey bark.');
        await add(two, 'Cats of another dataset.');
        await library.sweep();
        expect((await library.search([one], 'puss')).length).toBe(0);
        expect(failures.splice(0).length).toBeGreaterThan(1);
        // What a model that was away has left is made up for later, and no question waits for it.
        isAway = false;
        await library.sweep();
        expect((await library.search([one], 'Österreich'))[0]?.passage).toMatchObject({ title: 'Zoo › Cats', url: '' });
        expect((await library.search([one], 'puss')).map(({ passage }) => passage.title)).toEqual(['Zoo › Cats']);
        expect((await library.search([one], "'; drop table passages; -- \\ : * & |")).length).toBeLessThan(3);
        expect((await readStored(database.db, ownerId))?.bytes).toBeGreaterThan(50);
        await deleteResource(database.db, 'dataset', ownerId, one);
        expect(await library.search([one], 'Cats')).toEqual([]);
        expect(failures).toEqual([]);
        await library.close();
      },
    );

    it('adds up what is used, also at the same time', async () => {
      const counter = { subject: `user:${newId('u')}`, period: '2026-11' };
      await Promise.all(
        Array.from({ length: 5 }, () =>
          addUsage(database.db, [counter], { messages: 1, tokens: 10, costMicros: 3 }, 1000),
        ),
      );
      expect((await readUsage(database.db, [counter.subject], '2026-11')).get(counter.subject)).toEqual({
        messages: 5,
        tokens: 50,
        costMicros: 15,
      });
      expect(await readUsage(database.db, [counter.subject], '2026-12')).toEqual(new Map());
      const day = { subject: newId('widget'), period: '2026-11-21' };
      await addUsage(database.db, [day], { messages: 1, tokens: 0, costMicros: 0 }, 1000);
      await deleteOldUsage(database.db, 1001);
      expect([
        (await readUsage(database.db, [day.subject], day.period)).size,
        (await readUsage(database.db, [counter.subject], '2026-11')).size,
      ]).toEqual([0, 1]);
    });

    it('SV-12 keeps each subscription apart, as it was read last', async () => {
      const [first, second] = [newId('sub'), newId('sub')];
      const base = {
        subscriptionId: first,
        userId: ownerId,
        plan: 'basic',
        status: 'trialing' as const,
        trialStartedAt: 500,
        updatedAt: 2000,
      };
      await saveSubscription(database.db, base);
      await saveSubscription(database.db, { ...base, status: 'ended', updatedAt: 1000 });
      expect(await listSubscriptions(database.db, ownerId)).toEqual([base]);
      const other = { ...base, subscriptionId: second, plan: 'pro', trialStartedAt: null, updatedAt: 3000 };
      await saveSubscription(database.db, other);
      await saveSubscription(database.db, { ...base, status: 'ended', updatedAt: 2000 });
      expect(await listSubscriptions(database.db, ownerId)).toEqual([other, { ...base, status: 'ended' }]);
    });

    it('SV-12 has one customer at the payment provider for an account, and none for nobody', async () => {
      const both = await Promise.all(['cus_1', 'cus_2'].map((id) => addCustomer(database.db, ownerId, id)));
      expect(new Set(both)).toEqual(new Set([await readCustomer(database.db, ownerId)]));
      expect([await addCustomer(database.db, 'u_nobody', 'cus_3'), await readCustomer(database.db, otherId)]).toEqual([
        undefined,
        undefined,
      ]);
    });

    it('keeps what a host vouched for', async () => {
      const id = newId('conv');
      await insertConversation(database.db, {
        id,
        widgetId: 'demo',
        payerId: ownerId,
        createdAt: 1000,
        lastActivityAt: 1000,
      });
      expect((await listConversations(database.db, { ownerId }, undefined, 5)).map((each) => each.id)).toContain(id);
      await upsertContact(database.db, newId('contact'), id, { email: 'a@example.com', externalId: 'x' }, 1);
      await upsertContact(database.db, newId('contact'), id, { email: 'b@example.com', name: 'B' }, 2);
      expect(await readContact(database.db, id)).toMatchObject({
        email: 'a@example.com',
        name: null,
        isVerified: true,
        externalId: 'x',
      });
    });

    it('FH-2: lists contacts and votes of the widgets of one account, newest first and from a place on, and counts votes', async () => {
      const [botId, widgetId] = [newId('bot'), newId('widget')];
      await insertResource(database.db, 'bot', { id: botId, name: 'B', ownerId, createdAt: 1, updatedAt: 1 });
      await insertResource(database.db, 'widget', {
        id: widgetId,
        name: 'W',
        ownerId,
        botId,
        createdAt: 1,
        updatedAt: 1,
      });
      const [older, newer, elsewhere] = [newId('conv'), newId('conv'), newId('conv')];
      for (const [id, at, of] of [
        [older, 1000, widgetId],
        [newer, 2000, widgetId],
        [elsewhere, 3000, 'demo'],
      ] as const) {
        await insertConversation(database.db, { id, widgetId: of, createdAt: at, lastActivityAt: at });
        await upsertContact(database.db, newId('contact'), id, { name: `of ${id}` }, at);
        const messageId = newId('msg');
        await insertMessages(database.db, [
          {
            id: messageId,
            conversationId: id,
            clientId: null,
            type: 'bot',
            text: `said in ${id}`,
            isHidden: false,
            meta: null,
            attachments: null,
            createdAt: at,
            updatedAt: at,
          },
        ]);
        await upsertVote(database.db, {
          conversationId: id,
          messageId,
          value: id === older ? 100 : -50,
          reason: null,
          createdAt: at,
          updatedAt: at,
        });
      }
      const of = { ownerId, widgetId };
      const contacts = await listContacts(database.db, of, undefined, 5);
      expect(contacts.map(({ contact, widget }) => [contact.conversationId, widget])).toEqual([
        [newer, { id: widgetId, name: 'W' }],
        [older, { id: widgetId, name: 'W' }],
      ]);
      const [first] = contacts;
      expect(
        (await listContacts(database.db, of, first?.contact, 5)).map(({ contact }) => contact.conversationId),
      ).toEqual([older]);
      const votes = await listVotes(database.db, { ownerId }, undefined, 100);
      expect(votes.map(({ vote, messageText }) => [vote.value, messageText])).toEqual([
        [-50, `said in ${newer}`],
        [100, `said in ${older}`],
      ]);
      expect(
        (await listVotes(database.db, of, { createdAt: 2000, id: votes[0]?.vote.messageId ?? '' }, 5)).map(
          ({ vote }) => vote.conversationId,
        ),
      ).toEqual([older]);
      expect(await readVotes(database.db, newer)).toMatchObject([
        { vote: { value: -50 }, messageText: `said in ${newer}` },
      ]);
      expect(await countVotes(database.db, [older, newer, newId('conv')])).toEqual(
        new Map([
          [older, { up: 1, down: 0 }],
          [newer, { up: 0, down: 1 }],
        ]),
      );
      expect(await listContacts(database.db, { ownerId: newId('user') }, undefined, 5)).toEqual([]);
    });

    it('gives a claim to one of many', async () => {
      const key = newId('setting');
      const claims = await Promise.all(['a', 'b', 'c'].map((value) => claimSetting(database.db, key, value, 1)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      await saveSetting(database.db, key, 'd', 2);
      expect(await readSetting(database.db, key)).toBe('d');
    });

    it('gives what waits for webhooks to one process each, and passes over accounts that are busy', async () => {
      const hooks = [ownerId, otherId].map((owner) => ({ id: newId('hook'), ownerId: owner }));
      for (const hook of hooks)
        await database.db
          .insert(webhooks)
          .values({ ...hook, url: '', secret: '', events: ['vote.created'], createdAt: 1000, updatedAt: 1000 });
      for (const { id: webhookId } of hooks)
        for (let number = 0; number < 8; number += 1)
          await insertDelivery(database.db, {
            id: newId('evt'),
            webhookId,
            eventId: 'e',
            event: 'vote.created',
            body: '{}',
            dueAt: 1000 + number,
            createdAt: 1000,
            updatedAt: 1000,
          });
      const busy = await claimDelivery(database.db, 2000, 60_000, [ownerId]);
      expect(busy?.webhook.ownerId).toBe(otherId);
      const claimed = await Promise.all(Array.from({ length: 20 }, () => claimDelivery(database.db, 2000, 60_000, [])));
      const ids = claimed.flatMap((each) => each?.delivery.id ?? []);
      expect(new Set([...ids, busy?.delivery.id]).size).toBe(ids.length + 1);
      // Who asks while others take may be told that nothing is free; asking again finds the rest.
      let rest = 16 - ids.length - 1;
      while (await claimDelivery(database.db, 2000, 60_000, [])) rest -= 1;
      expect(rest).toBe(0);
    });

    it('keeps an owner for a team, also when all of them leave at once', async () => {
      const team = { id: newId('team'), name: 'Shop', email: `${newId('t')}@teams.invalid` };
      await insertTeam(database.db, team, { id: ownerId, now: 1, takesOver: false });
      await database.db
        .insert(workspaceMembers)
        .values({ workspaceId: team.id, userId: otherId, role: 'owner', createdAt: 2 });
      const left = await Promise.all([ownerId, otherId].map((id) => changeMember(database.db, team.id, id, null)));
      expect(left.sort()).toEqual(['done', 'last-owner']);
      expect(await listMembers(database.db, team.id)).toMatchObject([{ role: 'owner' }]);
    });
  });
}
