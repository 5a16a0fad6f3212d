import { systemClock } from '@sotto/widget-core/api';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/apiError';
import { createDeletedReplies, READ_MS } from './deletedReplies';

describe('FS-9 replies of conversations that are deleted', () => {
  /** What was waited for, when the conversations have these replies. */
  async function waitsFor(replies: Readonly<Record<string, string | null | Error>>): Promise<number[]> {
    const waits: number[] = [];
    const clock = {
      ...systemClock,
      setTimer: (callback: () => void, delayMs: number) => {
        waits.push(delayMs);
        return systemClock.setTimer(callback, 0);
      },
    };
    const abort = async (id: string): Promise<string | null> => {
      const reply = replies[id] ?? null;
      if (reply instanceof Error) throw reply;
      return reply;
    };
    const running = async (): Promise<undefined> => undefined;
    const { stop } = createDeletedReplies(clock, () => ({ abort, running, cut: async () => undefined }));
    await stop(Object.keys(replies));
    return waits;
  }

  it('gives the readers of one that was stopped time to read its end', async () => {
    expect(await waitsFor({ conv_1: null, conv_2: 'run_2' })).toEqual([READ_MS]);
    expect(await waitsFor({ conv_1: new ApiError('SERVICE_UNAVAILABLE', 'away') })).toEqual([READ_MS]);
  });

  it('waits for nobody where none is being written', async () => {
    expect(await waitsFor({ conv_1: null, conv_2: null })).toEqual([]);
    expect(await waitsFor({})).toEqual([]);
  });
});
