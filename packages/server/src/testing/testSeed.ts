import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsFolder } from '../db/packageFiles';
import { createPglite, createSeed } from '../db/pglite';

/** The templates of PostgreSQL, from which nobody here makes a database: two thirds of all files that are unpacked. */
const TEMPLATES = ['template0', 'template1'];

let seed: Promise<Blob> | undefined;

/** An empty database to begin with, made once for each state of the migrations and kept between test runs. */
export function readTestSeed(): Promise<Blob> {
  return (seed ??= readOrMake());
}

async function readOrMake(): Promise<Blob> {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/sotto/', import.meta.url));
  const file = join(folder, `seed-${await migrationsDigest()}.tar`);
  const cached = await readFile(file).catch(() => undefined);
  if (cached) return new Blob([cached]);
  const made = await makeLean();
  await mkdir(folder, { recursive: true });
  // Several test files may make it at once: each writes its own and puts it in place whole.
  const own = `${file}.${String(process.pid)}`;
  await writeFile(own, Buffer.from(await made.arrayBuffer()));
  await rename(own, file);
  return made;
}

/** What the build makes takes twice as long to open: it is compressed, and has the templates. */
async function makeLean(): Promise<Blob> {
  const client = await createPglite({ seed: await createSeed() });
  await client.exec('update pg_database set datistemplate = false');
  for (const name of TEMPLATES) await client.exec(`drop database ${name}`);
  await client.exec('checkpoint');
  const lean = await client.dumpDataDir('none');
  await client.close();
  return lean;
}

async function migrationsDigest(): Promise<string> {
  const digest = createHash('sha256');
  for (const name of (await readdir(migrationsFolder())).filter((each) => each.endsWith('.sql')).sort()) {
    digest.update(await readFile(join(migrationsFolder(), name)));
  }
  return digest.digest('hex').slice(0, 16);
}
