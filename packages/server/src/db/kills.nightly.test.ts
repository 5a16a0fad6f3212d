import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PLAYS_ALL } from '../testing/playsAll';
import { bundleProcess } from '../testing/processes/startServerProcess';

/**
 * 5 alone, 50 with `SOTTO_ALL=1`: two minutes of a machine that does nothing else
 * (docs/guides/operator.md).
 */
const ROUNDS = PLAYS_ALL ? 50 : 5;

/** A round takes about a second, on a busy machine several. */
vi.setConfig({ testTimeout: 480_000, hookTimeout: 60_000 });

let bundle: string;
let folder: string;
beforeAll(async () => {
  bundle = await bundleProcess('writerProcess');
  folder = await mkdtemp(join(tmpdir(), 'sotto-kills-'));
});
afterAll(() => Promise.all([rm(folder, { recursive: true, force: true }), rm(bundle, { force: true })]));

/**
 * Starts the writer and kills it while it writes, after it has acknowledged `enough` messages. @returns what it found,
 * and what it acknowledged before it died
 */
async function writeAndDie(round: number, enough: number): Promise<{ found: string[]; kept: string[]; error: string }> {
  const child = spawn(process.execPath, [bundle, folder, String(round)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const result = { found: [] as string[], kept: [] as string[], error: '' };
  child.stderr.on('data', (chunk: Buffer) => (result.error += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line.startsWith('found ')) result.found = JSON.parse(line.slice('found '.length)) as string[];
    if (line.startsWith('kept ')) result.kept.push(line.slice('kept '.length));
    if (result.kept.length >= enough) child.kill('SIGKILL');
  });
  await ended;
  lines.close();
  return result;
}

describe('F501 kill -9 in mid-write on the embedded database', () => {
  it(`${String(ROUNDS)} times: it opens again, has every acknowledged message and none twice`, async () => {
    const acknowledged = new Set<string>();
    for (let round = 0; round <= ROUNDS; round += 1) {
      const { found, kept, error } = await writeAndDie(round, 1 + ((round * 7) % 23));
      expect(kept.length, error).toBeGreaterThan(0);
      const stored = new Set(found);
      expect(stored.size).toBe(found.length);
      expect([...acknowledged].filter((text) => !stored.has(text))).toEqual([]);
      for (const text of kept) acknowledged.add(text);
    }
  });
});
