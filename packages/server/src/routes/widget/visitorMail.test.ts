import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MailRefused, type Mail } from '../../accounts/mailer';
import { LOOK_MS } from '../../db/queueWorker';
import { contacts, conversations, usage, visitorMails } from '../../db/schema';
import { ACCOUNT_MAX, ADDRESS_MAX } from '../../domain/visitorMail/visitorMails';
import { LINK_LIFE_MS } from '../../domain/visitorMail/visitorLinks';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock, type ManualClock } from '../../testing/manualClock';
import { clientId, type TestSession } from '../../testing/startTestServer';
import { createTestMailer } from '../../testing/testSignIn';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const SECOND = 1_000;
const MINUTE = 60_000;

describe('OW-22 mail to a visitor who has left', () => {
  let clock: ManualClock;
  let test: BuilderTest;
  let ana: Person;
  let botId: string;
  let widget: string;
  let number = 0;
  /** The address of this test's visitor. */
  let zoe: string;
  beforeAll(async () => {
    clock = createManualClock(Date.UTC(2026, 10, 27, 8));
    test = await startBuilderTest({ clock, config: { publicUrl: 'http://localhost:3000' } }, createTestMailer(true));
    ana = await test.person('ana');
    botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widget = await makeWidget();
  });
  afterAll(() => test.server.close(0));
  beforeEach(() => {
    test.mailer.isRefusing = false;
    number += 1;
    zoe = `zoe${String(number)}@visitor.example`;
  });

  const makeWidget = (more: object = {}): Promise<string> =>
    ana.make('/v1/integration/widget/create', { name: 'Tea\nshop', botId, ...more });

  /** A visitor who has asked, and left an address. */
  async function ask(text = 'Do you have oolong?', email: string | null = zoe, of = widget): Promise<TestSession> {
    const session = await test.openSession(of);
    test.model.next({ text: 'I do not know.' });
    await (await test.send(session, { id: clientId(), text })).text();
    if (email !== null) await call(session, '/contact/upsert', { email });
    return session;
  }
  const call = (session: TestSession, path: string, body?: unknown) =>
    test.call(`/v1/conversation/${session.conversationId}${path}`, {
      ...(body !== undefined && { body }),
      token: session.token,
    });
  async function reply({ conversationId }: TestSession, text: string, by: Person = ana): Promise<void> {
    const { status } = await by.ask(`/v1/conversation/${conversationId}/message/answer`, { id: clientId(), text });
    expect(status).toBe(200);
  }
  const log = async ({ conversationId }: TestSession) =>
    (await ana.ask(`/v1/conversation/${conversationId}/mail/fetch`)).body as {
      email: string | null;
      stopped: string | null;
      isOn: boolean;
      items: { state: string; reason: string | null; email: string | null; answers: number }[];
    };
  /** Lets time pass until the queues have looked at what is due. */
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    for (let looks = 0; looks < 3; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      clock.advance(LOOK_MS);
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 10_000, interval: 20 });
  async function arrive(email: string, count = 1): Promise<Mail> {
    await until(() => {
      expect(test.mailer.mailsTo(email)).toHaveLength(count);
    });
    return test.mailer.mailsTo(email).at(-1) as Mail;
  }
  /** Asks, leaves, and gets an answer by mail. */
  async function mailed(more: { of?: string; text?: string } = {}): Promise<{ session: TestSession; mail: Mail }> {
    const session = await ask('Do you have oolong?', zoe, more.of ?? widget);
    clock.advance(3 * MINUTE);
    await reply(session, more.text ?? 'Yes, three kinds.');
    await pass(2 * MINUTE);
    return { session, mail: await arrive(zoe) };
  }
  const tokenOf = (mail: Mail): string => /\/answer#(\S+)/.exec(mail.text)?.[1] ?? '';
  const open = (token: string) => test.call('/v1/visitor-mail/open', { body: { token } });
  async function opened(token: string): Promise<TestSession> {
    const response = await open(token);
    expect(response.status).toBe(200);
    const { value } = (await response.json()) as { value: string };
    return (JSON.parse(value) as { value: TestSession }).value;
  }

  it('sends several answers as one mail, two minutes after the last, with the name, the question and a link', async () => {
    const session = await ask('Do you have <b>oolong</b>?');
    clock.advance(3 * MINUTE);
    await reply(session, 'Yes, <i>three</i> kinds.');
    await pass(100 * SECOND);
    await reply(session, 'Two of them are from Taiwan.');
    await pass(100 * SECOND);
    expect(test.mailer.mailsTo(zoe)).toEqual([]);
    expect((await log(session)).items).toMatchObject([{ state: 'waiting', email: null }]);
    await pass(20 * SECOND);
    const mail = await arrive(zoe);
    expect(mail.subject).toBe('ana has answered you – Tea shop');
    expect(mail.senderName).toBe('Tea shop');
    expect(mail.text).toContain('ana:\nYes, <i>three</i> kinds.\n\nTwo of them are from Taiwan.');
    expect(mail.text).toContain('You asked:\n> Do you have <b>oolong</b>?');
    expect(mail.text).toMatch(new RegExp(`http://localhost:3000/w/${widget}/answer#\\S{40,}\n`));
    expect(mail.text).toContain('answers to this mail are not read');
    expect(mail.html).toContain('Yes, &lt;i&gt;three&lt;/i&gt; kinds.');
    expect(mail.html).not.toMatch(/<(?:img|i|b|script)\b/);
    await until(async () => {
      expect(await log(session)).toMatchObject({
        email: zoe,
        stopped: null,
        isOn: true,
        items: [{ state: 'sent', reason: null, email: zoe, answers: 2 }],
      });
    });
    await pass(10 * MINUTE);
    expect(test.mailer.mailsTo(zoe)).toHaveLength(1);
  });

  it('waits at most five minutes after the first answer', async () => {
    const session = await ask();
    clock.advance(3 * MINUTE);
    for (let minute = 0; minute < 5; minute += 1) {
      await reply(session, `Answer ${String(minute)}`);
      await pass(54 * SECOND);
    }
    expect(test.mailer.mailsTo(zoe)).toHaveLength(1);
    expect(test.mailer.textFor(zoe)).toContain('Answer 4');
  });

  it('mails no answer that the visitor has seen in the chat, and waits until they have left', async () => {
    const session = await ask();
    await reply(session, 'Seen in the chat');
    clock.advance(5 * SECOND);
    await call(session, '/message/list');
    await pass(10 * MINUTE);
    expect(test.mailer.mailsTo(zoe)).toEqual([]);
    expect((await log(session)).items).toEqual([]);

    await call(session, '/message/list');
    clock.advance(90 * SECOND);
    await reply(session, 'Not seen');
    await pass(2 * MINUTE);
    expect((await arrive(zoe)).text).not.toContain('Seen in the chat');
    expect(test.mailer.textFor(zoe)).toContain('Not seen');
  });

  it('waits for a visitor who was there a moment before the last answer', async () => {
    const session = await ask();
    for (let count = 0; count < 3; count += 1) {
      await reply(session, 'Just a moment');
      clock.advance(90 * SECOND);
    }
    await call(session, '/message/list');
    clock.advance(SECOND);
    await reply(session, 'Here it is');
    await pass(40 * SECOND);
    // Five minutes after the first answer; the visitor may still read the last one.
    expect(test.mailer.mailsTo(zoe)).toEqual([]);
    expect((await log(session)).items).toMatchObject([{ state: 'waiting' }]);
    await pass(90 * SECOND);
    expect((await arrive(zoe)).text).toContain('ana:\nHere it is\n\nYou asked');
  });

  it.each(['/live', '/message/list'])('takes a call of %s as a sign of the visitor, every 30 seconds', async (path) => {
    const session = await ask();
    await reply(session, 'Wait');
    for (let seconds = 0; seconds < 240; seconds += 40) {
      clock.advance(40 * SECOND);
      await (await call(session, path)).text();
    }
    await pass(1);
    expect(test.mailer.mailsTo(zoe)).toEqual([]);
  });

  it('mails nobody without an address, on a widget that does not, and in no trial', async () => {
    const nobody = await ask('Hello', null);
    const off = await ask('Hello', zoe, await makeWidget({ mailsAnswers: false }));
    clock.advance(3 * MINUTE);
    await reply(nobody, 'Hello');
    await reply(off, 'Hello');
    await pass(5 * MINUTE);
    expect(test.mailer.mailsTo(zoe)).toEqual([]);
    expect((await log(nobody)).items).toEqual([]);
    expect(await log(off)).toMatchObject({ isOn: false, items: [] });
  });

  it('writes in the language of the visitor’s browser, right to left where it is', async () => {
    const hebrew = await makeWidget({ languages: ['en', 'he'] });
    const headers = { 'Accept-Language': 'he-IL,en;q=0.5' };
    const opened = await test.call(`/v1/integration/widget/${hebrew}/session/create`, { body: {}, headers });
    const session = (await opened.json()) as TestSession;
    await (await test.send(session, { id: clientId(), text: 'שלום' })).text();
    await call(session, '/contact/upsert', { email: zoe });
    clock.advance(3 * MINUTE);
    await reply(session, 'כן');
    await pass(2 * MINUTE);
    const mail = await arrive(zoe);
    expect(mail.subject).toContain('התקבלה תשובה מאת ana');
    expect(mail.html).toContain('<html lang="he" dir="rtl">');
    expect(mail.html).toContain('<div dir="auto"');
  });

  it.each(['javascript:alert(1)', '/bar.png', 'data:image/png;base64,AAAA'])(
    'shows the owner’s picture only if it is public, not %s',
    async (barIcon) => {
      const picture = { botIcon: 'https://shop.example/logo.png', barIcon };
      const { mail } = await mailed({ of: await makeWidget({ config: picture }) });
      expect(mail.html).toContain('<img src="https://shop.example/logo.png" alt=""');
      expect(mail.html).not.toContain(barIcon);
    },
  );

  it('shows a picture that was uploaded', async () => {
    const uploaded = { barIcon: 'file_01J0000000000000000000000A' };
    const { mail } = await mailed({ of: await makeWidget({ config: uploaded }) });
    expect(mail.html).toMatch(
      /<img src="http:\/\/[^"]+\/v1\/file\/file_01J0000000000000000000000A\/thumbnail\/download\?/,
    );
  });

  /** One more conversation that is answered after its visitor has left. */
  async function answered(email = zoe): Promise<TestSession> {
    const one = await ask('Do you have oolong?', email);
    clock.advance(3 * MINUTE);
    await reply(one, 'Yes');
    await pass(2 * MINUTE);
    return one;
  }
  const isOverLimit = async (session: TestSession): Promise<void> => {
    expect((await log(session)).items).toMatchObject([{ state: 'failed', reason: 'limit' }]);
  };

  it('sends only so many mails in a day: to an address, and of an account', async () => {
    for (let count = 0; count < ADDRESS_MAX; count += 1) {
      await answered();
      await arrive(zoe, count + 1);
    }
    await isOverLimit(await answered());
    expect(test.mailer.mailsTo(zoe)).toHaveLength(ADDRESS_MAX);
  });

  it('sends only so many mails in a day: of an account, whatever the addresses', async () => {
    const { id } = ((await ana.ask('/v1/auth/session')).body as { user: { id: string } }).user;
    const period = new Date(clock.now()).toISOString().slice(0, 10);
    const subject = `visitor-mail:${id}`;
    const today = { messages: ACCOUNT_MAX, updatedAt: clock.now() };
    await test.database
      .insert(usage)
      .values({ subject, period, ...today })
      .onConflictDoUpdate({ target: [usage.subject, usage.period], set: today });
    await isOverLimit(await answered());
    expect(test.mailer.mailsTo(zoe)).toEqual([]);
    clock.advance(24 * 60 * MINUTE);
    await answered();
    await arrive(zoe);
  });

  describe('its link', () => {
    it('opens that conversation with the answer, on one device at a time', async () => {
      const { session, mail } = await mailed();
      const first = await opened(tokenOf(mail));
      expect(first.conversationId).toBe(session.conversationId);
      expect(await (await call(first, '/message/list')).text()).toContain('three kinds');
      const second = await opened(tokenOf(mail));
      expect((await call(second, '/message/list')).status).toBe(200);
      expect((await call(first, '/message/list')).status).toBe(401);
      expect((await call(session, '/message/list')).status).toBe(200);
      // A session that has ended makes no next one.
      const renewed = await test.call(`/v1/integration/widget/${widget}/session/create`, {
        body: { conversationId: first.conversationId },
        token: first.token,
      });
      expect((await renewed.json()) as TestSession).toMatchObject({ resumed: false });
    });

    it('is in the fragment of a page that sends it to nobody else', async () => {
      const response = await test.call(`/w/${widget}/answer`, { headers: { 'Accept-Language': 'de' } });
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*connect-src 'self'/);
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
      const page = await response.text();
      expect(page).toContain('Dieser Link ist abgelaufen');
      expect(page).toContain(`href="../${widget}"`);
      expect((await test.call('/w/nothing/answer')).status).toBe(404);
    });

    it('ends after seven days, and its sessions with it', async () => {
      const { mail } = await mailed();
      clock.advance(LINK_LIFE_MS - 10 * MINUTE);
      const last = await opened(tokenOf(mail));
      clock.advance(15 * MINUTE);
      expect((await open(tokenOf(mail))).status).toBe(404);
      expect((await call(last, '/message/list')).status).toBe(401);
    });

    it('is refused when it was changed, and after its visitor was signed out', async () => {
      const { mail, session } = await mailed();
      const token = tokenOf(mail);
      const [, ...rest] = token.split('.');
      const other = await ask();
      for (const wrong of ['', 'x', `${token}x`, token.slice(0, -1), [other.conversationId, ...rest].join('.')])
        expect((await open(wrong)).status).toBe(404);
      await ana.ask(`/v1/conversation/${session.conversationId}/sign-out`, {});
      expect((await open(token)).status).toBe(404);
    });

    it('is refused after the conversation was erased', async () => {
      const { mail, session } = await mailed();
      expect((await ana.ask(`/v1/conversation/${session.conversationId}/delete`, {})).status).toBe(200);
      expect((await open(tokenOf(mail))).status).toBe(404);
      const rows = await test.database
        .select()
        .from(visitorMails)
        .where(eq(visitorMails.conversationId, session.conversationId));
      expect(rows).toEqual([]);
    });

    it('is left out for verified visitors, in whose name its reader could act', async () => {
      const of = await makeWidget();
      const { secret } = (await ana.ask(`/v1/integration/widget/${of}/identity/create`, {})).body;
      const seconds = Math.floor(clock.now() / 1000);
      const identity = await new SignJWT({ sub: 'zoe', email: zoe })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + 3_600)
        .sign(new TextEncoder().encode(String(secret)));
      const made = await test.call(`/v1/integration/widget/${of}/session/create`, { body: { contact: { identity } } });
      const verified = (await made.json()) as TestSession;
      await call(verified, '/contact/upsert', { identity });
      clock.advance(3 * MINUTE);
      await reply(verified, 'Your parcel is on its way.');
      await pass(2 * MINUTE);
      const mail = await arrive(zoe);
      expect(mail.text).toContain('on its way');
      expect(mail.text).toContain('To reply, sign in again where you used the chat');
      expect(mail.text).not.toContain('/answer#');
      expect(mail.html).not.toContain('/answer#');
    });

    it('is refused once its conversation is that of a verified visitor, or needs one, or the chat is off', async () => {
      const of = await makeWidget();
      const { mail, session } = await mailed({ of });
      const update = (change: object) => ana.ask(`/v1/integration/widget/${of}/update`, change);
      for (const [on, off] of [
        [{ requiresIdentity: true }, { requiresIdentity: false }],
        [{ config: { disabled: true } }, { config: {} }],
      ] as const) {
        expect((await update(on)).status).toBe(200);
        expect((await open(tokenOf(mail))).status).toBe(404);
        await update(off);
        expect((await open(tokenOf(mail))).status).toBe(200);
      }
      const { id } = { id: session.conversationId };
      await test.database.update(conversations).set({ subject: 'zoe' }).where(eq(conversations.id, id));
      expect((await open(tokenOf(mail))).status).toBe(404);
    });
  });

  describe('“Stop these mails”', () => {
    const stopOf = ({ unsubscribeUrl = '' }: Mail): string => unsubscribeUrl.replace('http://localhost:3000', '');

    it('stops them with one click or a button, for that address and workspace', async () => {
      const { mail, session } = await mailed();
      const page = await test.call(stopOf(mail));
      expect(await page.text()).toContain('<form method="post"><button type="submit">Stop these mails');
      expect((await log(session)).stopped).toBeNull();
      const pressed = await test.call(stopOf(mail), {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      expect([pressed.status, await pressed.text()]).toEqual([200, expect.stringContaining('no more of these mails')]);
      expect((await log(session)).stopped).toBe('asked');
      await reply(session, 'One more');
      await pass(5 * MINUTE);
      expect(test.mailer.mailsTo(zoe)).toHaveLength(1);
      expect((await log(session)).items[0]).toMatchObject({ state: 'stopped', reason: 'asked' });

      const eve = await test.person('eve');
      const hers = await eve.make('/v1/integration/widget/create', {
        name: 'Other',
        botId: await eve.make('/v1/bot/create', { name: 'Bot' }),
      });
      const other = await ask('Hello', zoe.toUpperCase().replace('VISITOR.EXAMPLE', 'visitor.example'), hers);
      clock.advance(3 * MINUTE);
      await reply(other, 'Hello', eve);
      await pass(2 * MINUTE);
      await arrive(zoe.toUpperCase().replace('VISITOR.EXAMPLE', 'visitor.example'));
      expect((await test.call('/v1/visitor-mail/stop?token=a.b.c', { body: {} })).status).toBe(404);
    });

    it('takes a mail out of the queue that is being tried again', async () => {
      const first = await mailed();
      test.mailer.isRefusing = true;
      await reply(first.session, 'One more');
      await pass(2 * MINUTE);
      await until(async () => {
        expect((await log(first.session)).items[0]?.state).toBe('queued');
      });
      await test.call(stopOf(first.mail), { body: {} });
      expect((await log(first.session)).items[0]).toMatchObject({ state: 'stopped', reason: 'asked' });
      test.mailer.isRefusing = false;
      await pass(10 * MINUTE);
      expect(test.mailer.mailsTo(zoe)).toHaveLength(1);
    });

    it('follows from an address that does not exist, and not from another refusal', async () => {
      const send = vi.spyOn(test.mailer, 'send');
      send.mockRejectedValueOnce(new MailRefused(true, new Error('554 No spam'), false));
      const session = await ask();
      clock.advance(3 * MINUTE);
      await reply(session, 'Yes');
      await pass(2 * MINUTE);
      await until(async () => {
        expect((await log(session)).items[0]).toMatchObject({ state: 'failed', reason: 'refused' });
      });
      expect((await log(session)).stopped).toBeNull();
      send.mockRejectedValueOnce(new MailRefused(true, new Error('550 No such user'), true));
      await reply(session, 'Yes');
      await pass(2 * MINUTE);
      await until(async () => {
        expect((await log(session)).items[0]).toMatchObject({ state: 'failed', reason: 'bounced' });
      });
      expect((await log(session)).stopped).toBe('bounced');
      send.mockRestore();
    });
  });

  it('mails only an address that a visitor could leave', async () => {
    const session = await ask();
    for (const email of ['a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', `${'a'.repeat(300)}@b.example`])
      expect((await call(session, '/contact/upsert', { email })).status).toBeGreaterThanOrEqual(400);
    const [contact] = await test.database
      .select()
      .from(contacts)
      .where(eq(contacts.conversationId, session.conversationId));
    expect(contact?.email).toBe(zoe);
  });
});
