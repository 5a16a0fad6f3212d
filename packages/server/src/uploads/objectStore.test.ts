import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fileStoreContract } from '../testing/contracts/fileStoreContract';
import { startObjectService, type ObjectService } from '../testing/objectService';
import { createObjectStore } from './objectStore';

let service: ObjectService;
beforeAll(async () => {
  service = await startObjectService();
});
afterAll(() => service.close());

let count = 0;
fileStoreContract('S3', async () =>
  createObjectStore({ ...service.settings, prefix: `store-${String((count += 1))}/` }),
);

describe('the object store', () => {
  const bytes = new Uint8Array([1, 2, 3]);
  afterEach(() => service.failNext(0));

  it('puts its prefix before every id', async () => {
    await createObjectStore(service.settings).write('file_AB', bytes);
    expect(service.keys()).toContain('files/file_AB');
  });

  it('tries again when the service is busy', async () => {
    const store = createObjectStore(service.settings);
    service.failNext(2);
    await store.write('file_CD', bytes);
    expect(await store.read('file_CD')).toEqual(bytes);
  });

  it('says what the service said, and never a key', async () => {
    const wrongKey = createObjectStore({ ...service.settings, secretAccessKey: 'wrong' });
    await expect(wrongKey.write('file_EF', bytes)).rejects.toThrow(
      'The object store answered 403 SignatureDoesNotMatch',
    );
    await expect(wrongKey.read('file_EF')).rejects.toThrow('403');
    const noBucket = createObjectStore({ ...service.settings, bucket: 'other' });
    await expect(noBucket.read('file_EF')).rejects.toThrow('There is no bucket other');
    await expect(noBucket.write('file_EF', bytes)).rejects.toThrow('404 NoSuchBucket');
  });
});
