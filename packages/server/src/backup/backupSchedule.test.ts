import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../testing/manualClock';
import { BACKUP_AGAIN_MS, createBackupSchedule, FIRST_BACKUP_MS } from './backupSchedule';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-27T03:00:00Z');

let folder: string;
let clock: ManualClock;
let failure: Error | undefined;
let errors: string[];
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'sotto-backups-')), 'backups');
  clock = createManualClock(START);
  failure = undefined;
  errors = [];
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const names = async (): Promise<string[]> => (await readdir(folder)).sort();

function start(keep = 2) {
  const schedule = createBackupSchedule({
    folder,
    everyMs: 24 * HOUR_MS,
    keep,
    clock,
    logger: { info: () => undefined, error: ({ message }) => void errors.push(String(message)) },
    async write(path) {
      if (failure) throw failure;
      await writeFile(path, 'whole');
    },
  });
  schedule.start();
  return schedule;
}

/** Lets time pass, and waits until the next backup is planned. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await planned();
}
const planned = (): Promise<void> =>
  vi.waitFor(() => {
    expect(clock.pending).toBe(1);
  });

describe('SV-34 scheduled backups', () => {
  it('SV-34 the first is written a minute after the start, the next ones at their times, and the newest are kept', async () => {
    const schedule = start();
    await planned();
    expect([await names(), schedule.lastAt()]).toEqual([[], 0]);
    for (const expected of [
      ['sotto-2026-11-27T030100Z.sotto.gz'],
      ['sotto-2026-11-27T030100Z.sotto.gz', 'sotto-2026-11-28T030100Z.sotto.gz'],
      ['sotto-2026-11-28T030100Z.sotto.gz', 'sotto-2026-11-29T030100Z.sotto.gz'],
    ]) {
      await pass(expected.length === 1 ? FIRST_BACKUP_MS : 24 * HOUR_MS);
      await vi.waitFor(async () => {
        expect(await names()).toEqual(expected);
      });
      expect(schedule.lastAt()).toBe(clock.now());
    }
    await schedule.close();
  });

  it('SV-34 the age of the newest one decides after a restart when the next is due', async () => {
    await start().close();
    await writeFile(join(folder, 'sotto-2026-11-26T200000Z.sotto.gz'), 'whole');
    const schedule = start();
    await planned();
    expect(schedule.lastAt()).toBe(Date.parse('2026-11-26T20:00:00Z'));
    await pass(17 * HOUR_MS - 1);
    expect(await names()).toHaveLength(1);
    await pass(1);
    expect(await names()).toHaveLength(2);
    await schedule.close();
  });

  it('SV-34 one that fails removes nothing, is told, and is tried again; what is not ours stays', async () => {
    await start().close();
    const others = ['mine.sotto.gz', 'sotto-2026-11-20.sotto.gz', 'log.txt'];
    const kept = ['sotto-2026-11-20T030000Z.sotto.gz', 'sotto-2026-11-21T030000Z.sotto.gz'];
    const cut = 'sotto-2026-11-22T030000Z.sotto.gz.part';
    for (const name of [...others, ...kept, cut]) await writeFile(join(folder, name), '');
    failure = new Error('no space left');
    const schedule = start(1);
    await planned();
    await pass(FIRST_BACKUP_MS);
    expect([errors, await names()]).toEqual([['no space left'], [...others, ...kept, cut].sort()]);
    expect(schedule.lastAt()).toBe(Date.parse('2026-11-21T03:00:00Z'));
    failure = undefined;
    await pass(BACKUP_AGAIN_MS);
    await vi.waitFor(async () => {
      expect(await names()).toEqual([...others, 'sotto-2026-11-27T031600Z.sotto.gz'].sort());
    });
    await schedule.close();
    expect(clock.pending).toBe(0);
  });

  it('SV-34 a close cuts the one that is being written, and is no failure', async () => {
    const schedule = createBackupSchedule({
      folder,
      everyMs: HOUR_MS,
      keep: 1,
      clock,
      logger: { info: () => undefined, error: ({ message }) => void errors.push(String(message)) },
      write: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('cut'));
          });
        }),
    });
    schedule.start();
    await planned();
    clock.advance(FIRST_BACKUP_MS);
    await schedule.close();
    expect([errors, clock.pending]).toEqual([[], 0]);
  });
});
