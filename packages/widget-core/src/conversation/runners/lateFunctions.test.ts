// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { createExpiringStore } from '../../storage/expiringStore';
import { createStorageKeys } from '../../storage/storageKeys';
import { createManualClock } from '../../testing/manualClock';
import { createMemoryLocks } from '../../testing/memoryLocks';
import type { Effect, EffectOf } from '../events';
import { createFunctionCalls } from './functions';
import { createLateFunctions, type LateFunctionsOptions } from './lateFunctions';

const call = (channel: string) =>
  ({ type: 'call-function', request: { channel }, isReplay: false }) as EffectOf<'call-function'>;

/** Calls whose module cannot be fetched so often. */
function setUp(failures: number) {
  const clock = createManualClock();
  const publish = vi.fn<LateFunctionsOptions['publish']>().mockResolvedValue(undefined);
  const carried: Effect[] = [];
  const importCalls = vi.fn(async () => {
    if (importCalls.mock.calls.length <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return {
      createFunctionCalls: () => ({ carryOut: (effect: Effect) => void carried.push(effect), pause: () => undefined }),
    };
  });
  const patience = {
    clock,
    random: () => 0.5,
    connectivity: { isOnline: () => true, onChange: () => () => undefined },
  };
  const options = {
    environment: { clock },
    publish,
    patience,
    closed: new AbortController().signal,
  } as unknown as LateFunctionsOptions;
  return { clock, publish, carried, importCalls, calls: createLateFunctions(options, importCalls) };
}

describe('EN-12 the code that calls functions cannot be fetched', () => {
  it('is tried again, and no call is lost meanwhile', async () => {
    const { clock, publish, carried, calls } = setUp(2);
    calls.carryOut(call('first'));
    calls.carryOut(call('second'));
    calls.carryOut({ type: 'end-call', channel: 'first' });
    await clock.advance(5_000);
    expect(carried).toEqual([call('first'), call('second'), { type: 'end-call', channel: 'first' }]);
    expect(publish).not.toHaveBeenCalled();
  });

  it('answers the bot with an error in the end, so that it does not wait, and tries anew at the next call', async () => {
    const { clock, publish, carried, importCalls, calls } = setUp(5);
    calls.carryOut(call('first'));
    await clock.advance(60_000);
    expect(importCalls).toHaveBeenCalledTimes(5);
    expect(publish.mock.calls.map(([channel, message]) => ({ channel, message }))).toMatchObject([
      { channel: 'first', message: { error: { code: 'FAILED' } } },
    ]);
    calls.carryOut(call('second'));
    await clock.advance(1_000);
    expect(carried).toEqual([call('second')]);
  });

  it('answers also when the question to the visitor cannot be shown', async () => {
    const { clock, publish } = setUp(0);
    const calls = createFunctionCalls({
      environment: { clock, locks: createMemoryLocks() },
      publish,
      keys: createStorageKeys('demo', 'day'),
      local: createExpiringStore(undefined, clock),
      session: { isStored: () => false },
      functions: {
        list: () => ({}),
        caller: () => undefined,
        confirm: () => Promise.reject(new Error('no questions')),
      },
      onError: () => undefined,
    });
    const request = { channel: 'a', callId: 'c', function: { name: 'pay', args: {} }, timeoutMs: 1_000 };
    calls.carryOut({ type: 'call-function', request: { ...request, isApproval: true }, isReplay: false });
    await clock.advance(10);
    expect(publish.mock.calls[0]?.[1]).toMatchObject({ error: { code: 'FAILED' } });
  });
});
