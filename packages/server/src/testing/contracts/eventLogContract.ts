import type { ReplyEvent } from '@sotto/widget-core/api';
import { describe, expect, it } from 'vitest';
import { followRun, type EventLog } from '../../events/eventLog';

/** What every event log promises, whoever keeps the events. */
export function eventLogContract(
  name: string,
  setUp: () => { log: EventLog; passRetention: () => void | Promise<void> },
): void {
  const token = (text: string): ReplyEvent => ({ type: 'token', data: { token: text } });
  const never = new AbortController().signal;

  describe(`event log (${name})`, () => {
    it('numbers events from 1 and gives what came after one of them', async () => {
      const { log } = setUp();
      await log.begin('r');
      await log.append('r', [token('a'), token('b')]);
      await log.append('r', [token('c')]);
      expect((await log.read('r', 1, 10))?.events).toEqual([
        { number: 2, event: token('b') },
        { number: 3, event: token('c') },
      ]);
      expect(await log.read('r', 0, 2)).toEqual({
        events: [
          { number: 1, event: token('a') },
          { number: 2, event: token('b') },
        ],
        isOver: false,
      });
    });

    it('FS-9 forgets a run that is over, and none that is being written', async () => {
      const { log } = setUp();
      await log.begin('r');
      await log.append('r', [token('a')]);
      await log.forget(['r', 'unknown']);
      expect((await log.read('r', 0, 10))?.events).toHaveLength(1);
      await log.end('r');
      await log.forget(['r']);
      expect(await log.read('r', 0, 10)).toBeUndefined();
    });

    it('ends a run once: what is added afterwards is not in it', async () => {
      const { log } = setUp();
      await log.begin('r');
      await log.append('r', [token('a')]);
      await log.end('r', [token('b')]);
      await log.append('r', [token('late')]);
      await log.end('r', [token('later')]);
      expect(await log.read('r', 0, 10)).toEqual({
        events: [
          { number: 1, event: token('a') },
          { number: 2, event: token('b') },
        ],
        isOver: true,
      });
    });

    it('knows nothing of a run that never began', async () => {
      expect(await setUp().log.read('other', 0, 10)).toBeUndefined();
    });

    it('wakes a waiting reader when something comes, and when the run ends', async () => {
      const { log } = setUp();
      await log.begin('r');
      const first = log.wait('r', 0, never);
      await log.append('r', [token('a')]);
      await first;
      const second = log.wait('r', 1, never);
      await log.end('r');
      await second;
      expect((await log.read('r', 1, 10))?.isOver).toBe(true);
    });

    it('lets a reader leave', async () => {
      const { log } = setUp();
      await log.begin('r');
      const abort = new AbortController();
      const waiting = log.wait('r', 0, abort.signal);
      abort.abort();
      await expect(waiting).resolves.toBeUndefined();
    });

    it('takes nothing after the end', async () => {
      const { log } = setUp();
      await log.begin('r');
      await log.end('r');
      await log.append('r', [token('late')]);
      expect(await log.read('r', 0, 10)).toEqual({ events: [], isOver: true });
    });

    it('ends once, with the last events of whoever ends it first', async () => {
      const { log } = setUp();
      await log.begin('r');
      await log.append('r', [token('a')]);
      await Promise.all([log.end('r', [token('b'), token('c')]), log.end('r', [token('d')])]);
      await log.end('r', [token('late')]);
      const page = await log.read('r', 0, 10);
      expect(page?.isOver).toBe(true);
      const texts = (page?.events ?? []).map(({ event }) => (event.type === 'token' ? event.data.token : ''));
      expect([
        ['a', 'b', 'c'],
        ['a', 'd'],
      ]).toContainEqual(texts);
    });

    it('forgets a run an hour after its end, not before', async () => {
      const { log, passRetention } = setUp();
      await log.begin('done');
      await log.begin('running');
      await log.append('done', [token('a')]);
      await log.end('done');
      expect(await log.read('done', 0, 10)).toBeDefined();
      await passRetention();
      expect(await log.read('done', 0, 10)).toBeUndefined();
      expect(await log.read('running', 0, 10)).toBeDefined();
    });

    it('F102 gives every reader the same events from every position, stored and live', async () => {
      const { log } = setUp();
      await log.begin('r');
      const events = Array.from({ length: 600 }, (_, index) => token(String(index)));
      await log.append('r', events.slice(0, 300));
      const readers = [0, 1, 255, 256, 299, 300].map(async (after) => {
        const read: ReplyEvent[] = [];
        for await (const page of followRun(log, 'r', after, never)) read.push(...page.map((entry) => entry.event));
        return { after, read };
      });
      for (const event of events.slice(300)) await log.append('r', [event]);
      await log.end('r');
      for (const { after, read } of await Promise.all(readers)) expect(read).toEqual(events.slice(after));
    });
  });
}
