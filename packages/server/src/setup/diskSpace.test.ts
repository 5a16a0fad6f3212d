import type * as fs from 'node:fs/promises';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '@sotto/widget-core/api';
import { createServer } from '../createServer';
import { clientId, startTestServer } from '../testing/startTestServer';
import { lockDirectory } from '../db/directoryLock';
import { createDiskSpace, explainStart } from './diskSpace';

vi.setConfig({ testTimeout: 60_000 });

/** While set, the disk takes no bytes: files can be made, and writing to them fails, as on a full disk. */
const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof fs>();
  const noSpace = (): Error =>
    Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      errno: -28,
      syscall: 'write',
    });
  return {
    ...original,
    async writeFile(...of: Parameters<typeof original.writeFile>) {
      if (disk.isFull) throw noSpace();
      return original.writeFile(...of);
    },
    async open(...of: Parameters<typeof original.open>) {
      const file = await original.open(...of);
      if (disk.isFull) file.writeFile = () => Promise.reject(noSpace());
      return file;
    },
  };
});
afterEach(() => {
  disk.isFull = false;
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sotto-room-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('SV-30 readiness', () => {
  it('SV-30 is lost when the database has no room to write, names the disk, and comes back with the room', async () => {
    const test = await startTestServer();
    onTestFinished(() => test.server.close(0));
    const session = await test.openSession();
    const write = () =>
      test.call(`/v1/conversation/${session.conversationId}/message/create`, {
        token: session.token,
        body: { id: clientId(), type: 'user', text: 'a' },
      });
    const ready = async () => {
      const response = await test.call('/readyz');
      return [response.status, await response.json()];
    };
    const well = [200, { status: 'ok', database: 'ok' }];
    expect([(await write()).status, await ready()]).toEqual([200, well]);

    // What PostgreSQL answers on a full disk; reading goes on.
    await test.database.execute(sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
    for (const table of ['messages', 'settings'])
      await test.database.execute(
        sql.raw(`create trigger no_room before insert or update on ${table} for each row execute function no_room()`),
      );
    expect(await ready()).toEqual(well);
    const refused = await write();
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { message: 'The server has no room to keep this' },
    ]);
    const full = [503, { status: 'unavailable', database: 'ok', disk: 'full' }];
    expect([await ready(), await ready()]).toEqual([full, full]);
    expect((await test.call('/healthz')).status).toBe(200);

    for (const table of ['messages', 'settings'])
      await test.database.execute(sql.raw(`drop trigger no_room on ${table}`));
    expect([await ready(), (await write()).status]).toEqual([well, 200]);
  });

  it('SV-30 finds a full disk by writing to the data folder, before any call has failed, and leaves nothing there', async () => {
    const folder = await newFolder();
    const room = createDiskSpace({ folder, writeRow: async () => undefined });
    expect(await room.isFull()).toBe(false);
    disk.isFull = true;
    expect([await room.isFull(), await room.isFull()]).toEqual([true, true]);
    disk.isFull = false;
    expect([await room.isFull(), await readdir(folder)]).toEqual([false, []]);
  });

  it('SV-30 other failures are not taken for a full disk', async () => {
    const folder = join(await newFolder(), 'file');
    await writeFile(folder, '');
    const room = createDiskSpace({ folder, writeRow: async () => undefined });
    room.note(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    expect(await room.isFull()).toBe(false);
  });
});

describe('SV-30 a start', () => {
  it('SV-30 on a full disk ends with a sentence that names the folder', async () => {
    const dataDir = await newFolder();
    disk.isFull = true;
    const sentence = `The data folder ${dataDir}, or the database, has no space left: ENOSPC: no space left on device, write. Free some space and start again.`;
    await expect(createServer({ config: { dataDir } })).rejects.toThrow(sentence);
    // What it began is no lock: the next start has the folder at once.
    disk.isFull = false;
    expect(await readdir(dataDir)).toEqual([]);
    await (await lockDirectory(dataDir, systemClock, () => undefined)).release();
  });

  it('SV-30 with a database that gives no reason is explained by the disk only if that is full', async () => {
    const dataDir = await newFolder();
    const settings = { dataDir, databaseUrl: undefined, objectStore: undefined };
    const failure = new Error('PGlite failed to initialize properly');
    expect(await explainStart(failure, settings)).toBe(failure);
    disk.isFull = true;
    expect(await explainStart(failure, settings)).toMatchObject({
      message: `The data folder ${dataDir}, or the database, has no space left: ${failure.message}. Free some space and start again.`,
    });
  });

  it('SV-30 in a place that is no folder ends with a sentence as well', async () => {
    const dataDir = join(await newFolder(), 'file');
    await writeFile(dataDir, '');
    await expect(createServer({ config: { dataDir } })).rejects.toThrow(
      new RegExp(`^The data folder ${dataDir} cannot be used: EEXIST.*Check SOTTO_DATA_DIR\\.$`),
    );
  });
});
