import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMailQueue, type MailQueue } from '../../accounts/mailQueue';
import type { Mail } from '../../accounts/mailer';
import { createVault } from '../../accounts/vault';
import type { OpenDatabase } from '../../db/database';
import { openPostgres } from '../../db/postgres';
import { contacts, conversations, messages, users, visitorMails, widgets } from '../../db/schema';
import { seedDatabase } from '../../db/seedDatabase';
import { LOOK_MS } from '../../db/queueWorker';
import { createLogger } from '../../lib/logger';
import { createManualClock, type ManualClock } from '../../testing/manualClock';
import { openTestDatabase, TEST_DATABASE_URL } from '../../testing/processes/postgresTest';
import { openTestPglite } from '../../testing/testDatabase';
import { storePersonMessage } from '../conversations/inbox';
import { createVisitorLinks } from './visitorLinks';
import { createVisitorMails, type VisitorMails } from './visitorMails';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SECRET = 'a secret of more than thirty-two characters';

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

describe('OW-22 mails with answers, by several processes', () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let clock: ManualClock;
  let sent: Mail[];
  let running: { mails: MailQueue; visitorMails: VisitorMails }[];
  beforeEach(async () => {
    place = await openPlace();
    clock = createManualClock();
    [sent, running] = [[], []];
    const at = { createdAt: clock.now(), updatedAt: clock.now() };
    const { db } = place.one;
    await seedDatabase(db, clock.now());
    await db.insert(users).values({
      id: 'user_ana',
      name: 'Ana',
      email: 'ana@example.com',
      emailVerified: true,
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    await db.update(widgets).set({ ownerId: 'user_ana' }).where(eq(widgets.id, 'demo'));
    await db.insert(conversations).values({ id: 'conv_1', widgetId: 'demo', lastActivityAt: clock.now(), ...at });
    await db
      .insert(contacts)
      .values({ id: 'contact_1', conversationId: 'conv_1', email: 'zoe@visitor.example', ...at });
  });
  afterEach(async () => {
    for (const { mails, visitorMails: each } of running) {
      await each.close();
      await mails.close();
    }
    await place.close();
  });

  function start({ db }: OpenDatabase): void {
    const logger = createLogger('silent', clock, () => undefined);
    const mails = createMailQueue({
      db,
      clock,
      mailer: { isReal: true, send: async (mail) => void sent.push(mail) },
      vault: createVault(SECRET),
      secret: SECRET,
      logger,
      watch: { mail: () => undefined },
    });
    const links = createVisitorLinks(SECRET, clock);
    const onError = (error: unknown): void => {
      throw error;
    };
    running.push({
      mails,
      visitorMails: createVisitorMails({ db, clock, mails, links, publicUrl: 'https://chat.example', onError }),
    });
  }
  const reply = (text: string) =>
    storePersonMessage(place.one.db, clock, 'conv_1', { userId: 'user_ana', name: 'Ana' }, { text });
  const look = async (): Promise<void> => {
    for (let count = 0; count < 4; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      clock.advance(LOOK_MS);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const states = async (): Promise<string[]> => {
    const rows = await place.one.db.select().from(visitorMails).orderBy(visitorMails.createdAt);
    return rows.map(({ state }) => state);
  };

  it('sends one mail, whichever of them look at the same moment', async () => {
    start(place.one);
    start(place.other);
    await reply('Yes');
    clock.advance(120_000);
    await look();
    expect(sent.map(({ to }) => to)).toEqual(['zoe@visitor.example']);
    expect(await states()).toEqual(['sent']);
  });

  it('stores the plan with the answer: another process sends it after the first has died', async () => {
    await reply('Yes');
    expect(await states()).toEqual(['waiting']);
    // Taken by a process that died before it had decided.
    await place.one.db.update(visitorMails).set({ takenUntil: Date.now() + 600_000 });
    start(place.other);
    clock.advance(120_000);
    await look();
    expect(sent).toEqual([]);
    await place.one.db.update(visitorMails).set({ takenUntil: Date.now() - 1 });
    await look();
    expect(sent).toHaveLength(1);
  });

  it('puts an answer that comes later into a mail of its own, and none into two', async () => {
    start(place.one);
    await reply('First');
    clock.advance(120_000);
    await look();
    await reply('Second');
    clock.advance(120_000);
    await look();
    expect(sent.map(({ text }) => [/First/.test(text), /Second/.test(text)])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(await states()).toEqual(['sent', 'sent']);
  });

  it('sends no answer that was taken back', async () => {
    start(place.one);
    const { message } = await reply('Wrong');
    await place.one.db.update(messages).set({ isHidden: true }).where(eq(messages.id, message.id));
    clock.advance(120_000);
    await look();
    expect([sent, await states()]).toEqual([[], []]);
  });

  it('deletes what nobody sends without a mail server', async () => {
    await reply('Yes');
    clock.advance(86_400_000 + 120_001);
    const mails = createMailQueue({
      db: place.one.db,
      clock,
      mailer: { isReal: false, send: async () => undefined },
      vault: createVault(SECRET),
      secret: SECRET,
      logger: createLogger('silent', clock, () => undefined),
      watch: { mail: () => undefined },
    });
    const links = createVisitorLinks(SECRET, clock);
    const made = createVisitorMails({
      db: place.one.db,
      clock,
      mails,
      links,
      publicUrl: undefined,
      onError: () => undefined,
    });
    running.push({ mails, visitorMails: made });
    await made.sweep();
    expect(await states()).toEqual([]);
  });
});
