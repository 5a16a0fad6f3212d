import { describe, expect, it } from 'vitest';
import { readInThread } from './inThread';

const bytes = new TextEncoder().encode('walrus');

describe('A803 a document is read in a thread of its own', () => {
  it('gives what the program makes of it with its library', async () => {
    expect(await readInThread('fflate', 'return library.strFromU8(library.decompressSync(library.compressSync(bytes)));', bytes)).toBe('walrus');
  });

  it('passes the failure of the library on', async () => {
    await expect(readInThread('fflate', 'return library.decompressSync(bytes);', bytes)).rejects.toThrow(/invalid/i);
  });

  it('ends one that takes for ever, while everybody else is served', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await expect(readInThread('fflate', 'for (;;);', bytes, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(1);
  });

  it('ends one that takes all memory, and nothing else with it', async () => {
    await expect(readInThread('fflate', 'const all = []; for (;;) all.push(new Array(10_000).fill(0).map(() => ({})));', bytes, { heapMib: 16 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
  });

  it('gives it neither the environment nor the output of the server', async () => {
    expect(await readInThread('fflate', 'return Object.keys(process.env).length;', bytes)).toBe(0);
  });
});
