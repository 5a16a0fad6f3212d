import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@sotto/widget-core/api';
import { describe, expect, it, vi } from 'vitest';
import { createLibrary } from '../datasets/library';
import { createPlans } from '../domain/accounts/plans';
import { createReading } from '../reading/reading';
import { openTestPglite } from '../testing/testDatabase';
import { createMemoryStore } from '../uploads/memoryStore';
import { seedDatabase } from '../db/seedDatabase';
import { insertResource } from '../db/queries/hub/resourceQueries';
import { readUser } from '../db/queries/accounts/userQueries';
import { users } from '../db/schema';
import { restoreBackup, writeBackup } from './backup';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('a backup of what people build', () => {
  it('brings people, documents and their bytes back, and goes over nobody', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sotto-backup-'));
    const open = async () => {
      const database = await openTestPglite();
      await seedDatabase(database.db, 1000);
      const store = createMemoryStore();
      return {
        database,
        store,
        library: createLibrary({
          db: database.db,
          clock: systemClock,
          plans: createPlans({ db: database.db, clock: systemClock, isBillingOn: false }),
          store,
          reading: createReading().owners,
          vectors: database.vectors,
          embeddings: undefined,
          onError: () => undefined,
        }),
      };
    };
    const [from, to] = [await open(), await open()];
    await from.database.db.insert(users).values({ id: 'u1', name: 'Ana', email: 'ana@example.com' });
    await insertResource(from.database.db, 'dataset', {
      id: 'dataset_1',
      ownerId: 'u1',
      slug: 'zoo',
      createdAt: 1,
      updatedAt: 1,
    });
    const { id: file } = await from.library.add('dataset_1', {
      name: 'zoo.md',
      type: 'text/markdown',
      bytes: new TextEncoder().encode('The zebra lives here.'),
      url: undefined,
    });

    const path = join(folder, 'backup.gz');
    await writeBackup({ db: from.database.db, store: from.store }, path, { version: '1', now: 1 });
    await restoreBackup({ db: to.database.db, store: to.store }, path);
    expect(await readUser(to.database.db, 'u1')).toEqual(await readUser(from.database.db, 'u1'));
    expect((await to.library.search(['dataset_1'], 'zebra')).map(({ passage }) => passage.source)).toEqual(['zoo.md']);
    expect(await to.store.read(file)).toEqual(await from.store.read(file));
    await expect(restoreBackup({ db: to.database.db, store: to.store }, path)).rejects.toThrow('accounts already');

    await Promise.all([from.database.close(), to.database.close(), rm(folder, { recursive: true })]);
  });
});
