import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsFolder } from '../db/packageFiles';
import { createSeed } from '../db/pglite';

/** An empty database to begin with, made once for each state of the migrations and kept between test runs. */
export async function readTestSeed(): Promise<Blob> {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/sotto/', import.meta.url));
  const file = join(folder, `seed-${await migrationsDigest()}.tar.gz`);
  const cached = await readFile(file).catch(() => undefined);
  if (cached) return new Blob([cached]);
  const seed = await createSeed();
  await mkdir(folder, { recursive: true });
  // Several test files may make it at once: each writes its own and puts it in place whole.
  const own = `${file}.${String(process.pid)}`;
  await writeFile(own, Buffer.from(await seed.arrayBuffer()));
  await rename(own, file);
  return seed;
}

async function migrationsDigest(): Promise<string> {
  const digest = createHash('sha256');
  for (const name of (await readdir(migrationsFolder())).filter((each) => each.endsWith('.sql')).sort()) {
    digest.update(await readFile(join(migrationsFolder(), name)));
  }
  return digest.digest('hex').slice(0, 16);
}
