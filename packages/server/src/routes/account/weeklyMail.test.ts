import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Mail } from '../../accounts/mailer';
import { LOOK_MS } from '../../db/queueWorker';
import { mails, users } from '../../db/schema';
import { noMatchSentence } from '../../model/searchSentences';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock, type ManualClock } from '../../testing/manualClock';
import { clientId, type TestSession } from '../../testing/startTestServer';
import { createTestMailer } from '../../testing/testSignIn';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CONFIG = { publicUrl: 'http://localhost:3000' };

describe('the weekly mail, of a server', () => {
  let clock: ManualClock;
  let test: BuilderTest;
  let ana: Person;
  let widget: string;
  beforeAll(async () => {
    // A Saturday.
    clock = createManualClock(Date.UTC(2026, 10, 28, 8));
    test = await startBuilderTest({ clock, config: CONFIG }, createTestMailer(true));
    ana = await test.person('ana');
    const botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widget = await ana.make('/v1/integration/widget/create', { name: 'Shop', botId });
  });
  afterAll(() => test.server.close(0));

  async function ask(text: string): Promise<TestSession> {
    const session = await test.openSession(widget);
    test.model.next({ text: noMatchSentence(text) });
    await (await test.send(session, { id: clientId(), text })).text();
    return session;
  }
  const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 20_000, interval: 20 });
  const weekly = (): Mail[] =>
    test.mailer.mailsTo('ana@example.com').filter(({ subject }) => /last week/.test(subject));
  const waiting = () => test.database.select().from(mails).where(eq(mails.purpose, 'weekly-mail'));
  const state = async () => (await ana.ask('/v1/account/weekly-mail/fetch')).body;
  const isDecided = async (): Promise<boolean> => {
    const [row] = await test.database.select().from(users).where(eq(users.email, 'ana@example.com'));
    return (row?.weeksMailedUntil ?? 0) > clock.now() - 7 * DAY;
  };
  /** Until the sweep of this Monday has decided. */
  async function sweep(): Promise<void> {
    await until(async () => {
      clock.advance(HOUR);
      expect(await isDecided()).toBe(true);
    });
  }

  it('is sent by the hourly sweep on Monday, with a link that stops it: once more does no harm, a forged one nothing', async () => {
    await ask('Do you repair lamps?');
    clock.advance(46 * HOUR);
    await sweep();
    await until(() => {
      clock.advance(LOOK_MS);
      expect(weekly()).toHaveLength(1);
    });
    const [mail] = weekly();
    expect(mail?.text).toContain('- Do you repair lamps? (asked once)');
    const { items } = (await ana.ask('/v1/audit/list?take=20')).body as { items: { action: string; actor: string }[] };
    expect(items.filter(({ action }) => action === 'conversation.read').map(({ actor }) => actor)).toEqual(['server']);

    const link = (mail?.unsubscribeUrl ?? '').replace('http://localhost:3000', '');
    const call = async (path: string, method: string): Promise<string> => {
      const response = await test.call(path, {
        method,
        headers: { Origin: 'https://mail.example', 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      return `${String(response.status)} ${/<h1.*?>(.*?)</.exec(await response.text())?.[1] ?? ''}`;
    };
    const forged = link.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'));
    for (const path of [forged, link.replace(/=.*?\./, '=user_other.'), link.replace(/\?.*/, '')]) {
      expect(path).not.toBe(link);
      expect(await call(path, 'POST')).toBe('404 This link does not work');
    }
    expect(await call(link, 'GET')).toBe('200 Stop getting the weekly mail?');
    expect(await state()).toEqual({ isOn: true, isPossible: true });
    for (let time = 0; time < 2; time += 1) {
      expect(await call(link, 'POST')).toMatch(/^200 You will get no more weekly mails/);
      expect(await state()).toEqual({ isOn: false, isPossible: true });
    }
    expect((await ana.ask('/v1/account/weekly-mail/update', { isOn: true })).body).toMatchObject({ isOn: true });
    expect(await state()).toMatchObject({ isOn: true });
  });

  it('SV-11: one that waits goes with the conversations that it may quote, and with its account', async () => {
    clock.advance(2 * DAY);
    const { conversationId } = await ask('Where is the parcel of mia?');
    await ask('Do you repair chairs?');
    test.mailer.isRefusing = true;
    clock.advance(5 * DAY);
    await sweep();
    expect(await waiting()).toHaveLength(1);
    const [mail] = await waiting();
    expect((await ana.ask(`/v1/conversation/${conversationId}/delete`, {})).status).toBe(200);
    expect(await waiting()).toEqual([]);

    await test.database.insert(mails).values(mail as typeof mails.$inferInsert);
    await test.database.delete(users).where(eq(users.email, 'ana@example.com'));
    expect(await waiting()).toEqual([]);
  });
});

it('is not possible on a server without mail or address', async () => {
  for (const [config, mailer] of [
    [CONFIG, createTestMailer()],
    [{}, createTestMailer(true)],
  ] as const) {
    const test = await startBuilderTest({ config }, mailer);
    const ana = await test.person('ana');
    expect((await ana.ask('/v1/account/weekly-mail/fetch')).body).toEqual({ isOn: true, isPossible: false });
    await test.server.close(0);
  }
});
