import { describe, expect, it } from 'vitest';
import { createExpiringStore } from '../storage/expiringStore';
import { createManualClock } from '../testing/manualClock';
import { createMemoryStorage } from '../testing/memoryStorage';
import { createScrollMemory } from './scrollPlace';

const KEY = 'sotto:demo:day-2026-11-21:scroll';
const setUp = () => {
  const storage = createMemoryStorage();
  const clock = createManualClock();
  return { storage, remember: () => createScrollMemory(createExpiringStore(storage.tab(), clock), KEY) };
};

describe('W-30 where the reader was', () => {
  it('is a message and where it stood, and is there after a reload', () => {
    const { remember } = setUp();
    remember().keep({ key: 'message_7', offsetPx: -12 });
    expect(remember().read()).toEqual({ key: 'message_7', offsetPx: -12 });
  });

  it('is forgotten at the newest message', () => {
    const { storage, remember } = setUp();
    remember().keep({ key: 'message_7', offsetPx: 0 });
    remember().keep(undefined);
    expect(remember().read()).toBeUndefined();
    expect([...storage.entries.keys()]).toEqual([]);
  });

  it('is no matter of a storage that fails', () => {
    const { storage, remember } = setUp();
    storage.deny();
    const memory = remember();
    memory.keep({ key: 'message_7', offsetPx: 3 });
    expect(memory.read()).toEqual({ key: 'message_7', offsetPx: 3 });
    expect(remember().read()).toBeUndefined();
  });

  it('is nothing when the stored value has another shape', () => {
    const { storage, remember } = setUp();
    storage.entries.set(KEY, JSON.stringify({ v: 1, value: 120, expiresAt: Number.MAX_SAFE_INTEGER }));
    expect(remember().read()).toBeUndefined();
  });
});
