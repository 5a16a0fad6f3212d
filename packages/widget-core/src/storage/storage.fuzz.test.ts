// @vitest-environment node
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FUZZ } from '../testing/fuzzRuns';
import { createManualClock } from '../testing/manualClock';
import { createMemoryStorage } from '../testing/memoryStorage';
import { createHarness, finish, readTexts } from '../testing/widgetHarness';
import { createExpiringStore } from './expiringStore';

const entry = fc
  .record({
    v: fc.constantFrom(1, 1, 1, 2, '1'),
    value: fc.anything({ maxDepth: 2 }),
    expiresAt: fc.oneof(fc.constantFrom(9e15, 0, -1, Number.NaN), fc.double()),
  })
  .map((value) => attempt(() => JSON.stringify(value)) ?? '{');
const raw = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  entry,
  fc.constantFrom('', 'null', '[]', '{', '"'.repeat(10_000), '\u0000'),
);

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

describe('A415 F310 whatever stands in the storage', () => {
  it('is read as the shape that was asked for, or as nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('sotto:a', 'sotto:b', 'other'), raw), (entries) => {
        const storage = createMemoryStorage();
        for (const [key, text] of Object.entries(entries)) storage.entries.set(key, text);
        const store = createExpiringStore(storage.tab(), createManualClock());
        const found = store.get('sotto:a', v.object({ x: v.number() }));
        expect(found === undefined || typeof found.x === 'number').toBe(true);
        expect(storage.entries.has('other')).toBe(Object.hasOwn(entries, 'other'));
      }),
      FUZZ,
    );
  });

  it('leaves a widget that can be talked to, with what the server keeps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(raw, { minLength: 1, maxLength: 12 }), async (values) => {
        const { clock, open, browser } = createHarness();
        const first = open();
        await finish(clock, first.conversation.send({ message: 'one' }));
        first.close();
        let turn = 0;
        for (const key of browser.localStorage.entries.keys())
          browser.localStorage.entries.set(key, values[(turn += 1) % values.length] ?? '');
        const second = open();
        await finish(clock, second.conversation.send({ message: 'two' }));
        expect(readTexts(second).at(-1)).toBe('bot: two');
        second.close();
      }),
      { ...FUZZ, numRuns: Math.ceil((FUZZ.numRuns ?? 0) / 3) },
    );
  });
});

describe('A415 whatever another tab says', () => {
  it.each(['logout', 'restart'])(
    'is no %s as long as nothing has been cleared: nothing is forgotten, not for a moment',
    async (type) => {
      const { clock, open, openTab } = createHarness();
      const widget = open();
      await finish(clock, widget.conversation.send({ message: 'one' }));
      let fewest = Infinity;
      widget.conversation.subscribe(({ messages }) => {
        fewest = Math.min(fewest, messages.length);
      });
      openTab().environment.openChannel('sotto:demo:day-2026-11-21')?.post({ v: 1, from: 'evil', message: { type } });
      await clock.advance(5_000);
      await finish(clock, widget.conversation.send({ message: 'two' }));
      expect(fewest).toBeGreaterThanOrEqual(2);
      widget.close();
    },
  );

  it('ends no session and leaves the conversation that the server keeps', async () => {
    const word = fc.constantFrom(
      'hello',
      'message',
      'messages',
      'event',
      'logout',
      'token',
      'state',
      'sync',
      'session',
      'restart',
      'contact',
      'reply-start',
      'text-delta',
      'reply-end',
      'message-sent',
      'conversation-restarted',
    );
    const forged = fc.oneof(
      fc.anything({ maxDepth: 3 }),
      fc.record({
        v: fc.constant(1),
        from: fc.constant('evil'),
        message: fc.oneof(
          fc.record({
            type: word,
            name: word,
            event: fc.record({ type: word, text: fc.string(), id: word }),
            token: fc.string(),
            messages: fc.array(fc.record({ id: word, type: word, text: fc.string() })),
          }),
          fc.anything({ maxDepth: 3 }),
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(forged, { minLength: 1, maxLength: 8 }), async (messages) => {
        const { clock, server, open, openTab } = createHarness();
        const widget = open();
        await finish(clock, widget.conversation.send({ message: 'one' }));
        const channel = openTab().environment.openChannel('sotto:demo:day-2026-11-21');
        for (const message of messages) attempt(() => channel?.post(message));
        await clock.advance(300);
        const before = server.requests.length;
        await finish(clock, widget.conversation.send({ message: 'two' }));
        expect(server.conversations.size).toBe(1);
        expect(readTexts(widget)).toEqual(['user: one', 'bot: one', 'user: two', 'bot: two']);
        expect(server.requests.slice(before).filter(({ path }) => path.endsWith('/session/create'))).toEqual([]);
        widget.close();
      }),
      { ...FUZZ, numRuns: Math.ceil((FUZZ.numRuns ?? 0) / 3) },
    );
  });
});
