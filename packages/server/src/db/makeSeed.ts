import { writeFile } from 'node:fs/promises';
import { createSeed } from './pglite';

/** Run by the build: writes the prepared database, so that a first start takes seconds. */
const [, , file = 'seed.tar.gz'] = process.argv;
await writeFile(file, Buffer.from(await (await createSeed()).arrayBuffer()));
