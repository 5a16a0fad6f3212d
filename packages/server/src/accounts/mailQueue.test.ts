import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../db/database';
import { openPostgres } from '../db/postgres';
import { mails } from '../db/schema';
import { rotateKeys } from '../domain/accounts/rotateKeys';
import { createLogger } from '../lib/logger';
import { LOOK_MS } from '../db/queueWorker';
import type { MailEnd } from '../telemetry/telemetry';
import { createManualClock, type ManualClock } from '../testing/manualClock';
import { openTestDatabase, TEST_DATABASE_URL } from '../testing/processes/postgresTest';
import { openTestPglite } from '../testing/testDatabase';
import { createMailQueue, MAIL_AGES_MS, type MailQueue, type QueuedMail } from './mailQueue';
import { MailRefused, type Mail, type Mailer } from './mailer';
import { createVault } from './vault';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Waits for what the queue does in the background. */
const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 30_000, interval: 10 });

/** Opens a database for as many processes as are asked for. */
type Open = () => Promise<{ one: OpenDatabase; other: OpenDatabase; close(): Promise<void> }>;
const PLACES: [name: string, open: Open][] = [
  [
    'embedded',
    async () => {
      const one = await openTestPglite();
      return { one, other: one, close: () => one.close() };
    },
  ],
];
if (TEST_DATABASE_URL !== undefined)
  PLACES.push([
    'PostgreSQL',
    async () => {
      const test = await openTestDatabase(TEST_DATABASE_URL ?? '');
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
    },
  ]);

const CODE: QueuedMail = {
  to: 'ana@example.org',
  subject: '123456 is your sign-in code',
  text: 'Your code is 123456.',
  purpose: 'sign-in-code',
};
const NOTICE: QueuedMail = { ...CODE, purpose: 'security-notice', subject: 'A passkey was added', text: 'A passkey.' };

/** A mail server: `answer` decides about each mail. */
function createPost(): Mailer & { sent: Mail[]; tries: Mail[]; answer: (mail: Mail) => Promise<void> } {
  return {
    isReal: true,
    sent: [],
    tries: [],
    answer: async () => undefined,
    async send(mail) {
      this.tries.push(mail);
      await this.answer(mail);
      this.sent.push(mail);
    },
  };
}

describe.each(PLACES)('SV-37 mails go through a queue (%s)', (_, open) => {
  let databases: Awaited<ReturnType<Open>>;
  let clock: ManualClock;
  let post: ReturnType<typeof createPost>;
  let lines: string[];
  let ends: string[];
  const queues: MailQueue[] = [];
  beforeAll(async () => {
    databases = await open();
  });
  afterAll(() => databases.close());
  beforeEach(async () => {
    clock = createManualClock();
    [post, lines, ends] = [createPost(), [], []];
    await databases.one.db.delete(mails);
    return () => Promise.all(queues.splice(0).map((queue) => queue.close()));
  });

  /** Another process of the installation. */
  function start(db = databases.one.db, vault = createVault('a secret')): MailQueue {
    const queue = createMailQueue({
      db,
      clock,
      mailer: post,
      vault,
      secret: 'a secret',
      logger: createLogger('info', clock, (line) => lines.push(line)),
      watch: { mail: (purpose: string, end: MailEnd) => void ends.push(`${purpose} ${end}`) },
    });
    queues.push(queue);
    return queue;
  }
  const put = (queue: MailQueue, ...added: QueuedMail[]): Promise<void> =>
    queue.within(databases.one.db, async (_tx, add) => {
      for (const mail of added) await add(mail);
    });
  const stored = () => databases.one.db.select().from(mails);
  const isEmpty = () => until(async () => expect(await stored()).toEqual([]));
  /** Waits until as many attempts have ended. */
  const ended = (count: number) =>
    until(async () => {
      expect(ends).toHaveLength(count);
      expect((await stored()).filter(({ takenUntil }) => takenUntil > 0)).toEqual([]);
    });

  it('SV-37 are stored sealed, sent after the call has returned, and gone when they are sent', async () => {
    let free: () => void = () => undefined;
    const isFree = new Promise<void>((resolve) => (free = resolve));
    post.answer = () => isFree;
    await put(start(), CODE);
    const [row] = await stored();
    expect(row).toMatchObject({ purpose: 'sign-in-code', expiresAt: clock.now() + 600_000 });
    for (const secret of ['123456', 'ana@', 'example.org']) expect(JSON.stringify(row)).not.toContain(secret);
    await until(() => expect(post.tries).toHaveLength(1));
    expect(post.sent).toEqual([]);
    free();
    await isEmpty();
    expect(post.sent).toEqual([{ to: CODE.to, subject: CODE.subject, text: CODE.text, id: row?.id }]);
    expect(ends).toEqual(['sign-in-code sent']);
  });

  it('SV-37 are not sent when what causes them is rolled back', async () => {
    const queue = start();
    const rolledBack = queue.within(databases.one.db, async (_tx, add) => {
      await add(CODE);
      throw new Error('No');
    });
    await expect(rolledBack).rejects.toThrow('No');
    await put(queue, NOTICE);
    await isEmpty();
    expect(post.tries.map(({ subject }) => subject)).toEqual([NOTICE.subject]);
  });

  it('SV-37 are tried again with growing pauses, until a code has expired', async () => {
    const startedAt = clock.now();
    const times: number[] = [];
    post.answer = async () => {
      times.push(clock.now() - startedAt);
      throw new Error('connect ECONNREFUSED');
    };
    await put(start(), CODE);
    const pauses: number[] = [];
    for (let attempt = 1; ; attempt += 1) {
      await ended(attempt);
      const [row] = await stored();
      if (row?.gaveUpAt != null) break;
      pauses.push((row?.dueAt ?? 0) - (row?.failedAt ?? 0));
      // The queue is looked at again once the last look has ended.
      await until(() => expect(clock.pending).toBe(1));
      clock.advance((row?.dueAt ?? 0) - clock.now() - 1);
      await until(() => expect(clock.pending).toBe(1));
      expect(ends).toHaveLength(attempt);
      clock.advance(LOOK_MS);
    }
    pauses.forEach((pause, index) => {
      const least = Math.min(5_000 * 2 ** index, 60_000);
      expect(pause).toBeGreaterThanOrEqual(least);
      expect(pause).toBeLessThanOrEqual(least * 1.25);
    });
    const [row] = await stored();
    expect(row).toMatchObject({ content: '' });
    expect((row?.gaveUpAt ?? 0) - startedAt).toBeGreaterThan(600_000 - 75_000);
    expect(Math.max(...times)).toBeLessThan(600_000);
    expect(ends.at(-1)).toBe('sign-in-code given-up');
    const last = JSON.parse(lines.at(-1) ?? '{}') as object;
    expect(last).toMatchObject({ level: 'error', event: 'mail', purpose: 'sign-in-code', isGivenUp: true });
    expect(lines.join('')).not.toContain('ana@');
  });

  it('SV-37 that the mail server refuses for good are given up at once, and forgotten after a week', async () => {
    post.answer = async () => {
      throw new MailRefused(true, new Error('550'));
    };
    const queue = start();
    await put(queue, NOTICE);
    await ended(1);
    expect(await stored()).toMatchObject([{ content: '', attempts: 1, failure: 'mail' }]);
    expect([ends, await queue.isServerFailing()]).toEqual([['security-notice given-up'], false]);
    clock.advance(604_000_000);
    await queue.sweep();
    expect(await stored()).toHaveLength(1);
    clock.advance(1_000_000);
    await queue.sweep();
    expect(await stored()).toEqual([]);
  });

  it('SV-37 are sent once by two processes', async () => {
    const [one, other] = [start(), start(databases.other.db)];
    const many = Array.from({ length: 40 }, (_each, index) => ({ ...NOTICE, to: `a${String(index)}@example.org` }));
    await Promise.all([put(one, ...many.slice(20)), put(other, ...many.slice(0, 20))]);
    await isEmpty();
    expect(post.tries.map(({ to }) => to).sort()).toEqual(many.map(({ to }) => to).sort());
  });

  it('SV-37 are left to the process that sends them, and taken over when it has died', async () => {
    let free: () => void = () => undefined;
    const isFree = new Promise<void>((resolve) => (free = resolve));
    post.answer = () => isFree;
    await put(start(), NOTICE);
    await until(() => expect(post.tries).toHaveLength(1));
    const [before] = await stored();
    const other = start(databases.other.db);
    clock.advance(10_000);
    await until(async () => expect((await stored())[0]?.takenUntil).toBeGreaterThan(before?.takenUntil ?? 0));
    await put(other, CODE);
    await until(() => expect(post.tries).toHaveLength(2));
    expect(post.tries.map(({ subject }) => subject)).toEqual([NOTICE.subject, CODE.subject]);

    await databases.one.db.update(mails).set({ takenUntil: 0 }).where(eq(mails.purpose, 'security-notice'));
    clock.advance(LOOK_MS);
    await until(() => expect(post.tries).toHaveLength(3));
    expect(post.tries[2]?.id).toBe(post.tries[0]?.id);
    free();
    await isEmpty();
  });

  it('SV-37 wait for the next start, and a code that has expired by then is not sent', async () => {
    post.answer = async () => {
      throw new Error('connect ECONNREFUSED');
    };
    const first = start();
    await put(first, CODE, NOTICE);
    await ended(2);
    await first.close();
    post = createPost();
    clock.advance(MAIL_AGES_MS['sign-in-code']);
    start();
    clock.advance(LOOK_MS);
    await ended(4);
    expect(post.tries.map(({ subject }) => subject)).toEqual([NOTICE.subject]);
    expect(ends.slice(2).sort()).toEqual(['security-notice sent', 'sign-in-code given-up']);
  });

  it('SV-37 of an earlier code to the same address are replaced, and those to others are not', async () => {
    post.answer = async () => {
      throw new MailRefused(false, new Error('450'));
    };
    const queue = start();
    await put(queue, CODE, { ...CODE, to: 'bob@example.org' }, NOTICE);
    await ended(3);
    const earlier = (await stored()).map(({ id }) => id);
    await put(queue, { ...CODE, to: 'Ana@Example.org', subject: '654321 is your sign-in code' });
    await ended(4);
    const rest = (await stored()).map(({ id }) => id);
    expect([rest.length, rest.filter((id) => earlier.includes(id)).length]).toEqual([3, 2]);
  });

  it('SV-37 show that the mail server fails, until it takes one, or for a minute', async () => {
    const queue = start();
    post.answer = async () => {
      throw new Error('connect ECONNREFUSED');
    };
    await put(queue, NOTICE);
    await ended(1);
    expect([await queue.isServerFailing(), await start(databases.other.db).isServerFailing()]).toEqual([true, true]);
    post.answer = async () => undefined;
    await put(queue, CODE);
    await ended(2);
    expect(await queue.isServerFailing()).toBe(false);

    post.answer = async () => {
      throw new Error('connect ECONNREFUSED');
    };
    await put(queue, CODE);
    await ended(3);
    expect(await queue.isServerFailing()).toBe(true);
    await queue.close();
    clock.advance(60_000);
    expect(await queue.isServerFailing()).toBe(false);
  });

  it('SV-37 to an address that is erased are deleted', async () => {
    post.answer = async () => {
      throw new MailRefused(false, new Error('450'));
    };
    const queue = start();
    await put(queue, CODE, { ...CODE, to: 'bob@example.org' });
    await ended(2);
    await queue.forget(databases.one.db, 'ANA@example.org');
    expect(await stored()).toHaveLength(1);
  });

  it('SV-37 that were sealed with another key are given up', async () => {
    const first = start();
    await first.close();
    await put(first, NOTICE);
    start(databases.other.db, createVault('another secret'));
    clock.advance(LOOK_MS);
    await ended(1);
    expect([post.tries, ends]).toEqual([[], ['security-notice given-up']]);
  });

  it('SV-37 are sealed anew when the key is changed', async () => {
    const [before, after] = [['an old key'], ['a new key', 'an old key']].map((keys) => createVault(undefined, keys));
    const first = start(databases.one.db, before);
    await first.close();
    await put(first, NOTICE);
    const rotation = await rotateKeys(databases.one.db, after ?? createVault(''), { secretSetting: 'none', clock });
    expect(rotation).toEqual({ renewed: 1, lost: [] });
    start(databases.other.db, createVault(undefined, ['a new key']));
    clock.advance(LOOK_MS);
    await isEmpty();
    expect(post.sent).toMatchObject([{ subject: NOTICE.subject }]);
  });

  it('SV-37 are deleted a week after their time when there is no mail server any more', async () => {
    const first = start();
    await first.close();
    await put(first, CODE);
    post = { ...createPost(), isReal: false };
    const later = start();
    clock.advance(604_800_000 + MAIL_AGES_MS['sign-in-code']);
    await later.sweep();
    expect(await stored()).toHaveLength(1);
    clock.advance(1);
    await later.sweep();
    expect([post.tries, await stored()]).toEqual([[], []]);
  });

  it('SV-37 are written to the log at once where there is no mail server, and never stored', async () => {
    post = { ...createPost(), isReal: false };
    await put(start(), CODE);
    expect([post.sent.length, await stored()]).toEqual([1, []]);
  });
});
