import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createReplyMail } from '../../domain/visitorMail/replyAddress';
import { createVisitorLinks } from '../../domain/visitorMail/visitorLinks';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock, type ManualClock } from '../../testing/manualClock';
import { clientId, type TestSession } from '../../testing/startTestServer';
import { createTestMailer } from '../../testing/testSignIn';
import { LOOK_MS } from '../../db/queueWorker';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const SECRET = 'a secret of the provider';
const BASIC = `Basic ${Buffer.from(`sotto:${SECRET}`).toString('base64')}`;

describe('OW-22 answers by mail', () => {
  let clock: ManualClock;
  let test: BuilderTest;
  let ana: Person;
  let botId: string;
  beforeAll(async () => {
    clock = createManualClock(Date.UTC(2026, 10, 27, 8));
    const config = {
      publicUrl: 'http://localhost:3000',
      replyMail: { address: 'reply@in.example.com', secret: SECRET },
    };
    test = await startBuilderTest({ clock, config }, createTestMailer(true));
    ana = await test.person('ana');
    botId = await ana.make('/v1/bot/create', { name: 'Bot' });
  });
  afterAll(() => test.server.close(0));

  /** A visitor who has got an answer by mail. @returns the address for their reply */
  async function mailed(zoe: string): Promise<{ session: TestSession; replyTo: string }> {
    const session = await test.openSession(await ana.make('/v1/integration/widget/create', { name: 'Tea', botId }));
    await (await test.send(session, { id: clientId(), text: 'Do you have oolong?' })).text();
    const at = `/v1/conversation/${session.conversationId}`;
    await test.call(`${at}/contact/upsert`, { token: session.token, body: { email: zoe } });
    clock.advance(180_000);
    await ana.ask(`${at}/message/answer`, { text: 'Yes, three kinds.' });
    await vi.waitFor(
      () => {
        clock.advance(LOOK_MS * 10);
        expect(test.mailer.mailsTo(zoe)).toHaveLength(1);
      },
      { timeout: 20_000, interval: 30 },
    );
    const mail = test.mailer.mailsTo(zoe)[0];
    expect([mail?.text.includes('answer this mail'), mail?.text.includes('not read')]).toEqual([true, false]);
    return { session, replyTo: mail?.replyTo ?? '' };
  }
  const post = (body: object, authorization = BASIC) =>
    test.call('/v1/visitor-mail/receive', { headers: { Authorization: authorization }, body });
  const reply = (to: string, text: string, more: object = {}) =>
    post({ MessageID: 'm-1', ToFull: [{ Email: to }], FromFull: { Email: 'zoe@x.example' }, TextBody: text, ...more });
  const talk = async ({ conversationId }: TestSession) =>
    (await ana.ask(`/v1/conversation/${conversationId}/fetch`)).body as {
      state: string;
      messages: { type: string; text: string }[];
    };

  it('OW-22: become messages, once, wait in the inbox, and are erased with their conversation', async () => {
    const { session, replyTo } = await mailed('zoe1@visitor.example');
    expect(replyTo).toMatch(/^reply\+[0-9a-z.]{40,54}@in\.example\.com$/);
    const asked = test.model.requests.length;
    const text = 'The green one, please.\n\nOn Fri, Nov 27, 2026, Tea wrote:\n> Yes, three kinds.';
    expect((await reply(replyTo.toUpperCase(), text)).status).toBe(200);
    expect((await reply(replyTo, text)).status).toBe(200);
    const { state, messages } = await talk(session);
    expect(messages.filter((message) => message.text === 'The green one, please.')).toMatchObject([{ type: 'user' }]);
    expect([state, test.model.requests.length]).toEqual(['waiting', asked]);
    expect((await reply(replyTo, 'Nul \0 and half \ud83d', { MessageID: 'm-nul' })).status).toBe(200);
    expect((await talk(session)).messages.at(-1)?.text).toBe('Nul  and half \ufffd');
    const HtmlBody = '<p>Two <b>packets</b></p><blockquote>Yes, three kinds.</blockquote><style>p{}</style>';
    expect((await reply(replyTo, '', { MessageID: 'm-3', HtmlBody })).status).toBe(200);
    expect((await talk(session)).messages.at(-1)?.text).toBe('Two packets\n\nYes, three kinds.');
    expect((await ana.ask(`/v1/conversation/${session.conversationId}/delete`, {})).status).toBe(200);
    expect((await reply(replyTo, 'Still there?', { MessageID: 'm-2' })).status).toBe(200);
  });

  it('OW-22: of programs, to other addresses, without words or with a wrong token are not stored', async () => {
    const { session, replyTo } = await mailed('zoe2@visitor.example');
    const before = await talk(session);
    const wrong = replyTo.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
    const sent = [
      await reply(replyTo, 'I am away', { Headers: [{ Name: 'Auto-Submitted', Value: 'auto-replied' }] }),
      await reply(wrong, 'Wrong'),
      await reply('reply@in.example.com', 'No token'),
      await reply(replyTo.replace('in.example', 'out.example'), 'Elsewhere'),
      await reply(replyTo, '> only what you wrote'),
    ];
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await talk(session)).toEqual(before);
  });

  it('OW-22: are taken from the provider alone, bounded, and from nobody without a setting', async () => {
    const { replyTo } = await mailed('zoe3@visitor.example');
    expect((await reply(replyTo, 'Hello')).status).toBe(200);
    const token = createReplyMail({ address: 'reply@in.example.com', secret: '' }).tokenOf(replyTo) ?? '';
    expect(createVisitorLinks('another secret', clock).readReply(token)).toBeUndefined();
    expect((await post({ MessageID: 'm' }, `Bearer ${SECRET}`)).status).toBe(200);
    expect((await post({}, BASIC)).status).toBe(400);
    expect((await reply(replyTo, 'x'.repeat(15_728_641))).status).toBe(413);
    expect((await post({ MessageID: 'm' }, 'Bearer wrong')).status).toBe(401);
    const statuses: number[] = [];
    for (let call = 0; call < 10; call += 1) statuses.push((await post({ MessageID: 'm' }, '')).status);
    expect(statuses.at(-1)).toBe(429);
    const other = await startBuilderTest();
    const response = await other.call('/v1/visitor-mail/receive', { headers: { Authorization: BASIC }, body: {} });
    expect(response.status).toBe(501);
    await other.server.close(0);
  });
});
