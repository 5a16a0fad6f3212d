import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AWAY_WORDS } from '../../domain/conversations/awayWords';
import { MAIL_WORDS } from '../../domain/visitorMail/mailWords';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { clientId, type TestSession } from '../../testing/startTestServer';
import { createTestMailer } from '../../testing/testSignIn';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** A Friday, 21:00 in Berlin. */
const NOW = Date.UTC(2026, 10, 27, 20);
const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:30' }));
const HOURS = { timeZone: 'Europe/Berlin', days: WEEK };
/** Without the marks around dates and addresses. */
const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u202f', ' ');

describe('OW-26 asking for a person outside of office hours', () => {
  let test: BuilderTest;
  let ana: Person;
  let botId: string;
  beforeAll(async () => {
    const options = { clock: createManualClock(NOW), config: { publicUrl: 'http://localhost:3000' } };
    test = await startBuilderTest(options, createTestMailer(true));
    ana = await test.person('ana');
    botId = await ana.make('/v1/bot/create', { name: 'Bot' });
  });
  afterAll(() => test.server.close(0));

  const makeWidget = (config: object, more: object = {}): Promise<string> =>
    ana.make('/v1/integration/widget/create', { name: 'Help', botId, config: { handover: true, ...config }, ...more });
  const begin = async (config: object = { officeHours: HOURS }, more: object = {}): Promise<TestSession> =>
    test.openSession(await makeWidget(config, more));
  async function say(session: TestSession, text: string, language = 'en-GB', timeZone?: string): Promise<string> {
    const headers = { Accept: 'application/json', ...(timeZone !== undefined && { 'X-Timezone': timeZone }) };
    const response = await test.send(session, { id: clientId(), text, language }, headers);
    const { messages } = (await response.json()) as { messages: { type: string; text: string }[] };
    return plain(messages.findLast(({ type }) => type === 'bot')?.text ?? '');
  }
  const contactOf = async ({ conversationId }: TestSession) =>
    ((await ana.ask(`/v1/conversation/${conversationId}/fetch`)).body as { contact: { email?: string } | null })
      .contact;

  it.each([
    ['en-GB', 'America/New_York', 'I want a human', 'The team is back: Monday 30 November at 3:00.'],
    ['en-GB', undefined, 'I want a human', 'The team is back: Monday 30 November at 09:00 CET.'],
    ['de', 'Asia/Tokyo', 'Ich möchte mit einem Menschen sprechen', 'wieder da: Montag, 30. November um 17:00.'],
    ['en', 'Mars/Base', 'Quiero hablar con una persona', 'El equipo vuelve: lunes, 30 de noviembre, 9:00 CET.'],
    ['not a tag', 'UTC', 'agent', 'The team is back: Monday, November 30 at 8:00 AM.'],
  ])('OW-26: says in %s, of %s, when people are back', async (language, zone, text, expected) => {
    expect(await say(await begin(), text, language, zone)).toContain(expected);
  });

  it('OW-26: takes the address that is offered, and the mail to the owner names it', async () => {
    const session = await begin();
    expect(await say(session, 'zoe@visitor.example')).not.toContain('will also be sent');
    expect(await contactOf(session)).toBeNull();
    const asked = test.model.requests.length;
    expect(await say(session, 'I want a human')).toContain('write your email address here');
    await vi.waitFor(() =>
      expect(test.mailer.mailsTo('ana@example.com').at(-1)?.text).toContain('outside of your office hours'),
    );
    expect(await say(session, 'It is zoe@visitor.example.')).toBe(
      'Thank you. The answer will also be sent to zoe@visitor.example.',
    );
    expect(test.model.requests.length).toBe(asked);
    expect(await contactOf(session)).toMatchObject({ email: 'zoe@visitor.example' });
    const again = await say(session, 'I want a human');
    expect([again.includes('The team is back'), again.includes('email address')]).toEqual([true, false]);
    expect(await say(session, 'mallory@visitor.example')).not.toContain('will also be sent');
    // Answering anyway is not stopped.
    const answered = await ana.ask(`/v1/conversation/${session.conversationId}/message/answer`, { text: 'Here I am.' });
    expect(answered.status).toBe(200);
  });

  it.each([
    ['My order confirmation went to zoe@visitor.example, but it has never arrived. What now?'],
    ['a@visitor.example or b@visitor.example'],
    ['I have no address'],
  ])('OW-26: a message such as “%s” is for the bot', async (text) => {
    const session = await begin();
    await say(session, 'I want a human');
    const asked = test.model.requests.length;
    await say(session, text);
    expect(test.model.requests.length).toBe(asked + 1);
    expect(await contactOf(session)).toBeNull();
  });

  it.each([
    ['answers are not mailed', {}, { mailsAnswers: false }],
    ['the chat is private', { privacy: true }, {}],
  ])('OW-26: offers nothing where %s', async (_, config, more) => {
    const said = await say(await begin({ officeHours: HOURS, ...config }, more), 'I want a human');
    expect([said.includes('The team is back'), said.includes('email address')]).toEqual([true, false]);
  });

  it.each([
    ['there are none', undefined],
    ['they were removed', null],
    ['it is office time', { timeZone: 'America/New_York', days: WEEK }],
  ])('OW-26: says nothing about hours where %s', async (_, officeHours) => {
    const said = await say(await begin({ officeHours }), 'I want a human');
    expect(said).toBe('I have told the team. A person will answer you here as soon as possible.');
  });

  it('OW-26: a model that asks for a person learns when people are back', async () => {
    const session = await begin();
    test.model.next({ call: 'request_person' });
    test.model.next({ text: 'On Monday.' });
    await say(session, 'This is going nowhere', 'fr', 'Europe/Paris');
    expect(plain(JSON.stringify(test.model.requests.at(-1)))).toContain(
      'L’équipe est de retour : lundi 30 novembre à 9:00.',
    );
  });

  it('OW-26: hours that cannot be are refused, and pages never get them', async () => {
    const wrong = { name: 'x', botId, config: { officeHours: { timeZone: 'Mars/Base', days: WEEK } } };
    expect((await ana.ask('/v1/integration/widget/create', wrong)).status).toBe(400);
    const config = await (
      await test.call(`/v1/integration/widget/${await makeWidget({ officeHours: HOURS })}/config`)
    ).text();
    expect(config).not.toContain('officeHours');
  });

  it('OW-26: has words in every language of the widget, with their place for the time', () => {
    expect(Object.keys(AWAY_WORDS).sort()).toEqual(Object.keys(MAIL_WORDS).sort());
    for (const { back, address, thanks } of Object.values(AWAY_WORDS))
      expect([back.split('{when}').length, thanks.split('{email}').length, address === '']).toEqual([2, 2, false]);
  });
});
