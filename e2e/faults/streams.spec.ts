import { describe, expect, it } from 'vitest';
import type { Fault } from './faultProxy';
import { createLedger, type Ledger } from './ledger';
import { between, createRandom, type Random } from './random';
import { rounds, useFaults } from './useFaults';
import { fastClock, until, type Visitor, type VisitorTab } from './visitor';

const COMPLETE = /complete$/;
/** Letters of one to four bytes, so that cuts fall inside of them. */
const SENTENCE = 'Zwölf Boxkämpfer 🥊 jagen Виктор quer über den großen 湖. ';
const PIECES = Array.from({ length: 100 }, (_, index) =>
  index % 10 === 9 ? `${String(index)}.\n` : SENTENCE.slice((index * 5) % 40, ((index * 5) % 40) + 6),
);
const ANSWER = PIECES.join('');
const BEGINNING = PIECES.slice(0, 10).join('');
/** Each piece by itself: what a model says at once is one event. */
const APART = PIECES.flatMap((piece) => [piece, { wait: 2 }]);

const faults = useFaults();

/** Asks, waits for the end of everything, and compares. @param hit - the fault of this try */
async function tryOnce(
  ledger: Ledger,
  hit: readonly Fault[],
  { visitor, page }: { visitor: Visitor; page: VisitorTab },
): Promise<void> {
  visitor.line.next(...hit);
  await page.widget.conversation.send({ message: 'Tell me.' });
  if (visitor.line.cutAt > 0) ledger.recoveries.push(Math.max(0, Date.now() - visitor.line.cutAt));
  await page.settled();
  // A fault that did not hit proves nothing.
  expect(visitor.line.hits).toBe(hit.length);
  ledger.compare(['user: Tell me.', `bot: ${ANSWER}`], page.texts(), await visitor.stored());
  page.close();
}

/** How many bytes the whole answer has, and where its events end. */
async function measure(): Promise<{ size: number; ends: number[] }> {
  const { visitor, page } = await faults.arrive();
  let raw = '';
  visitor.line.next({ path: COMPLETE, rewrite: (events) => ((raw = events.join('')), events) });
  await page.widget.conversation.send({ message: 'Tell me.' });
  const ends = [...raw.matchAll(/\n\n/g)].map(({ index }) => Buffer.byteLength(raw.slice(0, index + 2)));
  return { size: Buffer.byteLength(raw), ends };
}

describe('F101 F103 a connection dropped at random bytes', () => {
  it('200 times, also inside a letter: the final text is byte-equal each time', async () => {
    const ledger = createLedger('F101 F103', 'connection dropped at a random byte');
    const random = createRandom(20_261_121);
    faults.stack.model.script = PIECES;
    const { size } = await measure();
    // Half of them while the answer is being written, half while it is read from the log.
    await faults.times(200, async (index) => {
      faults.stack.model.script = index % 2 === 0 ? APART : PIECES;
      await tryOnce(ledger, [{ path: COMPLETE, cutAfter: between(random, 0, size) }], await faults.arrive());
    });
    ledger.close();
    expect(ledger.tried).toBe(200);
  });

  it('several times in one answer', async () => {
    const ledger = createLedger('F101 F305', 'connection dropped five times in one answer');
    const random = createRandom(7);
    faults.stack.model.script = PIECES.flatMap((piece) => [piece, { wait: 8 }]);
    const { ends } = await measure();
    // Once after the first event, with which the message has arrived, then anywhere; so early that five fit into an
    // answer whose events come in larger pieces, too.
    const [first = 0] = ends;
    await faults.times(
      rounds(100, 10),
      async () => {
        const { visitor, page } = await faults.arrive();
        await tryOnce(
          ledger,
          [0, 1, 2, 3, 4].map((cut) => ({
            path: COMPLETE,
            cutAfter: between(random, cut === 0 ? first : 1, first * 1.5),
          })),
          { visitor, page },
        );
        // A network that comes and goes costs no token: one session, made once.
        expect(visitor.calls.filter((call) => call.endsWith('session/create'))).toHaveLength(1);
      },
      10,
    );
    ledger.close();
  });
});

describe('F102 a connection dropped between events', () => {
  it('at every boundary of an answer', async () => {
    const ledger = createLedger('F102', 'connection dropped at an event boundary');
    // Far enough apart that no two of them come together: every answer has the boundaries of the one that is measured.
    faults.stack.model.script = PIECES.flatMap((piece) => [piece, { wait: 8 }]);
    const { ends } = await measure();
    const chosen = ends.filter((_, index) => index % rounds(1, 4) === 0);
    await faults.times(chosen.length, async (index) =>
      tryOnce(ledger, [{ path: COMPLETE, cutAfter: chosen[index] ?? 0 }], await faults.arrive()),
    );
    ledger.close();
  });
});

describe('F108 events that are not as they were sent', () => {
  /** One way to spoil a stream. */
  const SPOILS: readonly ((events: string[], at: number, random: Random) => string[])[] = [
    (events, at) => events.toSpliced(at, 0, ...events.slice(Math.max(0, at - 3), at)),
    (events, at) => events.toSpliced(at, 2, ...events.slice(at, at + 2).reverse()),
    (events, at) => events.toSpliced(at, 1),
    (events, at) => events.toSpliced(at, 0, 'event: somethingNew\ndata: {"of":"a newer server"}\n\n'),
    (events, at) =>
      events.toSpliced(
        at,
        0,
        'event: token\ndata: {"token":\n\n',
        ': \uFEFF comment\n\n',
        'nonsense without a colon\n\n',
      ),
    (events, at) => events.map((event, index) => (index === at ? event.replace(/data: .*/, 'data: [1,2') : event)),
    (events, at) => events.slice(0, at),
  ];

  it('doubled, swapped, missing, unknown, malformed, ended early', async () => {
    const ledger = createLedger('F108', 'events doubled, swapped, dropped, unknown, malformed');
    const random = createRandom(108);
    faults.stack.model.script = APART;
    await faults.times(rounds(1000, 140), async (index) => {
      const spoil = SPOILS[index % SPOILS.length] ?? SPOILS[0];
      await tryOnce(
        ledger,
        [
          {
            path: COMPLETE,
            rewrite: (events) => spoil?.([...events], between(random, 2, events.length - 3), random) ?? events,
          },
        ],
        await faults.arrive(),
      );
    });
    ledger.close();
  });
});

describe('F109 F110 connections that are slow, silent or gathered by a proxy', () => {
  it('F109 half open: 45 seconds of silence are a lost connection', async () => {
    const ledger = createLedger('F109', 'half-open connection (45 s of silence, on a clock 20 times as fast)');
    faults.stack.model.script = PIECES;
    const { size } = await measure();
    const random = createRandom(109);
    await faults.times(
      rounds(40, 8),
      async () =>
        tryOnce(
          ledger,
          [{ path: COMPLETE, silentAfter: between(random, 1, size - 1) }],
          await faults.arrive({ clock: fastClock(20) }),
        ),
      8,
    );
    ledger.close();
  });

  it('F110 F408 a slow line, and one whose proxy keeps 8 KiB back', async () => {
    const ledger = createLedger('F110', 'slow line, buffering proxy');
    faults.stack.model.script = PIECES;
    await faults.times(rounds(40, 10), async (index) =>
      tryOnce(
        ledger,
        [index % 2 === 0 ? { path: COMPLETE, slow: { bytes: 256, delayMs: 10 } } : { path: COMPLETE, gather: 8_192 }],
        await faults.arrive(),
      ),
    );
    ledger.close();
  });
});

describe('F111 answers of proxies and failing servers', () => {
  it('502, 503, 504, 429 and 408 are tried again, at connect and when resuming', async () => {
    const ledger = createLedger('F111', 'status 408, 429, 502, 503, 504 at connect and when resuming');
    faults.stack.model.script = PIECES;
    const codes = [408, 429, 502, 503, 504];
    await faults.times(codes.length * 2, async (index) => {
      const refusal: Fault = {
        path: COMPLETE,
        status: {
          code: codes[index % codes.length] ?? 502,
          headers: { 'Retry-After': '1' },
          body: '<html>Bad gateway</html>',
        },
      };
      await tryOnce(
        ledger,
        index < codes.length ? [refusal] : [{ path: COMPLETE, cutAfter: 900 }, refusal],
        await faults.arrive(),
      );
    });
    ledger.close();
  });

  it('400, 403, 404 and 500 are told at once, and the message goes out when it is sent again', async () => {
    const ledger = createLedger('F111', 'status 400, 403, 404, 500, then another try by the visitor');
    faults.stack.model.script = PIECES;
    await Promise.all(
      [400, 403, 404, 500].map(async (code) => {
        const { visitor, page } = await faults.arrive();
        visitor.line.next({ path: COMPLETE, status: { code } });
        await expect(page.widget.conversation.send({ message: 'Tell me.' })).rejects.toThrow();
        expect(visitor.calls.filter((call) => call.endsWith('complete'))).toHaveLength(1);
        await page.widget.conversation.retry();
        await page.settled();
        ledger.compare(['user: Tell me.', `bot: ${ANSWER}`], page.texts(), await visitor.stored());
      }),
    );
    ledger.close();
  });
});

describe('F104 F105 F107 pages that go and come', () => {
  it('F105 a reload in the middle of an answer joins it; the model is asked once', async () => {
    const ledger = createLedger('F105', 'page reloaded in mid-answer');
    const asked = faults.stack.model.questions.length;
    faults.stack.model.script = PIECES.flatMap((piece) => [piece, { wait: 4 }]);
    const count = rounds(40, 12);
    await faults.times(
      count,
      async () => {
        const { visitor, page } = await faults.arrive();
        page.widget.conversation.send({ message: 'Tell me.' }).catch(() => undefined);
        await until(() => (page.widget.conversation.getState().reply?.text.length ?? 0) > 20);
        const from = Date.now();
        await page.reload();
        await until(() => page.widget.conversation.getState().reply !== undefined || page.texts().length === 2);
        ledger.recoveries.push(Date.now() - from);
        await page.settled();
        ledger.compare(['user: Tell me.', `bot: ${ANSWER}`], page.texts(), await visitor.stored());
      },
      6,
    );
    ledger.close();
    expect(faults.stack.model.questions.length - asked).toBe(count);
  });

  it('F107 a stop after a reload ends the request to the model within 500 ms', async () => {
    const ledger = createLedger('F107', "stop after a reload: until the model's request is ended");
    const { model } = faults.stack;
    model.script = [...PIECES.slice(0, 10), 'hold', ...PIECES.slice(10)];
    for (let round = 0; round < rounds(20, 5); round += 1) {
      const { visitor, page } = await faults.arrive();
      page.widget.conversation.send({ message: 'Tell me.' }).catch(() => undefined);
      await until(() => page.widget.conversation.getState().reply?.state === 'writing');
      await page.reload();
      await until(() => page.widget.conversation.getState().reply?.text === BEGINNING);
      const aborted = model.aborted;
      const from = performance.now();
      const stopped = page.widget.conversation.stop();
      await until(() => model.aborted > aborted, 5_000);
      const took = performance.now() - from;
      ledger.recoveries.push(took);
      expect(took).toBeLessThan(500);
      await stopped;
      await page.settled();
      ledger.compare(['user: Tell me.', `bot: ${BEGINNING}`], page.texts(), await visitor.stored());
      page.close();
    }
    ledger.close();
  });
});
