import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileStoreContract } from '../testing/contracts/fileStoreContract';
import { createDiskStore } from './diskStore';
import { createMemoryStore } from './memoryStore';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sotto-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

fileStoreContract('memory', async () => createMemoryStore());
fileStoreContract('disk', async () => createDiskStore(await mkdtemp(join(folder, 'store-'))));

describe('the disk store', () => {
  it('leaves nothing beside the file it wrote, and nothing at all when it fails', async () => {
    const place = await mkdtemp(join(folder, 'store-'));
    const store = createDiskStore(place);
    await store.write('file_AB', new Uint8Array([1]));
    expect(await readdir(place, { recursive: true })).toEqual(['AB', 'AB/file_AB']);
    // A folder where the file should be: the rename cannot succeed.
    await writeFile(join(place, 'CD'), '');
    await expect(store.write('file_CD', new Uint8Array([1]))).rejects.toThrow();
    await createDiskStore(join(place, 'x')).write('file_EF', new Uint8Array([1]));
    expect((await readdir(place, { recursive: true })).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
