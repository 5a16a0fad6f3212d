import { createId, systemClock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../../db/database';
import { isOfDeleted } from '../../db/outage';
import { seedDatabase } from '../../db/seedDatabase';
import { upsertContact } from '../../db/queries/conversations/contactQueries';
import {
  insertConversation,
  readConversation,
  touchConversation,
} from '../../db/queries/conversations/conversationQueries';
import {
  deleteExpiredFiles,
  insertAttachment,
  listAttachments,
  readAttachments,
  readPublicFile,
  saveFile,
} from '../../db/queries/conversations/fileQueries';
import {
  answerKey,
  deleteOldKeys,
  freeKey,
  insertKey,
  readKey,
  takeKey,
} from '../../db/queries/conversations/idempotencyKeyQueries';
import {
  insertMessage,
  listMessages,
  readHistory,
  readMessageByClientId,
} from '../../db/queries/conversations/messageQueries';
import {
  deleteOldPreviews,
  readPreviewImage,
  readStoredPreview,
  savePreview,
  savePreviewImage,
} from '../../db/queries/conversations/previewQueries';
import {
  beatRuns,
  endRun,
  insertRun,
  listEndedRuns,
  listRunsOf,
  listSilentRuns,
  listWriters,
  readRun,
  readRunningRun,
  readRunOfSend,
  saveDrafts,
} from '../../db/queries/conversations/runQueries';
import { deleteConversations } from '../../db/queries/retentionQueries';
import { readOrCreateSetting } from '../../db/queries/settingQueries';
import { upsertVote } from '../../db/queries/conversations/voteQueries';
import { readWidget } from '../../db/queries/hub/widgetQueries';
import { chooseVersion, readFork, readVersions, type Fork } from '../../domain/conversations/branches';
import { storeSent } from '../../domain/conversations/conversations';

/** What every database promises: the same schema, migrations and queries, the same answers. */
export function databaseContract(name: string, open: () => Promise<OpenDatabase>): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const newId = (prefix: string): string => createId(prefix, systemClock);

  describe(`database (${name})`, () => {
    let database: OpenDatabase;
    beforeAll(async () => {
      database = await open();
      await seedDatabase(database.db, 1000);
    });
    afterAll(() => database.close());

    async function newConversation(): Promise<string> {
      const id = newId('conv');
      await insertConversation(database.db, {
        id,
        widgetId: 'demo',
        meta: { plan: 'pro' },
        createdAt: 1000,
        lastActivityAt: 1000,
      });
      return id;
    }
    const message = (conversationId: string, text: string, clientId: string | null = null) => ({
      id: newId('msg'),
      conversationId,
      clientId,
      type: 'user',
      text,
      createdAt: 1000,
      updatedAt: 1000,
    });
    const run = (conversationId: string, clientId: string | null, heartbeatAt = 1000) => ({
      id: newId('run'),
      conversationId,
      clientId,
      bodyHash: 'hash',
      botMessageId: newId('msg'),
      status: 'running',
      owner: 'process_a',
      heartbeatAt,
      createdAt: 1000,
    });

    it('answers, and is filled once', async () => {
      await database.ping();
      await seedDatabase(database.db, 2000);
      expect(await readWidget(database.db, 'demo')).toMatchObject({
        id: 'demo',
        botId: 'guide',
        createdAt: 1000,
        sessionDurationMs: 86_400_000,
        allowedOrigins: [],
      });
      expect(await readWidget(database.db, 'nobody')).toBeUndefined();
    });

    it('keeps the first value of a setting', async () => {
      const key = newId('setting');
      const values = await Promise.all(['a', 'b', 'c'].map((value) => readOrCreateSetting(database.db, key, value, 1)));
      expect(new Set(values).size).toBe(1);
    });

    it('gives numbers, objects and moments back as they went in', async () => {
      const id = await newConversation();
      const now = 1_795_000_000_123;
      await touchConversation(database.db, id, now);
      expect((await readConversation(database.db, id))?.conversation).toEqual({
        id,
        widgetId: 'demo',
        meta: { plan: 'pro' },
        trial: null,
        state: 'open',
        agent: null,
        typingUntil: null,
        liveRevision: 0,
        readAt: null,
        sessionsEndedAt: null,
        subject: null,
        visitor: null,
        payerId: null,
        assignedTo: null,
        page: null,
        language: null,
        country: null,
        checkId: null,
        visitorSeenAt: null,
        linkUses: 0,
        createdAt: 1000,
        lastActivityAt: now,
      });
    });

    it('keeps messages in the order they came, each client id once', async () => {
      const id = await newConversation();
      const texts = ['a', 'b', 'c', 'd'];
      for (const text of texts) await insertMessage(database.db, message(id, text, `client-${text}`));
      expect(await insertMessage(database.db, message(id, 'again', 'client-a'))).toBeUndefined();
      expect(await insertMessage(database.db, message(await newConversation(), 'elsewhere', 'client-a'))).toBeDefined();
      const list = await listMessages(database.db, id, { take: 10, order: 'asc', withActivities: true });
      expect(list.map(({ text }) => text)).toEqual(texts);
      expect(list.every(({ sequence }) => typeof sequence === 'number')).toBe(true);
      const after = await listMessages(database.db, id, {
        take: 1,
        order: 'desc',
        after: list[2]?.sequence ?? 0,
        withActivities: true,
      });
      expect(after.map(({ text }) => text)).toEqual(['b']);
      expect((await readHistory(database.db, id, { types: ['user'], take: 2 })).map(({ text }) => text)).toEqual([
        'c',
        'd',
      ]);
      expect((await readMessageByClientId(database.db, id, 'client-c'))?.text).toBe('c');
    });

    it('keeps versions of a message, and shows one branch at a time', async () => {
      const id = await newConversation();
      const addMessage = async (text: string, fork?: Fork): Promise<string> =>
        (await storeSent(database.db, systemClock, id, { type: 'user', text, fork })).id;
      const shown = async (): Promise<string[]> =>
        (await readHistory(database.db, id, { types: ['user'], take: 10 })).map(({ text }) => text);
      const one = await addMessage('one');
      const two = await addMessage('two');
      const three = await addMessage('three');
      const other = await addMessage('two, said otherwise', await readFork(database.db, id, two, ['user']));
      expect(await shown()).toEqual(['one', 'two, said otherwise']);
      await addMessage('four');
      await chooseVersion(database.db, systemClock, id, two);
      expect(await shown()).toEqual(['one', 'two', 'three']);
      await expect(readFork(database.db, id, three, ['user'])).resolves.toMatchObject({
        parent: { id: two },
        versionOf: three,
      });
      await chooseVersion(database.db, systemClock, id, other);
      expect(await shown()).toEqual(['one', 'two, said otherwise', 'four']);
      await expect(readFork(database.db, id, three, ['user'])).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
      expect([...(await readVersions(database.db, id))]).toEqual(
        [two, other].map((version) => [version, [two, other]]),
      );
      const first = await addMessage('one, said otherwise', await readFork(database.db, id, one, ['user']));
      expect(await shown()).toEqual(['one, said otherwise']);
      await addMessage('five');
      await chooseVersion(database.db, systemClock, id, one);
      expect(await shown()).toEqual(['one', 'two, said otherwise', 'four']);
      await chooseVersion(database.db, systemClock, id, first);
      expect(await shown()).toEqual(['one, said otherwise', 'five']);
    });

    it('shows activities to those who may see them', async () => {
      const id = await newConversation();
      await insertMessage(database.db, { ...message(id, 'a call'), type: 'activity' });
      await insertMessage(database.db, message(id, 'hi'));
      const list = (withActivities: boolean) =>
        listMessages(database.db, id, { take: 10, order: 'asc', withActivities });
      expect((await list(true)).length).toBe(2);
      expect((await list(false)).length).toBe(1);
    });

    it('lets one reply run in a conversation, whoever asks first', async () => {
      const id = await newConversation();
      const claims = await Promise.all(
        [1, 2, 3, 4].map((count) => insertRun(database.db, run(id, `client-${String(count)}`))),
      );
      const [winner] = claims.filter((claim) => claim !== undefined);
      expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
      expect((await readRunningRun(database.db, id))?.id).toBe(winner?.id);
      const end = { status: 'done', endReason: 'stop', tokens: 7, endedAt: 2000 } as const;
      expect(await endRun(database.db, winner?.id ?? '', end)).toBe(true);
      expect(await endRun(database.db, winner?.id ?? '', end)).toBe(false);
      expect(await insertRun(database.db, run(id, 'client-5'))).toBeDefined();
    });

    it('finds the newest run of a send by either of its names', async () => {
      const id = await newConversation();
      const first = await insertRun(database.db, { ...run(id, 'client-1'), idempotencyKey: 'key-1' });
      await endRun(database.db, first?.id ?? '', { status: 'failed', endReason: 'error', tokens: 0, endedAt: 1500 });
      const second = await insertRun(database.db, { ...run(id, 'client-1'), idempotencyKey: 'key-1', createdAt: 2000 });
      expect((await readRunOfSend(database.db, id, 'client-1', undefined))?.id).toBe(second?.id);
      expect((await readRunOfSend(database.db, id, undefined, 'key-1'))?.id).toBe(second?.id);
      expect(await readRunOfSend(database.db, id, 'client-2', 'key-2')).toBeUndefined();
      expect(await readRunOfSend(database.db, id, undefined, undefined)).toBeUndefined();
    });

    it('FO-10: finds who writes replies, and the replies of those', async () => {
      const [one, two, over] = await Promise.all(
        ['process_x', 'process_y', 'process_z'].map(async (owner) =>
          insertRun(database.db, { ...run(await newConversation(), null), owner }),
        ),
      );
      await endRun(database.db, over?.id ?? '', { status: 'done', endReason: 'stop', tokens: 7, endedAt: 2000 });
      const writers = await listWriters(database.db, 'process_y');
      expect(['process_x', 'process_y', 'process_z'].filter((owner) => writers.includes(owner))).toEqual(['process_x']);
      expect((await listRunsOf(database.db, ['process_x', 'process_z'])).map(({ id }) => id)).toEqual([one?.id]);
      expect(await listRunsOf(database.db, [])).toEqual([]);
      expect(
        (
          await listEndedRuns(
            database.db,
            [one, two, over].map((each) => each?.id ?? ''),
          )
        ).map(({ id }) => id),
      ).toEqual([over?.id]);
    });

    it('FO-9 finds the runs of a silent process only, by the clock of the database', async () => {
      const [silent, alive] = [await newConversation(), await newConversation()];
      await insertRun(database.db, { ...run(silent, null, 5000), owner: 'process_silent' });
      await insertRun(database.db, { ...run(alive, null, 5000), owner: 'process_alive' });
      expect(await beatRuns(database.db, 'process_alive')).toHaveLength(1);
      const found = (await listSilentRuns(database.db, 12_000)).map(({ conversationId }) => conversationId);
      expect([found.includes(silent), found.includes(alive)]).toEqual([true, false]);
    });

    it('FW-1: keeps the drafts of several running replies in one statement, and forgets one with its run', async () => {
      const ids = [await newConversation(), await newConversation(), await newConversation()];
      const [one, two, over] = await Promise.all(ids.map((id) => insertRun(database.db, run(id, null))));
      const end = { status: 'done', endReason: 'stop', tokens: 7, endedAt: 2000 } as const;
      await endRun(database.db, over?.id ?? '', end);
      const draft = (text: string) => ({
        text,
        parts: [{ type: 'text' as const, text }],
        tokens: 3,
        steps: ['msg_step'],
        fork: { versionOf: 'msg_first' },
      });
      const saved = await saveDrafts(
        database.db,
        [one, two, over].map((each, index) => ({ id: each?.id ?? '', draft: draft(`“${String(index)}”`) })),
      );
      expect(new Set(saved)).toEqual(new Set([one?.id, two?.id]));
      const drafts = await Promise.all(
        [one, two, over].map(
          async (each) => (await readRun(database.db, each?.conversationId ?? '', each?.id ?? ''))?.draft,
        ),
      );
      expect(drafts).toEqual([draft('“0”'), draft('“1”'), null]);
      await endRun(database.db, one?.id ?? '', end);
      expect((await readRun(database.db, one?.conversationId ?? '', one?.id ?? ''))?.draft).toBeNull();
      expect(await saveDrafts(database.db, [])).toEqual([]);
    });

    it('takes a transaction back whole', async () => {
      const id = await newConversation();
      const failing = database.db.transaction(async (tx) => {
        await insertMessage(tx, message(id, 'never'));
        throw new Error('back');
      });
      await expect(failing).rejects.toThrow('back');
      expect(await listMessages(database.db, id, { take: 10, order: 'asc', withActivities: true })).toEqual([]);
    });

    it('merges contacts and replaces votes', async () => {
      const id = await newConversation();
      const first = await upsertContact(database.db, newId('contact'), id, { name: 'Ada' }, 1);
      expect(await upsertContact(database.db, newId('contact'), id, { email: 'ada@example.com' }, 2)).toBe(first);
      const reply = await insertMessage(database.db, { ...message(id, 'reply'), type: 'bot' });
      const vote = { conversationId: id, messageId: reply?.id ?? '', createdAt: 1, updatedAt: 1 };
      await upsertVote(database.db, { ...vote, value: 100 });
      await upsertVote(database.db, { ...vote, value: -40, reason: 'too long' });
    });

    it('gives a key to one caller at a time, and forgets old ones', async () => {
      const key = newId('key');
      const claim = { key, bodyHash: 'hash', owner: 'process_a', createdAt: 1000 };
      expect(await Promise.all([insertKey(database.db, claim, []), insertKey(database.db, claim, [])])).toEqual(
        expect.arrayContaining([true, false]),
      );
      await answerKey(database.db, claim, 'x', undefined);
      expect((await readKey(database.db, key))?.answer).toBe('x');
      await deleteOldKeys(database.db, 500);
      expect(await readKey(database.db, key)).toBeDefined();
      await deleteOldKeys(database.db, 5000);
      expect(await readKey(database.db, key)).toBeUndefined();
    });

    it('forgets a keyed answer with the conversation or the account that it is about', async () => {
      const [caller, opened] = [await newConversation(), await newConversation()];
      const keyed = (key: string) => ({ key, bodyHash: 'hash', owner: 'process_a', createdAt: 1000 });
      const [called, begun] = [keyed(newId('key')), keyed(newId('key'))];
      await insertKey(database.db, called, [caller, 'note']);
      await insertKey(database.db, begun, ['open', '203.0.113.7']);
      await answerKey(database.db, begun, 'x', opened);
      expect(await readKey(database.db, called.key)).toMatchObject({ conversationId: caller, accountId: null });
      await deleteConversations(database.db, [caller, opened], async () => undefined);
      expect([await readKey(database.db, called.key), await readKey(database.db, begun.key)]).toEqual([
        undefined,
        undefined,
      ]);
      await insertKey(database.db, begun, []);
      await expect(answerKey(database.db, begun, 'x', opened)).rejects.toSatisfy(isOfDeleted);
    });

    it('FO-4: gives a dead process’s key to one other, and hears the dead one no more', async () => {
      const dead = { key: newId('key'), bodyHash: 'hash', owner: 'process_dead', createdAt: 1000 };
      const [one, two] = [
        { ...dead, owner: 'process_one' },
        { ...dead, owner: 'process_two' },
      ];
      await insertKey(database.db, dead, []);
      const taken = await Promise.all([
        takeKey(database.db, one, 'process_dead'),
        takeKey(database.db, two, 'process_dead'),
      ]);
      expect(taken).toEqual(expect.arrayContaining([true, false]));
      const winner = taken[0] ? one : two;
      await freeKey(database.db, dead);
      await answerKey(database.db, dead, 'late', undefined);
      expect(await readKey(database.db, dead.key)).toMatchObject({ owner: winner.owner, answer: null });
      await answerKey(database.db, winner, 'x', undefined);
      expect(await takeKey(database.db, dead, winner.owner)).toBe(false);
      expect((await readKey(database.db, dead.key))?.answer).toBe('x');
      const failed = { ...dead, key: newId('key') };
      await insertKey(database.db, failed, []);
      await freeKey(database.db, failed);
      expect(await readKey(database.db, failed.key)).toBeUndefined();
    });

    it('FO-4: knows that this process lives, and that an earlier one of the same database does not', async () => {
      const { processes } = database;
      expect(await processes.isGone(processes.self)).toBe(false);
      // Names of the same form that nobody has. PostgreSQL gives their processes time to come back: asked at once.
      const others = database.isEmbedded
        ? ['process_00000000-0000-4000-8000-000000000000']
        : ['process_1', 'process_2'];
      expect(
        await Promise.all([processes.isGone(others[0] ?? ''), processes.findGone([processes.self, ...others])]),
      ).toEqual([true, others]);
      expect(await processes.findGone([])).toEqual([]);
    });

    it('W-25 lets no attachment slip past the limit, however many come at once', async () => {
      const conversationId = await newConversation();
      const attachment = () => ({
        id: newId('file'),
        kind: 'attachment' as const,
        conversationId,
        name: 'a.txt',
        type: 'text/plain',
        size: 1,
        createdAt: 1000,
        updatedAt: 1000,
      });
      const kept = await Promise.all(Array.from({ length: 12 }, () => insertAttachment(database.db, attachment(), 5)));
      expect(kept.filter(Boolean)).toHaveLength(5);
      const listed = await listAttachments(database.db, conversationId, undefined, 100);
      expect(listed).toHaveLength(5);
      expect((await listAttachments(database.db, conversationId, listed[1]?.id, 2)).map(({ id }) => id)).toEqual(
        listed.slice(2, 4).map(({ id }) => id),
      );
      expect(
        await readAttachments(
          database.db,
          await newConversation(),
          listed.map(({ id }) => id),
        ),
      ).toEqual([]);
    });

    it('throws away files whose time is over, and previews that are old', async () => {
      const file = (id: string, expiresAt: number | null) => ({
        id,
        kind: 'preview' as const,
        name: 'a',
        type: 'image/png',
        size: 1,
        createdAt: 1000,
        updatedAt: 1000,
        expiresAt,
      });
      const [old, young, lasting] = [newId('img'), newId('img'), newId('img')];
      for (const [id, expiresAt] of [
        [old, 1999],
        [young, 2000],
        [lasting, null],
      ] as const)
        await saveFile(database.db, file(id, expiresAt));
      expect(await deleteExpiredFiles(database.db, 2000)).toEqual([old]);
      expect(await readPublicFile(database.db, 'preview', young)).toMatchObject({ id: young });
      expect(await readPublicFile(database.db, 'icon', young)).toBeUndefined();
      const [key, hash] = [newId('key'), newId('hash')];
      await savePreview(database.db, key, 'sealed', 1000);
      await savePreviewImage(database.db, hash, 'https://example.com/i.png', 1000);
      await deleteOldPreviews(database.db, 1000, 1000);
      expect([await readStoredPreview(database.db, key), await readPreviewImage(database.db, hash)]).toMatchObject([
        { micro: 'sealed' },
        { url: 'https://example.com/i.png' },
      ]);
      await deleteOldPreviews(database.db, 1001, 1001);
      expect([await readStoredPreview(database.db, key), await readPreviewImage(database.db, hash)]).toEqual([
        undefined,
        undefined,
      ]);
    });
  });
}
