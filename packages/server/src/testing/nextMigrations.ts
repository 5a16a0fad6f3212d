import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJournal, type Journal } from '../db/journal';
import { migrationsFolder } from '../db/packageFiles';

/** Writes the migrations of a release after this one, which adds these statements. @returns their folder, in `root` */
export async function writeNextMigrations(root: string, statements: readonly string[]): Promise<string> {
  const journal = await readJournal();
  const next = { tag: '9999_next', when: Math.max(...journal.map(({ when }) => when)) + 1 };
  const folder = await writeMigrations(root, [...journal, next]);
  await writeFile(join(folder, `${next.tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
  return folder;
}

/** Writes the migrations of this release with another journal. @returns their folder, in `root` */
export async function writeMigrations(root: string, journal: Journal): Promise<string> {
  const folder = await mkdtemp(join(root, 'migrations-'));
  await cp(migrationsFolder(), folder, { recursive: true });
  const entries = journal.map((entry, idx) => ({ idx, version: '7', breakpoints: true, ...entry }));
  await writeFile(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  return folder;
}
