import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_RATE_LIMITS } from '../../config/usageLimits';
import { startBuilderTest, type BuilderTest } from '../../testing/builder';
import { createManualClock } from '../../testing/manualClock';
import { PLAYS_ALL } from '../../testing/playsAll';
import { clientId, type TestSession } from '../../testing/startTestServer';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

/** Four of ten minutes, half of the addresses, and a fifth of the requests of each; all with `SOTTO_ALL=1`. */
const [MINUTES, A_MINUTE, ADDRESSES] = PLAYS_ALL ? [10, 1_000, 20] : [4, 100, 10];
const REQUESTS = A_MINUTE * MINUTES;
/** Messages a day from one address, which is the cap. */
const PER_ADDRESS = 5;

describe('A703 A704 thousands of requests of somebody who wants to cost money', () => {
  const clock = createManualClock();
  let test: BuilderTest;
  let widget: string;
  beforeAll(async () => {
    test = await startBuilderTest({
      clock,
      config: { trustedProxies: 1 },
      rateLimits: { ...DEFAULT_RATE_LIMITS, signIn: 1e6, user: 1e6 },
    });
    const ana = await test.person('ana');
    widget = await ana.make('/v1/integration/widget/create', {
      botId: await ana.make('/v1/bot/create', {}),
      budgets: { address: { messages: PER_ADDRESS } },
    });
  });
  afterAll(() => test.server.close(0));

  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const open = (address: string) =>
    test.call(`/v1/integration/widget/${widget}/session/create`, { body: {}, headers: from(address) });
  const send = (session: TestSession, address: string, text: string) =>
    test.send(session, { id: clientId(), text }, from(address));

  it('stay under the cap, while a visitor is answered every minute', async () => {
    const stolen: TestSession[] = [];
    const statuses = new Map<number, number>();
    const note = async (response: Response): Promise<void> => {
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      await response.text();
    };
    const visitor = (await (await open('198.51.100.7')).json()) as TestSession;
    const answered: string[] = [];
    let sent = 0;

    for (let minute = 0; minute < MINUTES; minute += 1) {
      for (const address of Array.from({ length: ADDRESSES }, (_, index) => `203.0.113.${String(index)}`)) {
        const perAddress = A_MINUTE / ADDRESSES;
        const [session] = await Promise.all(
          Array.from({ length: perAddress }, async (_, index) => {
            sent += 1;
            if (index < perAddress * 0.8) {
              const response = await open(address);
              if (response.status === 200) return (await response.json()) as TestSession;
              return void (await note(response));
            }
            const victim = stolen[(index + minute) % Math.max(1, stolen.length)];
            // Also tokens that were made elsewhere, many at the same moment.
            await note(victim ? await send(victim, address, `attack ${String(sent)}`) : await open(address));
            return undefined;
          }),
        );
        if (session) stolen.push(session);
      }
      if (minute % 3 === 0) {
        const response = await send(visitor, '198.51.100.7', `real ${String(minute)}`);
        answered.push(/"text":"(You said: real \d)"/.exec(await response.text())?.[1] ?? String(response.status));
      }
      clock.advance(60_000);
    }

    expect(sent).toBe(REQUESTS);
    const asked = (word: string) =>
      test.model.requests.filter(({ messages }) => messages.at(-1)?.text.startsWith(word)).length;
    expect(asked('attack')).toBeGreaterThan(0);
    expect(asked('attack')).toBeLessThanOrEqual(ADDRESSES * PER_ADDRESS);
    expect(answered).toEqual(
      [0, 3, 6, 9].filter((minute) => minute < MINUTES).map((minute) => `You said: real ${String(minute)}`),
    );
    // Nothing broke on the way: what was not answered was refused, or met a reply that was being written.
    expect([...statuses.keys()].filter((status) => ![200, 409, 429].includes(status))).toEqual([]);
  });

  it('end at the budget also when they come at the same moment', async () => {
    const ben = await test.person('ben');
    widget = await ben.make('/v1/integration/widget/create', {
      botId: await ben.make('/v1/bot/create', {}),
      budgets: { widget: { messages: 3 } },
    });
    const sessions = (await Promise.all(
      Array.from({ length: 9 }, async (_, index) => (await open(`192.0.2.${String(index)}`)).json()),
    )) as TestSession[];
    const before = test.model.requests.length;
    const got = await Promise.all(
      sessions.map(async (session, index) => {
        const response = await send(session, `192.0.2.${String(index)}`, 'Hi');
        await response.text();
        return response.status;
      }),
    );
    expect(got.sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429, 429]);
    expect(test.model.requests.length - before).toBe(3);
  });
});
