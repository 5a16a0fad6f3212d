import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailQueue, QueuedMail } from '../../accounts/mailQueue';
import type { OpenDatabase } from '../../db/database';
import { openPostgres } from '../../db/postgres';
import { insertTeam } from '../../db/queries/accounts/memberQueries';
import { setWeeklyMail } from '../../db/queries/accounts/weeklyMailQueries';
import { checks, conversations, messages, users, votes, widgets, workspaceMembers } from '../../db/schema';
import { seedDatabase } from '../../db/seedDatabase';
import { noMatchSentence } from '../../model/searchSentences';
import { createManualClock, type ManualClock } from '../../testing/manualClock';
import { openTestDatabase, TEST_DATABASE_URL } from '../../testing/processes/postgresTest';
import { openTestPglite } from '../../testing/testDatabase';
import type { AuditEvent } from '../accounts/audit';
import { createVisitorLinks } from '../visitorMail/visitorLinks';
import { readInsights } from './insights';
import { createWeeklyMails, type WeeklyMails, type WeeklyMailsOptions } from './weeklyMails';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SECRET = 'a secret of more than thirty-two characters';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday. */
const MONDAY = Date.UTC(2026, 10, 30);

async function openPlace(): Promise<{ one: OpenDatabase; other: OpenDatabase; close(): Promise<void> }> {
  if (TEST_DATABASE_URL === undefined) {
    const one = await openTestPglite();
    return { one, other: one, close: () => one.close() };
  }
  const test = await openTestDatabase(TEST_DATABASE_URL);
  const [one, other] = [await openPostgres(test.url), await openPostgres(test.url)];
  return {
    one,
    other,
    async close() {
      await one.close();
      await other.close();
      await test.close();
    },
  };
}

describe('the weekly mail to owners', () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let clock: ManualClock;
  let sent: QueuedMail[];
  let reads: AuditEvent[];
  let number = 0;
  beforeEach(async () => {
    place = await openPlace();
    clock = createManualClock(MONDAY + 6 * HOUR);
    [sent, reads] = [[], []];
    await seedDatabase(place.one.db, clock.now());
    await join('ana');
    await own('demo', 'ana');
  });
  afterEach(() => place.close());

  const db = () => place.one.db;
  async function join(name: string, more: Partial<typeof users.$inferInsert> = {}): Promise<void> {
    const user = { id: name, name, email: `${name}@example.com`, emailVerified: true };
    await db()
      .insert(users)
      .values({ ...user, ...more });
  }
  async function own(widgetId: string, ownerId: string): Promise<void> {
    await db().update(widgets).set({ ownerId }).where(eq(widgets.id, widgetId));
  }
  function start({ db: database, within }: OpenDatabase, more: Partial<WeeklyMailsOptions> = {}): WeeklyMails {
    const mails: Pick<MailQueue, 'isReal' | 'within'> = {
      isReal: true,
      within: (chosen, work) =>
        chosen.transaction(async (tx) => {
          const added: QueuedMail[] = [];
          const result = await work(tx, async (mail) => String(added.push(mail)));
          sent.push(...added);
          return result;
        }),
    };
    return createWeeklyMails({
      db: database,
      within,
      clock,
      mails: mails as MailQueue,
      audit: { appendReads: async (events) => void reads.push(...events) },
      links: createVisitorLinks(SECRET, clock),
      publicUrl: 'https://chat.example',
      onError(error) {
        throw error;
      },
      ...more,
    });
  }
  /** A conversation of one question, `days` after the Monday of the reported week. */
  async function ask(
    text: string,
    days: number,
    more: { reply?: string; vote?: number; widgetId?: string } & Partial<typeof conversations.$inferInsert> = {},
  ): Promise<string> {
    number += 1;
    const { reply = 'An answer.', vote, widgetId = 'demo', ...rest } = more;
    const id = `conv_${String(number)}`;
    const at = MONDAY - 7 * DAY + days * DAY;
    const moments = { createdAt: at, updatedAt: at };
    await db()
      .insert(conversations)
      .values({ id, widgetId, createdAt: at, lastActivityAt: at, ...rest });
    await db()
      .insert(messages)
      .values([
        { id: `${id}-q`, conversationId: id, type: 'user', text, ...moments },
        { id: `${id}-a`, conversationId: id, type: 'bot', text: reply, ...moments },
      ]);
    if (vote !== undefined)
      await db()
        .insert(votes)
        .values({ conversationId: id, messageId: `${id}-a`, value: vote, ...moments });
    return id;
  }
  const recipients = (): string[] => sent.map(({ to }) => to).sort();
  async function report(): Promise<string> {
    await start(place.one).sweep();
    expect(recipients()).toEqual(['ana@example.com']);
    return sent[0]?.text ?? '';
  }

  it('has the figures of Insights, what waits, and the questions without an answer, with links', async () => {
    const nothing = noMatchSentence('lamps');
    await ask('Do you repair lamps?', 0, { reply: nothing });
    await ask('do you repair lamps', 6.99, { reply: nothing, vote: -100 });
    await ask('Where is the parcel of mia@visitor.example?\nIt is late.', 1, { reply: noMatchSentence('parcel') });
    await ask('Are you open?', 2, { vote: 100, state: 'waiting' });
    await ask('Before', -1);
    await ask('After', 7, { state: 'waiting' });
    await ask('A trial', 3, { reply: nothing, trial: { type: 'bot', id: 'guide', backstory: '' }, state: 'waiting' });
    const at = { createdAt: 1, updatedAt: 1, dueAt: 1, cause: 'night' as const, turns: [] };
    const failed = { status: 'failed' as const, reason: null, turns: [], startedAt: 1, durationMs: 1 };
    await db()
      .insert(checks)
      .values({ id: 'c', name: 'Lamps', ownerId: 'ana', botId: 'guide', last: failed, ...at });
    const { total, before } = await readInsights(db(), { ownerId: 'ana', from: MONDAY - 7 * DAY, to: MONDAY });
    expect([total.conversations, total.messages, before.conversations]).toEqual([4, 4, 1]);
    expect(await report()).toBe(
      [
        'Last week (23 November to 29 November), visitors had 4 conversations with your chat and wrote 4 messages.',
        'In the week before, it was 1 conversation and 1 message.',
        'Votes on answers: 1 helpful, 1 not helpful.',
        '2 conversations wait for a person now:\nhttps://chat.example/inbox?state=waiting&workspace=ana',
        'Questions that your bot could not answer, the most frequent first:\n' +
          '- do you repair lamps (asked 2 times)\n' +
          '- Where is the parcel of [email]? It is late. (asked once)',
        'Write the answers in Insights, so that the bot finds them:\nhttps://chat.example/insights?workspace=ana#unanswered',
        '1 check fails now:\nhttps://chat.example/checks?workspace=ana',
        '-- \nYou get this mail on Mondays, after a week with conversations.\n' +
          `Stop these mails: ${sent[0]?.unsubscribeUrl ?? ''}`,
      ].join('\n\n'),
    );
    expect(sent[0]).toMatchObject({
      subject: '4 conversations with your chat last week',
      purpose: 'weekly-mail',
      accountId: 'ana',
      unsubscribeUrl: expect.stringMatching(
        /^https:\/\/chat\.example\/v1\/account\/weekly-mail\/stop\?token=ana\.\S{40,}$/,
      ),
    });
  });

  it('does not mention what is zero', async () => {
    await ask('Are you open?', 2);
    expect(await report()).toBe(
      [
        'Last week (23 November to 29 November), visitors had 1 conversation with your chat and wrote 1 message.',
        'More figures are in Insights:\nhttps://chat.example/insights?workspace=ana',
        '-- \nYou get this mail on Mondays, after a week with conversations.\n' +
          `Stop these mails: ${sent[0]?.unsubscribeUrl ?? ''}`,
      ].join('\n\n'),
    );
  });

  it('lists the five most frequent questions, each cut', async () => {
    const nouns = ['lamps', 'chairs', 'tables', 'carpets', 'mirrors', 'curtains'];
    for (const [times, noun] of nouns.entries())
      for (let time = 0; time <= times; time += 1)
        await ask(`Which ${noun}${' of that kind'.repeat(30)}`, 1, { reply: noMatchSentence(noun) });
    const lines = (await report()).split('\n').filter((line) => line.startsWith('- '));
    expect(lines.map((line) => /asked .*\)$/.exec(line)?.[0])).toEqual(
      [6, 5, 4, 3, 2].map((count) => `asked ${String(count)} times)`),
    );
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(230);
  });

  it('quotes nothing from private chats, and counts their conversations', async () => {
    await db()
      .update(widgets)
      .set({ config: { privacy: true } })
      .where(eq(widgets.id, 'demo'));
    await ask('Do you repair lamps?', 1, { reply: noMatchSentence('lamps') });
    const text = await report();
    expect(text).toContain('visitors had 1 conversation');
    expect(text).not.toContain('lamps');
    expect(reads).toEqual([]);
  });

  it('is recorded as a read of each conversation that it quotes', async () => {
    const id = await ask('Do you repair lamps?', 1, { reply: noMatchSentence('lamps') });
    await ask('Are you open?', 2);
    await report();
    expect(reads).toEqual([
      { action: 'conversation.read', accountId: 'ana', actor: 'server', target: { type: 'conversation', id } },
    ]);
  });

  it('SV-11 quotes no conversation that is deleted while it is written', async () => {
    const id = await ask('Do you repair lamps?', 1, { reply: noMatchSentence('lamps') });
    await ask('Do you repair chairs?', 2, { reply: noMatchSentence('chairs') });
    const appendReads = async (): Promise<void> =>
      void (await db().delete(conversations).where(eq(conversations.id, id)));
    await start(place.one, { audit: { appendReads } }).sweep();
    expect(sent[0]?.text).toContain('chairs');
    expect(sent[0]?.text).not.toContain('lamps');
  });

  it('is sent once, by whichever of two processes', async () => {
    await ask('Are you open?', 1);
    const [one, other] = [start(place.one), start(place.other)];
    await Promise.all([one.sweep(), other.sweep()]);
    clock.advance(HOUR);
    await Promise.all([one.sweep(), other.sweep(), start(place.other).sweep()]);
    expect(recipients()).toEqual(['ana@example.com']);
  });

  it('waits for Monday at six, and is made up once after a stop', async () => {
    clock = createManualClock(MONDAY + 6 * HOUR - 1);
    await ask('Are you open?', 1);
    const mails = start(place.one);
    await mails.sweep();
    expect(sent).toEqual([]);
    // The server was stopped on Monday.
    clock.advance(3 * DAY);
    await mails.sweep();
    await mails.sweep();
    await start(place.other).sweep();
    expect(sent.map(({ subject }) => subject)).toEqual(['1 conversation with your chat last week']);
    await ask('Are you still open?', 8);
    await ask('And now?', 9);
    clock.advance(4 * DAY + 1);
    await mails.sweep();
    expect(sent.map(({ subject }) => subject).slice(1)).toEqual(['2 conversations with your chat last week']);
  });

  it('is not sent again for a team that takes over the workspace', async () => {
    await ask('Are you open?', 1);
    await report();
    const team = { id: 'team', name: 'Shop', email: 'team@teams.invalid' };
    await insertTeam(db(), team, { id: 'ana', now: clock.now(), takesOver: true });
    await report();
  });

  it('is not sent without a conversation in that week', async () => {
    await ask('Before', -1);
    await ask('After', 7);
    await ask('A trial', 3, { trial: { type: 'bot', id: 'guide', backstory: '' } });
    await start(place.one).sweep();
    expect(sent).toEqual([]);
  });

  it('goes to owners and editors of a team with a verified address who have not switched it off', async () => {
    await join('team', { isTeam: true, name: 'The\nshop', email: 'team@teams.invalid' });
    await own('demo', 'team');
    const roles = { ana: 'owner', ben: 'editor', cleo: 'answerer', dora: 'owner', eve: 'editor' } as const;
    for (const [userId, role] of Object.entries(roles)) {
      if (userId !== 'ana') await join(userId, { emailVerified: userId !== 'eve' });
      await db().insert(workspaceMembers).values({ workspaceId: 'team', userId, role, createdAt: 1 });
    }
    await setWeeklyMail(db(), 'dora', false);
    await ask('Are you open?', 1);
    await start(place.one).sweep();
    expect(recipients()).toEqual(['ana@example.com', 'ben@example.com']);
    expect(sent[0]).toMatchObject({ subject: '1 conversation with your chat last week – The shop', accountId: 'team' });
    expect(sent[0]?.text).toContain('/insights?workspace=team');
    expect(new Set(sent.map(({ unsubscribeUrl }) => unsubscribeUrl)).size).toBe(2);
  });

  it('reaches the workspaces behind one whose figures take too long, which is tried again', async () => {
    await join('ben');
    await db()
      .insert(widgets)
      .values({ id: 'other', botId: 'guide', name: '', ownerId: 'ben', createdAt: 1, updatedAt: 1 });
    await ask('Are you open?', 1);
    await ask('Are you open?', 1, { widgetId: 'other' });
    let isSlow = true;
    const failures: unknown[] = [];
    const mails = start(place.one, {
      within(limitMs) {
        if (!isSlow) return place.one.within(limitMs);
        isSlow = false;
        throw new Error('It took too long');
      },
      onError: (error) => void failures.push(error),
    });
    await mails.sweep();
    expect([recipients(), failures.length]).toEqual([['ben@example.com'], 1]);
    await mails.sweep();
    expect(recipients()).toEqual(['ana@example.com', 'ben@example.com']);
  });
});
