import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReadLimits } from './readLimits';
import { docxOf, pdfOf, POINT_PNG, unfoldingPdf } from '../testing/sampleFiles';
import { createReadingPool, type ReadingPool, type ReadingPoolOptions } from './readingPool';

vi.setConfig({ testTimeout: 60_000 });

const LIMITS: ReadLimits = { timeoutMs: 20_000, unfoldedMaxBytes: 1_000_000, buffersMaxBytes: 50_000_000 };
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A program that does what a file of these words would make a library do. */
const PROGRAM = `
  import { parentPort } from 'node:worker_threads';
  let count = 0;
  parentPort.on('message', ({ input: { type } }) => {
    count += 1;
    if (type === 'for ever') for (;;);
    if (type === 'all memory') { const all = []; for (;;) all.push(new Array(10_000).fill(0).map(() => ({}))); }
    if (type === 'crash') setTimeout(() => { throw new Error('a bug of the library'); });
    else if (type === 'exit') process.exit(3);
    else if (type === 'refuse') parentPort.postMessage({ type: 'failure', code: 'UNPROCESSABLE_ENTITY', message: 'It says nothing' });
    else parentPort.postMessage({ type: 'result', result: JSON.stringify({ count, environment: Object.keys(process.env).length }) });
  });
  parentPort.postMessage({ type: 'ready' });
`;

let folder: string;
const pools: ReadingPool[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-reading-'));
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  await writeFile(join(folder, 'slow.mjs'), `await new Promise((done) => setTimeout(done, 600));${PROGRAM}`);
  await writeFile(join(folder, 'broken.mjs'), 'throw new Error("not built");');
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await rm(folder, { recursive: true });
});

/** A pool whose files are words for what a file makes of its reader. */
function setUp(options: Partial<ReadingPoolOptions> = {}): {
  pool: ReadingPool;
  read: (words: string, timeoutMs?: number) => Promise<string>;
} {
  const pool = createReadingPool({
    threads: 1,
    heapMib: 64,
    waitingMax: 4,
    waitMs: 20_000,
    program: join(folder, 'program.mjs'),
    ...options,
  });
  pools.push(pool);
  return {
    pool,
    read: (words, timeoutMs = 20_000) =>
      pool.run('text', { type: words, bytes: new Uint8Array() }, { ...LIMITS, timeoutMs }),
  };
}
const first = { count: 1, environment: 0 };

describe('FS-3 A803: a file is read in a thread of its own', () => {
  it('by the readers of this server', async () => {
    const pool = createReadingPool({ threads: 1, heapMib: 64, waitingMax: 4, waitMs: 20_000 });
    pools.push(pool);
    expect(await pool.run('text', { type: DOCX, bytes: docxOf('walrus') }, LIMITS)).toBe('walrus');
    const { passages } = await pool.run(
      'passages',
      {
        type: 'application/pdf',
        bytes: new TextEncoder().encode(pdfOf('One walrus')),
        source: 'a.pdf',
        url: '',
        passagesMax: 10,
      },
      LIMITS,
    );
    expect(passages).toMatchObject([
      { source: 'a.pdf', text: 'One walrus', terms: expect.stringContaining('walru') as string },
    ]);
    expect(await pool.run('thumbnail', { bytes: POINT_PNG }, LIMITS)).toBeInstanceOf(Uint8Array);
    expect(
      await pool.run(
        'preview',
        { bytes: new TextEncoder().encode('<title>A walrus</title>'), type: 'text/html', url: 'https://a.example/' },
        LIMITS,
      ),
    ).toEqual({ title: 'A walrus' });
    await expect(
      pool.run('text', { type: DOCX, bytes: new TextEncoder().encode('no archive') }, LIMITS),
    ).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY', message: 'This file cannot be read' });
  });

  it('one that takes for ever is ended, while everybody else is served, and the next file is read', async () => {
    const { read } = setUp();
    await read('hello');
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await expect(read('for ever', 300)).rejects.toMatchObject({
      code: 'UNPROCESSABLE_ENTITY',
      message: 'This file takes too much to read. Make it smaller, or cut it into several',
    });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(1);
    expect(JSON.parse(await read('hello'))).toEqual(first);
  });

  it('one that takes all memory is ended, and nothing else with it', async () => {
    const { read } = setUp({ threads: 2, heapMib: 16 });
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
    const [greedy, other] = await Promise.allSettled([read('all memory'), read('hello')]);
    clearInterval(watch);
    expect((most - before) / 1_048_576).toBeLessThan(300);
    expect([greedy, other]).toMatchObject([
      { status: 'rejected', reason: { code: 'UNPROCESSABLE_ENTITY' } },
      { status: 'fulfilled' },
    ]);
  });

  it('one that takes its memory outside of the heap is ended, too: a PDF whose page unfolds to more than buffers may have', async () => {
    const pool = createReadingPool({ threads: 1, heapMib: 64, waitingMax: 4, waitMs: 20_000 });
    pools.push(pool);
    const read = async (mebibytes: number) =>
      pool.run(
        'text',
        { type: 'application/pdf', bytes: await unfoldingPdf(mebibytes) },
        { ...LIMITS, timeoutMs: 50_000 },
      );
    await expect(read(40)).rejects.toMatchObject({
      message: 'This file takes too much to read. Make it smaller, or cut it into several',
    });
    await expect(read(1)).rejects.toMatchObject({ message: 'This file has no readable text' });
  });

  it('a page of too many elements inside each other cannot be read', async () => {
    const pool = createReadingPool({ threads: 1, heapMib: 64, waitingMax: 4, waitMs: 20_000 });
    pools.push(pool);
    const read = (levels: number) =>
      pool.run('text', { type: 'text/html', bytes: new TextEncoder().encode(`${'<b>'.repeat(levels)}walrus`) }, LIMITS);
    expect(await read(1_000)).toBe('walrus');
    await expect(read(1_001)).rejects.toMatchObject({
      code: 'UNPROCESSABLE_ENTITY',
      message: 'This file cannot be read',
    });
  });

  it.each(['crash', 'exit'])('a library that ends by %s fails its file alone', async (end) => {
    const { read } = setUp();
    const [failed, next] = await Promise.allSettled([read(end), read('hello')]);
    expect(failed).toMatchObject({ status: 'rejected' });
    expect(next).toMatchObject({ status: 'fulfilled', value: JSON.stringify(first) });
  });

  it('what a job refuses is refused with its code, and its thread lives on', async () => {
    const { read } = setUp();
    await expect(read('refuse')).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY', message: 'It says nothing' });
    expect(JSON.parse(await read('hello'))).toEqual({ ...first, count: 2 });
  });

  it('a thread without work ends, and the next file starts another', async () => {
    const { read } = setUp({ idleMs: 20 });
    await read('hello');
    await vi.waitFor(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        expect(JSON.parse(await read('hello'))).toEqual(first);
      },
      { timeout: 20_000 },
    );
  });

  it('the time that a thread needs to start is not that of its file', async () => {
    const { read } = setUp({ program: join(folder, 'slow.mjs') });
    expect(JSON.parse(await read('hello', 200))).toEqual(first);
    await expect(read('for ever', 200)).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
  });

  it('a program that cannot start is told as a fault of the server', async () => {
    const { read } = setUp({ program: join(folder, 'broken.mjs') });
    await expect(read('hello')).rejects.toThrow('not built');
  });
});

describe('FS-3 A803: files that wait for a thread', () => {
  it('are read in their order; those beyond the limit are refused at once', async () => {
    const { read } = setUp({ waitingMax: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => read('hello')));
    expect(
      results.map((result) =>
        result.status === 'fulfilled'
          ? (JSON.parse(result.value) as { count: number }).count
          : (result.reason as { code: string }).code,
      ),
    ).toEqual([1, 2, 3, 'SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE']);
  });

  it('are refused when they wait too long, and told when to try again', async () => {
    const { read } = setUp({ waitMs: 50 });
    const busy = read('for ever', 300);
    await expect(read('hello')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 });
    await expect(busy).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' });
    expect(JSON.parse(await read('hello'))).toEqual(first);
  });

  it('fail with those being read when the server closes, at once, and later ones do, too', async () => {
    const { pool, read } = setUp();
    const all = [read('for ever'), read('hello')].map((reading) =>
      expect(reading).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: 'The server is closing' }),
    );
    await pool.close();
    await Promise.all(all);
    await expect(read('hello')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
