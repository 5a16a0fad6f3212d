import type { Check, CheckTurn } from '@sotto/hub-api';
import { systemClock, type Clock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createScriptedModel, type ScriptStep } from '../../testing/scriptedModel';
import { startBuilderTest, type BuilderTest, type Person } from '../../testing/builder';
import type { ModelRequest } from '../../model/chatModel';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Time that passes ten times as fast. */
const startedAt = systemClock.now();
const TEN_TIMES: Clock = {
  now: () => startedAt + (systemClock.now() - startedAt) * 10,
  setTimer: (callback, delayMs) => systemClock.setTimer(callback, delayMs / 10),
};

/** What the model does for each question; checks run in the background, in no fixed order. */
const SCRIPTS: Record<string, (request: ModelRequest) => ScriptStep[]> = {};

function script(request: ModelRequest): readonly ScriptStep[] {
  const last = request.messages.at(-1);
  if (request.messages[0]?.text.startsWith('You check answers')) {
    const { statement } = JSON.parse(last?.text ?? '') as { statement: string };
    return [{ text: statement.includes('polite') ? 'yes\nIt is.' : 'No.\nIt is not so.' }];
  }
  const question = request.messages.findLast(({ role }) => role === 'user')?.text ?? '';
  return SCRIPTS[question]?.(request) ?? [{ text: `You said: ${question}` }];
}

const calling =
  (name: string, args: Record<string, string>, then: string) =>
  ({ messages }: ModelRequest): ScriptStep[] =>
    messages.at(-1)?.role === 'tool' ? [{ text: then }] : [{ call: name, args }];

describe('OW-21 checks', () => {
  const fetched: string[] = [];
  let test: BuilderTest;
  let ana: Person;
  beforeAll(async () => {
    test = await startBuilderTest({
      model: createScriptedModel(script),
      clock: TEN_TIMES,
      publicFetch: async (url) => {
        fetched.push(url);
        return {
          url,
          status: 200,
          type: 'application/json',
          headers: {},
          bytes: new TextEncoder().encode('{"at":"Monday"}'),
        };
      },
    });
    ana = await test.person('ana');
  });
  afterAll(() => test.server.close(0));

  const get = async (id: string, person = ana) => (await person.ask(`/v1/check/${id}/fetch`)).body as unknown as Check;
  /** The check once no run is due or in progress. */
  const settled = async (id: string): Promise<Check> => {
    for (;;) {
      const check = await get(id);
      if (check.last && !check.isWaiting && !check.isRunning) return check;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const bot = () => ana.make('/v1/bot/create', { name: 'Helper', backstory: 'You sell tea.' });
  const check = async (subject: object, ...turns: CheckTurn[]) =>
    settled(await ana.make('/v1/check/create', { ...subject, name: 'A check', turns }));
  const reasons = (ran: Check) => ran.last?.turns.flatMap(({ outcomes }) => outcomes.map(({ reason }) => reason));

  it('plays its questions in one conversation with the bot itself, and gives a reason for each that is not met', async () => {
    SCRIPTS['When are you open?'] = ({ messages }) => [
      { text: `From **9 am**. ${String(messages.filter(({ role }) => role === 'user').length)}` },
      { references: [{ source: 'hours.md', title: 'Opening hours', url: 'https://tea.example/hours/' }] },
    ];
    let temperature: number | undefined = 2;
    SCRIPTS['Hello'] = (request) => {
      ({ temperature } = request);
      return [{ text: 'You said: Hello' }];
    };
    const ran = await check(
      { botId: await bot() },
      { ask: 'Hello', expect: [{ contains: 'you  SAID' }] },
      {
        ask: 'When are you open?',
        expect: [
          { contains: '9 AM. 2' },
          { contains: 'from 9 am' },
          { excludes: 'closed' },
          { excludes: '9 am' },
          { source: 'http://tea.example/hours' },
          { source: 'Opening Hours' },
          { source: 'Prices' },
          { calls: 'Order status' },
          { asks: true },
        ],
      },
    );
    expect(ran.last?.status).toBe('failed');
    // A trial on the Hub would have one of its own.
    expect(temperature).toBeUndefined();
    expect(ran.lastGreen).toBeNull();
    expect(reasons(ran)).toEqual([
      '',
      '',
      '',
      '',
      'The answer contains “9 am”.',
      '',
      '',
      '“Prices” is not among its sources: Opening hours (https://tea.example/hours/).',
      '“Order status” was not called.',
      'Nothing was called that asks the visitor first.',
    ]);
    expect(ran.last?.turns[1]).toMatchObject({ ask: 'When are you open?', answer: 'From **9 am**. 2' });
    const conversations = (await ana.ask('/v1/conversation/list')).body['items'];
    expect(conversations).toEqual([]);
    const left = await test.database.execute('select id from conversations where check_id is not null');
    expect((left as { rows: unknown[] }).rows).toEqual([]);
  });

  it('calls what only reads, and never what acts', async () => {
    const skillset = await ana.make('/v1/skillset/create', { name: 'Orders' });
    const add = (fields: object) => ana.make(`/v1/skillset/${skillset}/ability/create`, fields);
    await add({ name: 'Order status', instruction: '```fetch\nGET https://api.example/{{number}}\n```' });
    await add({ name: 'Cancel', instruction: '```fetch\nPOST https://api.example/cancel/{{number}}\n\n{}\n```' });
    await add({
      name: 'Refund',
      needsApproval: false,
      instruction: '```fetch\nPOST https://api.example/refund/{{number}}\n\n{}\n```',
    });
    SCRIPTS['Where is 12?'] = calling('order_status', { number: '12' }, 'Monday');
    SCRIPTS['Cancel 12'] = calling('cancel', { number: '12' }, 'As you like');
    SCRIPTS['Refund 12'] = calling('refund', { number: '12' }, 'Done');
    const ran = await check(
      { skillsetId: skillset },
      {
        ask: 'Where is 12?',
        expect: [
          { calls: 'Order status', arguments: { number: 12 } },
          { calls: 'order_status', arguments: { number: '13' } },
        ],
      },
      { ask: 'Cancel 12', expect: [{ calls: 'Cancel' }, { asks: true }] },
      { ask: 'Refund 12', expect: [{ calls: 'Refund' }, { asks: true }] },
    );
    expect(fetched).toEqual(['https://api.example/12']);
    expect(ran.last?.turns.map(({ calls }) => calls.map(({ outcome }) => outcome))).toEqual([
      ['done'],
      ['asked'],
      ['withheld'],
    ]);
    expect(reasons(ran)).toEqual([
      '',
      '“order_status” was called with other arguments: number was "12" instead of "13".',
      '',
      '',
      '',
      'refund would have run without asking the visitor.',
    ]);
  });

  it('knows languages, and lets a model judge, which the result says', async () => {
    SCRIPTS['Wann?'] = () => [
      { text: 'Wir haben montags bis freitags von neun bis zwölf geöffnet, und Sie sind willkommen.' },
    ];
    const ran = await check(
      { botId: await bot() },
      {
        ask: 'Wann?',
        expect: [
          { language: 'de' },
          { language: 'en' },
          { judge: 'It is polite.' },
          { judge: 'It is long.' },
          { refuses: true },
        ],
      },
    );
    expect(ran.last?.turns[0]?.outcomes).toEqual([
      { isMet: true, reason: '', isJudged: false },
      { isMet: false, reason: 'The answer is in German.', isJudged: false },
      { isMet: true, reason: '', isJudged: true },
      { isMet: false, reason: 'It is not so.', isJudged: true },
      { isMet: false, reason: 'It is not so.', isJudged: true },
    ]);
  });

  it('is not run, and has not failed, when the model is away or takes too long', async () => {
    SCRIPTS['Away'] = () => [{ fail: new Error('down') }];
    const away = await check({ botId: await bot() }, { ask: 'Away', expect: [{ contains: 'x' }] });
    expect(away.last).toMatchObject({ status: 'notRun', turns: [], reason: expect.stringMatching(/\w/) as string });
    SCRIPTS['Slow'] = () => [{ hang: true }];
    const slow = await check({ botId: await bot() }, { ask: 'Slow', expect: [] });
    expect(slow.last).toMatchObject({ status: 'notRun', reason: 'There was no answer within 60 seconds.' });
  });

  it('runs again after a save, once for several, and keeps the last answers that were right', async () => {
    let price = 5;
    let runs = 0;
    SCRIPTS['What is the price?'] = () => {
      runs += 1;
      return [{ text: `It is ${String(price)} euros.` }];
    };
    const skillset = await ana.make('/v1/skillset/create', { name: 'Prices' });
    const botId = await ana.make('/v1/bot/create', { name: 'Seller', skillsets: [skillset] });
    const first = await check({ botId }, { ask: 'What is the price?', expect: [{ contains: '5 euros' }] });
    expect([first.last?.status, runs]).toEqual(['passed', 1]);
    price = 6;
    await ana.ask(`/v1/bot/${botId}/update`, { backstory: 'You sell coffee.' });
    expect((await get(first.id)).isWaiting).toBe(true);
    await ana.ask(`/v1/bot/${botId}/update`, { backstory: 'You sell cocoa.' });
    const second = await settled(first.id);
    expect([second.last?.status, runs]).toEqual(['failed', 2]);
    expect([second.lastGreen?.turns[0]?.answer, second.last?.turns[0]?.answer]).toEqual([
      'It is 5 euros.',
      'It is 6 euros.',
    ]);
    // What the bot is made of counts as well.
    await ana.make(`/v1/skillset/${skillset}/ability/create`, { name: 'Look', instruction: 'Look.' });
    expect((await get(first.id)).isWaiting).toBe(true);
    await settled(first.id);
    await ana.ask(`/v1/skillset/${await ana.make('/v1/skillset/create', { name: 'Other' })}/update`, {
      name: 'Another',
    });
    expect((await get(first.id)).isWaiting).toBe(false);
    // Other questions have no former answers.
    const turns = [{ ask: 'Hello', expect: [{ contains: 'tea' }] }];
    await ana.ask(`/v1/check/${first.id}/update`, { turns });
    expect(await settled(first.id)).toMatchObject({ last: { status: 'failed' }, lastGreen: null });
    const before = (await get(first.id)).last?.startedAt ?? 0;
    expect((await ana.ask('/v1/check/run', { id: first.id })).body).toEqual({ ids: [first.id] });
    await expect.poll(async () => (await get(first.id)).last?.startedAt, { timeout: 20_000 }).toBeGreaterThan(before);
  });

  it('belongs to a workspace, and to one bot or skillset of it', async () => {
    const botId = await bot();
    const own = await check({ botId }, { ask: 'Hello', expect: [] });
    const ben = await test.person('ben');
    expect((await ben.ask(`/v1/check/${own.id}/fetch`)).status).toBe(404);
    expect((await ben.ask(`/v1/check/${own.id}/update`, { name: 'x' })).status).toBe(404);
    expect((await ben.ask(`/v1/check/${own.id}/delete`, {})).status).toBe(404);
    expect((await ben.ask('/v1/check/run', { id: own.id })).body).toEqual({ ids: [] });
    const turns = [{ ask: 'Hello' }];
    expect((await ben.ask('/v1/check/create', { botId, name: 'x', turns })).status).toBe(404);
    expect((await ana.ask('/v1/check/create', { name: 'x', turns })).status).toBe(422);
    expect((await ana.ask('/v1/check/create', { botId, name: 'x', turns: [] })).status).toBe(400);
    expect((await ana.ask(`/v1/check/list?botId=${botId}`)).body['items']).toHaveLength(1);
    expect((await ana.ask('/v1/check/list?take=1')).body['cursor']).not.toBeNull();
    await ana.ask(`/v1/check/${own.id}/delete`, {});
    expect((await ana.ask(`/v1/check/list?botId=${botId}`)).body['items']).toEqual([]);
  });

  it('goes into a file and comes back, in YAML and JSON, by its name', async () => {
    const botId = await bot();
    const content = `botId: ${botId}\nchecks:\n  - name: Hours\n    turns:\n      - ask: Hello\n        expect:\n          - contains: said\n`;
    const first = (await ana.ask('/v1/check/import', { content })).body['ids'] as string[];
    const again = (await ana.ask('/v1/check/import', { content: content.replace('said', 'hello') })).body['ids'];
    expect(again).toEqual(first);
    await settled(first[0] ?? '');
    const yaml = (await ana.ask(`/v1/check/file/fetch?botId=${botId}`)).body['content'];
    expect(yaml).toBe(content.replace('said', 'hello'));
    const json = (await ana.ask(`/v1/check/file/fetch?botId=${botId}&format=json`)).body['content'] as string;
    const other = await bot();
    const copied = (await ana.ask('/v1/check/import', { content: json, botId: other })).body['ids'] as string[];
    expect((await settled(copied[0] ?? '')).botId).toBe(other);
    const faults = ['checks: [', 'checks: []', content.replace('contains', 'has'), content.replace(/botId.*\n/, '')];
    for (const fault of faults) {
      const refused = await ana.ask('/v1/check/import', { content: fault });
      expect([fault, refused.status]).toEqual([fault, 422]);
    }
  });
});
