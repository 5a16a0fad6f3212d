import { readFileSync } from 'node:fs';
import { systemClock } from '@sotto/widget-core/api';
import { insertResource } from '../db/queries/hub/resourceQueries';
import { users } from '../db/schema';
import { createPlans } from '../domain/accounts/plans';
import type { ReadingPool } from '../reading/readingPool';
import { jobRunners } from '../readingWorker/jobRunners';
import { openTestPglite, type TestPglite } from './testDatabase';
import { createMemoryStore } from '../uploads/memoryStore';
import { createLibrary, type Library } from '../datasets/library';

/** A library on a database of its own, with datasets of markdown files whose pages begin with `# `. */
export async function openTestLibrary(
  datasets: Readonly<Record<string, readonly URL[]>>,
): Promise<{ readonly database: TestPglite; readonly library: Library }> {
  const database = await openTestPglite();
  await database.db.insert(users).values({ id: 'user_1', name: 'Ana', email: 'ana@example.com' });
  const library = createLibrary({
    db: database.db,
    clock: systemClock,
    plans: createPlans({ db: database.db, clock: systemClock, isBillingOn: false }),
    store: createMemoryStore(),
    // In this process: a thread would read the same.
    reading: {
      run: (job: 'passages', input: never, limits: never) => jobRunners[job](input, limits),
    } as unknown as ReadingPool,
    vectors: database.vectors,
    embeddings: undefined,
    onError: (error) => {
      throw error;
    },
  });
  for (const [id, files] of Object.entries(datasets)) {
    await insertResource(database.db, 'dataset', { id, ownerId: 'user_1', slug: id, createdAt: 1, updatedAt: 1 });
    for (const file of files) {
      const name = file.pathname.split('/').at(-1)?.replace(/\.md$/, '') ?? '';
      for (const [index, page] of readFileSync(file, 'utf8')
        .split(/^(?=# )/mu)
        .entries())
        await library.add(id, {
          name: `${name}-${String(index)}.md`,
          type: 'text/markdown',
          bytes: new TextEncoder().encode(page),
          url: undefined,
        });
    }
  }
  return { database, library };
}
