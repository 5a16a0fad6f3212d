import { describe, expect, it } from 'vitest';
import { KEPT_MESSAGE_MS, type Channels } from '../../events/channels';
import { createManualClock } from '../manualClock';

/**
 * What channels promise, in one process or in several. @param create - channels of two processes of one installation;
 * of a single process twice the same
 */
export function channelsContract(
  name: string,
  create: (clock: ReturnType<typeof createManualClock>) => readonly [Channels, Channels],
): void {
  const never = new AbortController().signal;
  function setUp() {
    const clock = createManualClock();
    const [here, there] = create(clock);
    return { clock, here, there };
  }

  describe(`S-10 channels (${name})`, () => {
    it('give the first message to the turn that waits and refuse a second', async () => {
      const { here, there } = setUp();
      const channel = await here.open('conv_a');
      const waiting = here.wait(channel, 60_000, never);
      expect(['taken', 'kept']).toContain(await there.publish(channel, 'conv_a', { value: 1 }));
      expect(await there.publish(channel, 'conv_a', { value: 2 })).toBe('conflict');
      expect(await waiting).toEqual({ value: 1 });
      expect(await there.publish(channel, 'conv_a', { value: 3 })).toBe('conflict');
    });

    it('are known to be their conversation’s, everywhere', async () => {
      const { here, there } = setUp();
      expect(await there.conversationOf(await here.open('conv_a'))).toBe('conv_a');
      expect(await there.conversationOf('ch_that_nobody_opened')).toBeUndefined();
    });

    it('of several who answer at once hear one', async () => {
      const { here, there } = setUp();
      const channel = await here.open('conv_a');
      const waiting = here.wait(channel, 60_000, never);
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map((value) => (value % 2 ? here : there).publish(channel, 'conv_a', { value })),
      );
      expect(outcomes.filter((outcome) => outcome !== 'conflict')).toHaveLength(1);
      expect(await waiting).toEqual({ value: outcomes.findIndex((outcome) => outcome !== 'conflict') + 1 });
    });

    it('T5 treat a channel of another conversation as unknown', async () => {
      const { here, there } = setUp();
      const channel = await here.open('conv_a');
      expect(await there.publish(channel, 'conv_b', { value: 1 })).toBe('unknown');
      expect(await there.publish('ch_that_nobody_opened', 'conv_b', { value: 1 })).toBe('unknown');
      expect(await there.claim(channel, 'conv_b')).toBe(false);
      expect(await there.claim(channel, 'conv_a')).toBe(true);
      expect(await here.wait('ch_that_nobody_opened', 60_000, never)).toBeUndefined();
    });

    it('keep a message that nobody waits for ten minutes, for the next wait', async () => {
      const { here, there, clock } = setUp();
      const channel = await here.open('conv_a');
      expect(await there.publish(channel, 'conv_a', { value: 'early' })).toBe('kept');
      expect(await there.publish(channel, 'conv_a', { value: 'again' })).toBe('conflict');
      expect(await here.wait(channel, 1_000, never)).toEqual({ value: 'early' });

      const other = await here.open('conv_a');
      await there.publish(other, 'conv_a', { value: 'old' });
      clock.advance(KEPT_MESSAGE_MS + 1);
      const waiting = here.wait(other, 1_000, never);
      clock.advance(1_000);
      expect(await waiting).toBeUndefined();
    });

    it('give up after their time and when the turn is stopped', async () => {
      const { here, clock } = setUp();
      const channel = await here.open('conv_a');
      const abort = new AbortController();
      const timedOut = here.wait(channel, 5_000, abort.signal);
      clock.advance(5_000);
      expect(await timedOut).toBeUndefined();
      const stopped = here.wait(channel, 5_000, abort.signal);
      abort.abort(new Error('stopped'));
      await expect(stopped).rejects.toThrow('stopped');
    });
  });
}
