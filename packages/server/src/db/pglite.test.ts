import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readTestSeed } from '../testing/testSeed';
import { openPglite } from './pglite';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('the memory of the embedded database', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sotto-buffers-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  /** Opens it as if it had so much data more. @returns the MiB it keeps pages of its files in */
  async function bufferMib(moreMib: number): Promise<number> {
    const padding = join(dataDir, 'db', 'base', 'padding');
    if (moreMib > 0) {
      const file = await open(padding, 'w');
      await file.truncate(moreMib * 1024 ** 2);
      await file.close();
    }
    const { db, close } = await openPglite({ dataDir, seed: await readTestSeed() });
    try {
      const { rows } = (await db.execute(
        sql`select setting::int as pages from pg_settings where name = 'shared_buffers'`,
      )) as { rows: { pages: number }[] };
      return Math.floor(((rows[0]?.pages ?? 0) * 8192) / 1024 ** 2);
    } finally {
      await close();
      await rm(padding, { force: true });
    }
  }

  it('is small while there is little data, and grows with it up to a limit', async () => {
    const [first, small, medium, large] = [
      await bufferMib(0),
      await bufferMib(0),
      await bufferMib(64),
      await bufferMib(4_000),
    ];
    expect(first).toBeLessThan(48);
    expect(small).toBe(first);
    expect(medium).toBeGreaterThan(64);
    expect(medium).toBeLessThan(large);
    expect(large).toBeLessThan(180);
  });
});
