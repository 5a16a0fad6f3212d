import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleProcess } from '../testing/processes/startServerProcess';
import { PLAYS_ALL } from '../testing/playsAll';
import { readTestSeed } from '../testing/testSeed';

/** A start takes about a second, on a busy machine several. */
vi.setConfig({ testTimeout: 480_000, hookTimeout: 120_000 });

/** Kills of each kind of start; with `SOTTO_ALL=1` twenty together, as the catalogue has it. */
const KILLS = PLAYS_ALL ? 10 : 3;

interface Opened {
  readonly writes: number;
  readonly tables: readonly string[];
  readonly migrations: number;
  readonly kept: number;
}

let bundle: string;
let folder: string;
/** A database that has no tables: what a first start is unpacked from, and what an update finds. */
let seed: string;
let old: string;
beforeAll(async () => {
  bundle = await bundleProcess('openingProcess');
  folder = await mkdtemp(join(tmpdir(), 'sotto-first-'));
  seed = join(folder, 'empty.tar.gz');
  old = join(folder, 'old');
  await mkdir(old);
  const database = await PGlite.create({ dataDir: join(old, 'db'), loadDataDir: await readTestSeed() });
  await database.exec('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await writeFile(seed, Buffer.from(await (await database.dumpDataDir('gzip')).arrayBuffer()));
  await database.exec('create table kept_by_test ()');
  await database.close();
  await writeFile(join(old, 'db.ready'), '');
});
afterAll(() => Promise.all([rm(folder, { recursive: true, force: true }), rm(bundle, { force: true })]));

/** Opens the folder in a process of its own. @param killAt - the write at which it dies; 0: it does not */
function open(dataDir: string, killAt = 0): Opened | 'killed' {
  const { stdout, stderr, signal } = spawnSync(process.execPath, [bundle, dataDir, seed, String(killAt)], {
    encoding: 'utf8',
  });
  if (signal === 'SIGKILL') return 'killed';
  const line = /^opened (.*)$/m.exec(stdout)?.[1];
  if (line === undefined) throw new Error(`It did not open: ${stdout}${stderr}`);
  return JSON.parse(line) as Opened;
}

describe('F502 kill -9 while the database is made or brought up to date', () => {
  it.each([
    ['first start', (place: string) => mkdir(place), 0],
    ['start after an update', (place: string) => cp(old, place, { recursive: true }), 1],
  ])(
    `in the middle of a %s, ${String(KILLS)} times, at writes spread over all of it: the next start completes it`,
    async (name, prepare, kept) => {
      const untouched = join(folder, `${name} whole`);
      await prepare(untouched);
      const whole = open(untouched);
      if (whole === 'killed') throw new Error('It was killed without being asked to');
      expect(whole.tables.length).toBeGreaterThan(20);
      expect(whole.kept).toBe(kept);
      let killed = 0;
      for (let index = 0; index < KILLS; index += 1) {
        const place = join(folder, `${name} ${String(index)}`);
        await prepare(place);
        if (open(place, 1 + Math.floor(((whole.writes - 1) * index) / (KILLS - 1))) === 'killed') killed += 1;
        expect(open(place)).toMatchObject({ tables: whole.tables, migrations: whole.migrations, kept });
        // What was completed is found complete.
        if (index === 0)
          expect(open(place)).toMatchObject({ tables: whole.tables, migrations: whole.migrations, kept });
        await rm(place, { recursive: true, force: true });
      }
      expect(killed).toBe(KILLS);
    },
  );
});
