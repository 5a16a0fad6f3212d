import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addUsage } from '../../db/queries/accounts/counterQueries';
import { messages, runs, users } from '../../db/schema';
import { accountCounter, monthOf } from '../../domain/accounts/plans';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import { noMatchSentence, NOTHING_FOUND } from '../../model/searchSentences';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Figures {
  readonly conversations: number;
  readonly visitors: number;
  readonly messages: number;
  readonly replyMs: number | null;
  readonly votesUp: number;
  readonly votesDown: number;
  readonly handovers: number;
  readonly tokens: number;
  readonly cost: number | null;
}
interface Insights {
  readonly total: Figures;
  readonly before: Figures;
  readonly days: readonly (Figures & { day: string })[];
  readonly sources: readonly { title: string; uses: number }[];
}
interface Unanswered {
  readonly question: string;
  readonly count: number;
  readonly reasons: string[];
  readonly asked: { conversationId: string; text: string }[];
}

describe('what owners learn of their visitors’ questions', () => {
  let test: BuilderTest;
  let ana: Person;
  let ben: Person;
  let botId: string;
  let widgetId: string;
  beforeAll(async () => {
    test = await startBuilderTest();
    [ana, ben] = [await test.person('ana'), await test.person('ben')];
    botId = await ana.make('/v1/bot/create', { name: 'Bot' });
    widgetId = await ana.make('/v1/integration/widget/create', { name: 'Shop', botId });
    const datasetId = await ana.make('/v1/dataset/create', { name: 'Terms' });
    await ana.ask(`/v1/bot/${botId}/update`, { name: 'Bot', datasets: [datasetId] });
  });
  afterAll(() => test.server.close(0));

  async function ask(text: string, reply: string): Promise<{ session: TestSession; replyId: string }> {
    const open = await test.openSession(widgetId);
    test.model.next({ text: reply });
    const response = await test.send(open, { id: clientId(), text }, { Accept: 'application/json' });
    const { messages } = (await response.json()) as { messages: { id: string; type: string }[] };
    return { session: open, replyId: messages.find(({ type }) => type === 'bot')?.id ?? '' };
  }
  async function insights(query = '', who = ana): Promise<Insights> {
    const { status, body } = await who.ask(`/v1/insights/fetch?widgetId=${widgetId}${query}`);
    expect(status).toBe(200);
    return body as never;
  }
  async function unanswered(): Promise<readonly Unanswered[]> {
    const { status, body } = await ana.ask(`/v1/insights/unanswered?widgetId=${widgetId}`);
    expect(status).toBe(200);
    return body['items'] as never;
  }

  it('counts a period without visitors as nothing, day by day', async () => {
    const { total, days } = await insights();
    expect(total).toMatchObject({ conversations: 0, messages: 0, replyMs: null });
    expect(days.length).toBeGreaterThanOrEqual(30);
    expect(days.every(({ messages }) => messages === 0)).toBe(true);
  });

  it('puts questions together that found nothing and ask the same, and none that was answered', async () => {
    await ask('Do you ship wooden furniture to Portugal?', noMatchSentence('wooden furniture'));
    await ask('do you ship wooden furniture to portugal', `Sorry. ${NOTHING_FOUND}`);
    await ask('What does express shipping of a zeppelin cost?', noMatchSentence('zeppelin'));
    await ask('Do you ship anything else to Portugal?', 'Yes, lamps.');
    const items = await unanswered();
    expect(items.map(({ count }) => count)).toEqual([2, 1]);
    expect(items[0]).toMatchObject({ question: 'do you ship wooden furniture to portugal', reasons: ['not-found'] });
    expect(items[0]?.asked.map(({ text }) => text)).toEqual([
      'do you ship wooden furniture to portugal',
      'Do you ship wooden furniture to Portugal?',
    ]);
    const { total, days } = await insights();
    expect(total).toMatchObject({ conversations: 4, visitors: 4, messages: 4, handovers: 0 });
    expect(days.at(-1)).toMatchObject({ conversations: 4, messages: 4 });
    expect(total.replyMs).toBeGreaterThanOrEqual(0);
  });

  it('OW-30: sets the figures beside those of the time before, and estimates what the tokens cost', async () => {
    const { total } = await insights();
    expect(total.cost).toBeNull();
    const [{ id: ownerId } = { id: '' }] = await test.database
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, 'ana@example.com'));
    const now = Date.now();
    await test.database.update(runs).set({ tokens: 500 });
    const counter = { subject: accountCounter(ownerId), period: monthOf(now) };
    await addUsage(test.database, [counter], { tokens: 1_000_000, costMicros: 2_000_000 }, now);
    const priced = await insights();
    expect(priced.total.tokens).toBe(2_000);
    expect(priced.total.cost).toBeCloseTo(0.004);
    expect(priced.before).toMatchObject({ messages: 0, cost: null });
    const later = await insights(`&from=${String(now + 1)}&to=${String(now + 86_400_000)}`);
    expect([later.total.messages, later.before.messages]).toEqual([0, 4]);
    expect(later.before.cost).toBeCloseTo(0.004);
  });

  it('writes an answer into a dataset of the bot, which then finds it, and takes the question off the list', async () => {
    const { status, body } = await ana.ask('/v1/insights/answer', {
      widgetId,
      question: 'Do you ship wooden furniture to Portugal?',
      answer: 'Yes, within ten days, for 40 €.',
    });
    expect(status).toBe(200);
    expect(body['isFound']).toBe(true);
    expect((await unanswered()).map(({ question }) => question)).toEqual([
      'What does express shipping of a zeppelin cost?',
    ]);
    await ask('Do you ship wooden furniture to Portugal?', 'Yes, within ten days.');
    expect((await unanswered()).map(({ count }) => count)).toEqual([1]);
  });

  it('SV-11: an answer, which stays when a visitor is erased, has no address or number of the question', async () => {
    const question = 'Where is the parcel of mia@example.com, +49 30 1234567?';
    const { body } = await ana.ask('/v1/insights/answer', { widgetId, question, answer: 'On its way.' });
    const { body: files } = await ana.ask(`/v1/dataset/${String(body['datasetId'])}/file/list`);
    const { body: found } = await ana.ask(`/v1/dataset/${String(body['datasetId'])}/search`, { search: 'parcel' });
    for (const text of [JSON.stringify(files), JSON.stringify(found)]) {
      expect(text).toContain('Where is the parcel of [email]');
      expect(text).not.toMatch(/mia@|1234567/);
    }
  });

  it('lists a question again that is asked after its answer was written and voted down', async () => {
    const { session, replyId } = await ask('Do you ship wooden furniture to Portugal?', 'No.');
    const path = `/v1/conversation/${session.conversationId}/message/${replyId}/downvote`;
    const vote = await test.call(path, { token: session.token, body: {} });
    expect(vote.status).toBe(200);
    expect(await unanswered()).toContainEqual(expect.objectContaining({ count: 1, reasons: ['voted-down'] }));
    expect((await insights()).total).toMatchObject({ votesUp: 0, votesDown: 1 });
  });

  it('OW-3: counts replies with the owner’s own sentence as unanswered, also when they consist of parts', async () => {
    const sentence = 'Please "call" us:\r\n01629 555 010.';
    const stored = await ana.ask(`/v1/integration/widget/${widgetId}/update`, { config: { nothingFound: sentence } });
    expect(stored.status).toBe(200);
    await ask('Can I rent a dragon boat?', 'Please "call" us:\n01629 555 010.\n\nYou could ask:');
    const { replyId } = await ask('Is there a ferry at dawn?', 'No.');
    expect(JSON.stringify(test.model.requests.at(-1))).toContain('reply with exactly this text');
    const parts = [{ type: 'text' as const, text: 'Please "call" us:\n01629 555 010.' }];
    await test.database.update(messages).set({ parts, text: '' }).where(eq(messages.id, replyId));
    await ask('Do you rent rowing boats?', 'Yes. Please call before.');
    const found = (await unanswered()).filter(({ reasons }) => reasons.includes('not-found'));
    expect(found.map(({ question }) => question)).toEqual(
      expect.arrayContaining(['Can I rent a dragon boat?', 'Is there a ferry at dawn?']),
    );
    expect(found.map(({ question }) => question)).not.toContain('Do you rent rowing boats?');
    await ana.ask(`/v1/integration/widget/${widgetId}/update`, { config: { nothingFound: ' ' } });
    expect((await unanswered()).map(({ question }) => question)).not.toContain('Do you rent rowing boats?');
    expect(await ana.ask(`/v1/integration/widget/${widgetId}/update`, { config: { nothingFound: 5 } })).toMatchObject({
      status: 400,
    });
  });

  it('counts where a person had to answer', async () => {
    const { session } = await ask('Can I visit your showroom on a holiday?', 'Perhaps.');
    const path = `/v1/conversation/${session.conversationId}/message/answer`;
    const { session: other } = await ask('Where may I park a lorry?', 'Outside.');
    await ana.ask(`/v1/conversation/${other.conversationId}/take-over`, {});
    expect((await ana.ask(path, { text: 'Yes, please ring.' })).status).toBe(200);
    expect((await insights()).total.handovers).toBe(1);
  });

  it('makes a dataset where the bot has none, and gives it to the bot', async () => {
    const plain = await ana.make('/v1/bot/create', { name: 'Plain' });
    const own = await ana.make('/v1/integration/widget/create', { name: 'Other', botId: plain });
    const answer = { widgetId: own, question: 'Are dogs allowed?', answer: 'Yes.' };
    const { body } = await ana.ask('/v1/insights/answer', answer);
    const bot = await ana.ask(`/v1/bot/${plain}/fetch`);
    expect(bot.body['datasets']).toEqual([body['datasetId']]);
  });

  it('is the owner’s alone, and refuses a period that is none', async () => {
    expect((await ben.ask(`/v1/insights/fetch?widgetId=${widgetId}`)).status).toBe(404);
    expect((await ben.ask('/v1/insights/answer', { widgetId, question: 'a', answer: 'b' })).status).toBe(404);
    expect((await ben.ask('/v1/insights/fetch')).body['total']).toMatchObject({ messages: 0 });
    expect((await ana.ask('/v1/insights/fetch?from=5&to=4')).status).toBe(400);
    expect((await ana.ask('/v1/insights/fetch?from=0')).status).toBe(400);
    expect((await test.call('/v1/insights/fetch')).status).toBe(401);
  });

  it('gives the days as a CSV file', async () => {
    const response = await test.call(`/v1/insights/export?widgetId=${widgetId}`, {
      method: 'POST',
      headers: ana.headers,
    });
    const lines = (await response.text()).trim().split('\r\n');
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(lines[0]).toContain('day,conversations,visitors,messages');
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,\d+,\d+,\d+,/);
  });
});
