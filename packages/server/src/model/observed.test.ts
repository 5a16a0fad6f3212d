import { describe, expect, it } from 'vitest';
import { observed } from './observed';

function watch() {
  const seen: unknown[] = [];
  return {
    seen,
    observer: {
      see: (event: unknown) => void seen.push(event),
      end: (error?: unknown) => void seen.push(error ?? 'end'),
    },
  };
}

async function* count(closed: unknown[] = []): AsyncGenerator<number> {
  try {
    for (let number = 1; ; number += 1) {
      if (number === 3) throw new Error('enough');
      yield number;
    }
  } finally {
    closed.push('closed');
  }
}

describe('events that are looked at', () => {
  it('pass as they are, with their end', async () => {
    const { seen, observer } = watch();
    async function* two(): AsyncGenerator<number> {
      yield 1;
      yield 2;
    }
    const passed: number[] = [];
    for await (const event of observed<number>(two(), observer)) passed.push(event);
    expect(passed).toEqual([1, 2]);
    expect(seen).toEqual([1, 2, 'end']);
  });

  it('pass on a failure', async () => {
    const { seen, observer } = watch();
    const read = async () => {
      for await (const event of observed(count(), observer)) void event;
    };
    await expect(read()).rejects.toThrow('enough');
    expect(seen).toEqual([1, 2, new Error('enough')]);
  });

  it('end with their reader, and so does their source', async () => {
    const { seen, observer } = watch();
    const closed: unknown[] = [];
    for await (const event of observed<number>(count(closed), observer)) if (event === 1) break;
    expect(seen).toEqual([1, 'end']);
    expect(closed).toEqual(['closed']);
  });
});
