import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import { createChannels, KEPT_MESSAGE_MS } from './channels';

function setUp() {
  const clock = createManualClock();
  return { clock, channels: createChannels(clock), never: new AbortController().signal };
}

describe('S-10 channels', () => {
  it('gives the first message to the turn that waits and refuses a second', async () => {
    const { channels, never } = setUp();
    const channel = channels.open('conv_a');
    const waiting = channels.wait(channel, 60_000, never);
    expect(channels.publish(channel, 'conv_a', { value: 1 })).toBe('taken');
    expect(channels.publish(channel, 'conv_a', { value: 2 })).toBe('conflict');
    expect(await waiting).toEqual({ value: 1 });
  });

  it('T5 treats a channel of another conversation as unknown', () => {
    const { channels } = setUp();
    const channel = channels.open('conv_a');
    expect(channels.publish(channel, 'conv_b', { value: 1 })).toBe('unknown');
    expect(channels.publish('ch_that_nobody_opened', 'conv_b', { value: 1 })).toBe('unknown');
    expect(channels.claim(channel, 'conv_b')).toBe(false);
  });

  it('keeps a message that nobody waits for ten minutes, for the next wait', async () => {
    const { channels, clock, never } = setUp();
    const channel = channels.open('conv_a');
    expect(channels.publish(channel, 'conv_a', { value: 'early' })).toBe('kept');
    expect(channels.publish(channel, 'conv_a', { value: 'again' })).toBe('conflict');
    expect(await channels.wait(channel, 1_000, never)).toEqual({ value: 'early' });

    const other = channels.open('conv_a');
    channels.publish(other, 'conv_a', { value: 'old' });
    clock.advance(KEPT_MESSAGE_MS + 1);
    const waiting = channels.wait(other, 1_000, never);
    clock.advance(1_000);
    expect(await waiting).toBeUndefined();
  });

  it('gives up after its time and when the turn is stopped', async () => {
    const { channels, clock } = setUp();
    const channel = channels.open('conv_a');
    const abort = new AbortController();
    const timedOut = channels.wait(channel, 5_000, abort.signal);
    clock.advance(5_000);
    expect(await timedOut).toBeUndefined();
    const stopped = channels.wait(channel, 5_000, abort.signal);
    abort.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
  });
});
