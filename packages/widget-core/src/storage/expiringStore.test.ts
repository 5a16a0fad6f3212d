import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manualClock';
import { createMemoryStorage } from '../testing/memoryStorage';
import { createExpiringStore } from './expiringStore';
import { createStorageKeys } from './storageKeys';

function setUp() {
  const clock = createManualClock();
  const storage = createMemoryStorage();
  return { clock, storage, store: createExpiringStore(storage.tab(), clock) };
}

describe('W-30 values that end', () => {
  it('gives a value until it ends', async () => {
    const { clock, store } = setUp();
    store.set('sotto:a', 1, 1_000);
    expect(store.get('sotto:a', v.number())).toBe(1);
    await clock.advance(1_000);
    expect(store.get('sotto:a', v.number())).toBeUndefined();
  });

  it('writes the form of the contract', () => {
    const { clock, store, storage } = setUp();
    store.set('sotto:a', { x: 1 }, 1_000);
    expect(JSON.parse(storage.entries.get('sotto:a') ?? '')).toEqual({
      v: 1,
      value: { x: 1 },
      expiresAt: clock.now() + 1_000,
    });
  });

  it('removes on load what is over or unreadable, and nothing of others', () => {
    const { clock, storage } = setUp();
    storage.entries.set('sotto:over', JSON.stringify({ v: 1, value: 1, expiresAt: clock.now() }));
    storage.entries.set('sotto:broken', '{"v":1');
    storage.entries.set('sotto:later', JSON.stringify({ v: 2, anything: true }));
    storage.entries.set('sotto:fine', JSON.stringify({ v: 1, value: 1, expiresAt: clock.now() + 1 }));
    storage.entries.set('other', 'x');
    createExpiringStore(storage.tab(), clock);
    expect([...storage.entries.keys()].sort()).toEqual(['other', 'sotto:fine', 'sotto:later']);
  });

  it('gives nothing for another shape', () => {
    const { store } = setUp();
    store.set('sotto:a', 'text', 1_000);
    expect(store.get('sotto:a', v.number())).toBeUndefined();
  });

  it('F309 keeps in memory what a full storage does not take, and reads its own value back', () => {
    const { store, storage } = setUp();
    store.set('sotto:a', 'old', 1_000);
    storage.fill();
    store.set('sotto:a', 'new', 1_000);
    expect(store.get('sotto:a', v.string())).toBe('new');
    expect(store.keys('sotto:')).toEqual(['sotto:a']);
    store.remove('sotto:a');
    expect(store.get('sotto:a', v.string())).toBeUndefined();
  });

  it('FT-9: reads from a storage that has room again what was written last, here or by another tab', () => {
    const { clock, store, storage } = setUp();
    storage.fill();
    store.set('sotto:a', 'kept in memory', 1_000);
    expect([store.get('sotto:a', v.string()), store.isShared('sotto:a')]).toEqual(['kept in memory', false]);
    storage.free();
    store.set('sotto:a', 'stored', 1_000);
    expect([store.get('sotto:a', v.string()), store.isShared('sotto:a')]).toEqual(['stored', true]);
    createExpiringStore(storage.tab(), clock).set('sotto:a', 'of another tab', 1_000);
    expect(store.get('sotto:a', v.string())).toBe('of another tab');
  });

  it('FT-9: makes room by what is over, and reads from there what it stored in its place', async () => {
    const { clock, store, storage } = setUp();
    store.set('sotto:over', 1, 1_000);
    storage.entries.set('of the page', 'x');
    storage.fill(2);
    store.set('sotto:a', 'kept in memory', 5_000);
    expect([store.get('sotto:a', v.string()), store.isShared('sotto:a')]).toEqual(['kept in memory', false]);
    await clock.advance(1_000);
    store.set('sotto:a', 'stored', 5_000);
    expect([store.get('sotto:a', v.string()), store.isShared('sotto:a')]).toEqual(['stored', true]);
    expect([...storage.entries.keys()].sort()).toEqual(['of the page', 'sotto:a']);
  });

  it('F307 keeps everything in memory when storage is denied or missing', () => {
    const { clock, storage } = setUp();
    storage.deny();
    for (const area of [storage.tab(), undefined]) {
      const store = createExpiringStore(area, clock);
      store.set('sotto:a', 1, 1_000);
      expect(store.get('sotto:a', v.number())).toBe(1);
    }
  });
});

describe('storage keys', () => {
  it('are those of the contract', () => {
    const keys = createStorageKeys('demo', 'day-2026-11-21');
    expect(keys).toMatchObject({
      session: 'sotto:demo:day-2026-11-21:session',
      contact: 'sotto:demo:day-2026-11-21:contact',
      language: 'sotto:demo:language',
      draft: 'sotto:demo:day-2026-11-21:draft',
      scroll: 'sotto:demo:day-2026-11-21:scroll',
      run: 'sotto:demo:day-2026-11-21:run',
      channel: 'sotto:demo:day-2026-11-21',
      sessionLock: 'sotto:session:demo:day-2026-11-21',
      streamLock: 'sotto:stream:demo:day-2026-11-21',
    });
    expect(keys.message('m')).toBe('sotto:demo:day-2026-11-21:message:m');
    expect(keys.peek('m')).toBe('sotto:demo:peek:m');
    expect(keys.call('ch')).toBe('sotto:demo:day-2026-11-21:call:ch');
    expect(keys.callLock('ch')).toBe('sotto:call:ch');
  });
});
