import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../testing/manualClock';
import { FolderInUseError, lockDirectory } from './directoryLock';

let folder: string;
let clock: ManualClock;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-lock-'));
  clock = createManualClock(Date.now());
});
afterEach(() => rm(folder, { recursive: true }));

const file = (): string => join(folder, 'sotto.lock');
/** Another owner's lock, put in place whole as owners do. */
async function foreign(fields: object): Promise<void> {
  const lock = {
    token: 'theirs',
    pid: 1,
    processStart: null,
    host: hostname(),
    startedAt: clock.now(),
    heartbeatAt: clock.now(),
    ...fields,
  };
  await writeFile(`${file()}.theirs`, JSON.stringify(lock));
  await rename(`${file()}.theirs`, file());
}
const take = (onLost: () => void = () => undefined) => lockDirectory(folder, clock, onLost);

/** Whether the lock in the folder is this process's. */
const owns = async (): Promise<boolean> => {
  const { token, pid } = JSON.parse(await readFile(file(), 'utf8')) as { token: string; pid: number };
  return token !== 'theirs' && pid === process.pid;
};

/** Lets files be read and time pass until something is settled; `each` is done at every step. */
async function settle<Result>(
  work: Promise<Result>,
  each: () => Promise<void> = async () => undefined,
): Promise<Result> {
  let isDone = false;
  const watched = work.finally(() => {
    isDone = true;
  });
  watched.catch(() => undefined);
  while (!isDone) {
    await each();
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
  }
  return watched;
}

describe('F503 the lock of the data folder', () => {
  it('is one at a time, and free after a release', async () => {
    const first = await take();
    await expect(take()).rejects.toThrow(FolderInUseError);
    await first.release();
    await (await take()).release();
    await expect(readFile(file())).rejects.toThrow('ENOENT');
  });

  it('goes to exactly one of several that start at once, also over a dead owner', async () => {
    await foreign({ pid: await deadPid() });
    const results = await settle(Promise.allSettled(Array.from({ length: 6 }, () => take())));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is taken over at once when its process is dead, or its number belongs to another process now', async () => {
    for (const owner of [{ pid: await deadPid() }, { pid: process.pid, processStart: 'another boot 17' }]) {
      await foreign(owner);
      const lock = await take();
      expect(await owns()).toBe(true);
      await lock.release();
    }
  });

  it('of another machine is left alone while its heartbeat moves, and taken over when it stands still', async () => {
    await foreign({ host: 'another-machine' });
    await expect(settle(take(), () => foreign({ host: 'another-machine' }))).rejects.toThrow(/another-machine/);
    await (await settle(take())).release();
  });

  it.each([300, 1_000, 3_000, 9_000])(
    'of another machine that stands still is taken over where the folder is slow, too: %i ms pass while one file is read',
    async (ms) => {
      await foreign({ host: 'another-machine' });
      const lock = await settle(take(), async () => {
        clock.advance(ms);
      });
      expect(await owns()).toBe(true);
      await lock.release();
    },
  );

  it('is taken over when a crash cut it off while it was written', async () => {
    await writeFile(file(), '{"tok');
    clock.advance(5_000);
    const lock = await settle(take());
    expect(await owns()).toBe(true);
    await lock.release();
  });

  it('says when somebody else has it', async () => {
    let lost = 0;
    const lock = await take(() => {
      lost += 1;
    });
    await foreign({});
    clock.advance(5_000);
    while (lost === 0) await new Promise((resolve) => setImmediate(resolve));
    await lock.release();
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ token: 'theirs' });
  });

  it('refreshes its heartbeat', async () => {
    const lock = await take();
    const heartbeat = async (): Promise<number> =>
      (JSON.parse(await readFile(file(), 'utf8')) as { heartbeatAt: number }).heartbeatAt;
    const before = await heartbeat();
    clock.advance(5_000);
    while ((await heartbeat()) === before) await new Promise((resolve) => setImmediate(resolve));
    expect(await heartbeat()).toBe(before + 5_000);
    await lock.release();
  });
});

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}
