import { describe, expect, it } from 'vitest';
import { systemClock, type Clock, type StorageArea } from '@sotto/widget-core';
import { createLedger } from './ledger';
import { between, createRandom } from './random';
import { rounds, useFaults } from './useFaults';
import { until, type VisitorOptions } from './visitor';

const faults = useFaults();
const answered = (...questions: string[]): string[] =>
  questions.flatMap((question) => [`user: ${question}`, 'bot: Hello.']);

/** Two turns, with nothing special expected of the second. */
async function talk(ledger: ReturnType<typeof createLedger>, options: VisitorOptions): Promise<void> {
  const { visitor, page } = await faults.arrive(options);
  await page.widget.conversation.send({ message: 'One.' });
  await page.widget.conversation.send({ message: 'Two.' });
  await page.settled();
  ledger.compare(answered('One.', 'Two.'), page.texts(), await visitor.stored());
}

const YEAR_MS = 31_536_000_000;
const shifted = (byMs: number): Clock => ({ ...systemClock, now: () => Date.now() + byMs });
const throwing: StorageArea = {
  get length(): number {
    throw new DOMException('denied', 'SecurityError');
  },
  key() {
    throw new DOMException('denied', 'SecurityError');
  },
  getItem() {
    throw new DOMException('denied', 'SecurityError');
  },
  setItem() {
    throw new DOMException('denied', 'SecurityError');
  },
  removeItem() {
    throw new DOMException('denied', 'SecurityError');
  },
};

describe('F306 clocks that are wrong', () => {
  it('by ten years, by a day, by minutes, and one that jumps while it talks', async () => {
    const ledger = createLedger('F306', 'clock of the browser wrong by up to 10 years, or jumping');
    for (const byMs of [-10 * YEAR_MS, -86_400_000, -300_000, 300_000, 86_400_000, 10 * YEAR_MS])
      await talk(ledger, { clock: shifted(byMs) });
    let jumps = 0;
    await talk(ledger, { clock: { ...systemClock, now: () => Date.now() + (jumps++ % 2) * 7_200_000 } });
    ledger.close();
  });
});

describe('F307 F309 F310 F311 F312 storage and tabs that browsers deny', () => {
  it('F307 F312 storage denied, missing; no channel between tabs', async () => {
    const ledger = createLedger('F307 F312', 'storage denied or missing, no channel between tabs');
    await talk(ledger, { environment: (real) => ({ ...real, localStorage: throwing, sessionStorage: throwing }) });
    await talk(ledger, {
      environment: (real) => ({
        ...real,
        localStorage: undefined,
        sessionStorage: undefined,
        openChannel: () => undefined,
      }),
    });
    ledger.close();
  });

  it('F309 F311 storage that fills up, is denied or is cleared while it talks', async () => {
    const ledger = createLedger('F309 F311', 'storage full, denied or cleared in mid-conversation');
    const random = createRandom(309);
    await faults.times(rounds(40, 12), async (index) => {
      const { visitor, page } = await faults.arrive();
      const { localStorage: storage } = visitor.browser;
      const spoil = [() => storage.fill(), () => storage.deny(), () => storage.entries.clear()][index % 3];
      const isEarly = random() < 0.5;
      if (isEarly) spoil?.();
      const first = page.widget.conversation.send({ message: 'One.' });
      await new Promise((resolve) => setTimeout(resolve, between(random, 0, 20)));
      spoil?.();
      await first;
      await page.widget.conversation.send({ message: 'Two.' });
      await page.settled();
      ledger.compare(answered('One.', 'Two.'), page.texts(), await visitor.stored());
    });
    ledger.close();
  });

  it('F310 every key of it corrupt: a reload keeps the conversation or begins anew, and goes on', async () => {
    const ledger = createLedger('F310', 'stored keys truncated, retyped, huge or of another version');
    const spoils = [
      (text: string) => text.slice(0, text.length / 2),
      () => '',
      () => 'null',
      () => '[]',
      () => '{"v":99}',
      () => '\u0000',
      () => '"text"',
      () => '1e999',
      () => 'x'.repeat(100_000),
      (text: string) => text.replaceAll(/"[a-z]+":/gi, '"other":'),
    ];
    const { visitor: model, page: seed } = await faults.arrive();
    await seed.widget.conversation.send({ message: 'One.' });
    await seed.settled();
    const keys = model.browser.localStorage.entries.size;
    await faults.times(spoils.length * keys, async (index) => {
      const { visitor, page } = await faults.arrive();
      await page.widget.conversation.send({ message: 'One.' });
      await page.settled();
      page.widget.close();
      const { entries } = visitor.browser.localStorage;
      const key = [...entries.keys()][Math.floor(index / spoils.length)];
      if (key !== undefined) entries.set(key, spoils[index % spoils.length]?.(entries.get(key) ?? '') ?? '');
      await page.reload();
      await page.widget.conversation.send({ message: 'Two.' });
      await page.settled();
      const stored = await visitor.stored(page);
      // Without its session a new conversation begins: it is told what the visitor said before, not what a bot is said
      // to have said.
      if (stored.length === 3)
        ledger.compare(['user: One.', ...answered('Two.')], page.texts().toSpliced(1, 1), stored);
      else ledger.compare(stored.length === 4 ? answered('One.', 'Two.') : answered('Two.'), page.texts(), stored);
    });
    ledger.close();
  });
});

describe('F301 F303 F305 tokens', () => {
  it('F303 ten tabs whose token is refused at once renew it, and none loses a word', async () => {
    const ledger = createLedger('F303', 'ten tabs with a refused token');
    const { visitor, page } = await faults.arrive();
    await page.widget.conversation.send({ message: 'One.' });
    const pages = [page, ...(await Promise.all(Array.from({ length: 9 }, () => visitor.openTab())))];
    await Promise.all(pages.map((each) => each.reads(2)));
    const before = visitor.calls.filter((call) => call.endsWith('session/create')).length;
    visitor.line.next({
      path: /complete$/,
      status: {
        code: 401,
        headers: { 'Content-Type': 'application/json' },
        body: '{"code":"NOT_AUTHENTICATED","message":"no"}',
      },
    });
    await Promise.all(pages.map((each, index) => each.widget.conversation.send({ message: `From ${String(index)}.` })));
    await Promise.all(pages.map((each) => each.reads(22)));
    for (const each of pages)
      ledger.compare(
        answered('One.', ...pages.map((_, index) => `From ${String(index)}.`)),
        each.texts(),
        await visitor.stored(),
      );
    expect(visitor.calls.filter((call) => call.endsWith('session/create')).length - before).toBe(1);
    ledger.close();
  });

  it('F305 a network that goes twenty times renews no token', async () => {
    const ledger = createLedger('F305', 'network gone and back twenty times');
    const { visitor, page } = await faults.arrive();
    faults.stack.model.script = Array.from({ length: 60 }, (_, index) => [`${String(index)} `, { wait: 10 }]).flat();
    const sent = page.widget.conversation.send({ message: 'Flap.' });
    await until(() => page.widget.conversation.getState().reply?.state === 'writing');
    for (let flap = 0; flap < 20; flap += 1) {
      visitor.line.setDown(true);
      await new Promise((resolve) => setTimeout(resolve, 15));
      visitor.line.setDown(false);
      visitor.browser.setOnline(true);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await sent;
    faults.stack.model.script = ['Hello.'];
    ledger.compare(
      ['user: Flap.', `bot: ${Array.from({ length: 60 }, (_, index) => `${String(index)} `).join('')}`],
      page.texts(),
      await visitor.stored(),
    );
    expect(visitor.calls.filter((call) => call.endsWith('session/create'))).toHaveLength(1);
    ledger.close();
  });
});
