import { describe, expect, it } from 'vitest';
import { createLedger } from './ledger';
import { between, createRandom, type Random } from './random';
import { rounds, useFaults } from './useFaults';
import type { Visitor, VisitorTab } from './visitor';

const COMPLETE = /complete$/;
/** Of the first walk; `SOTTO_FAULTS_SEED` begins elsewhere, for instance at one that failed. */
const FIRST_SEED = Number(process.env['SOTTO_FAULTS_SEED'] ?? 1);
/** How long the tabs may take to agree once they rest, in milliseconds. */
const AGREE_MS = 5_000;
const faults = useFaults();

/** What a visitor does in a tab; what is done most stands there most. */
const MOVES: readonly ((page: VisitorTab, text: string) => Promise<unknown>)[] = [
  (page, text) => page.widget.conversation.send({ message: text }),
  (page, text) => page.widget.conversation.send({ message: text }),
  (page, text) => page.widget.conversation.send({ message: text }),
  (page, text) => page.widget.conversation.send({ message: text, respond: false }),
  (page) => page.widget.conversation.stop(),
  (page) => page.reload(),
  (page) => page.widget.conversation.restart(),
  (page) => page.widget.conversation.retry(),
];

describe('F313 two tabs that do everything at once', () => {
  it('send, stop, reload, restart and lines that break, interleaved by chance: both read what the server keeps', async () => {
    const ledger = createLedger('F313', 'interleavings of two tabs');
    await faults.times(
      rounds(200, 40),
      async (index) => {
        const seed = FIRST_SEED + index;
        const { visitor, page: first } = await faults.arrive();
        await first.widget.conversation.send({ message: 'Before.' });
        const second = await visitor.openTab();
        await second.reads(2);
        await walk(createRandom(seed * 7919), visitor, [first, second]);
        const stored = await agree(visitor, [first, second]);
        // What was sent before a restart is gone on purpose; whatever is there is there once, and the same everywhere.
        const sent = [
          ...new Set(stored.filter((line) => line.startsWith('user: '))),
          ...stored.filter((line) => line.startsWith('bot: ')),
        ];
        for (const page of [first, second])
          ledger.compare(sent, delivered(page, stored), stored, `SOTTO_FAULTS_SEED=${String(seed)}`);
        expect(first.texts(), `seed ${String(seed)}`).toEqual(second.texts());
      },
      10,
    );
    ledger.close();
  });

  async function walk(random: Random, visitor: Visitor, pages: readonly VisitorTab[]): Promise<void> {
    const moves: Promise<unknown>[] = [];
    for (let move = 0; move < 8; move += 1) {
      const act = MOVES[between(random, 0, MOVES.length - 1)];
      const page = pages[between(random, 0, 1)];
      if (random() < 0.3) visitor.line.next({ path: COMPLETE, cutAfter: between(random, 0, 300) });
      // A send that is refused, stopped or forgotten says so by failing.
      if (page) moves.push(Promise.resolve(act?.(page, `Move ${String(move)}.`)).catch(() => undefined));
      await new Promise((resolve) => setTimeout(resolve, between(random, 0, 25)));
    }
    await Promise.all(moves);
  }

  /** What a visitor reads of what has been delivered: what was given up stands only where it was written. */
  function delivered(page: VisitorTab, stored: readonly string[]): string[] {
    const { messages, deliveries } = page.widget.conversation.getState();
    const isGivenUp = (id: string, line: string): boolean =>
      deliveries[id]?.state === 'failed' && !stored.includes(line);
    return messages
      .map(({ id, type, text }) => ({ id, line: `${type}: ${text}` }))
      .filter(({ id, line }) => !isGivenUp(id, line))
      .map(({ line }) => line);
  }

  /** Waits for rest, and then a moment for the word between the tabs. */
  async function agree(visitor: Visitor, pages: readonly VisitorTab[]): Promise<readonly string[]> {
    for (const page of pages) await page.settled();
    for (const giveUpAt = Date.now() + AGREE_MS; ;) {
      const stored = await visitor.stored(pages[0]);
      if (
        pages.every((page) => JSON.stringify(delivered(page, stored)) === JSON.stringify(stored)) ||
        Date.now() > giveUpAt
      )
        return stored;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
});
