import { describe, expect, it } from 'vitest';
import type { FileStore } from '../../uploads/fileStore';

/** What every keeper of files promises. */
export function fileStoreContract(name: string, makeStore: () => Promise<FileStore>): void {
  describe(`${name} keeps the promise of a file store`, () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const text = (read: Uint8Array | undefined): string | undefined => read && new TextDecoder().decode(read);

    it('gives back what was written, replaces it, forgets it', async () => {
      const store = await makeStore();
      expect(await store.read('file_1')).toBeUndefined();
      await store.write('file_1', bytes('one'));
      await store.write('file_2', bytes(''));
      expect(text(await store.read('file_1'))).toBe('one');
      expect(text(await store.read('file_2'))).toBe('');
      await store.write('file_1', bytes('another'));
      expect(text(await store.read('file_1'))).toBe('another');
      await store.delete('file_1');
      await store.delete('file_1');
      expect(await store.read('file_1')).toBeUndefined();
    });

    it('keeps one whole file when several write at once', async () => {
      const store = await makeStore();
      const versions = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(300_000));
      await Promise.all(versions.map((version) => store.write('file_1', bytes(version))));
      expect(versions).toContain(text(await store.read('file_1')));
    });

    it('A807 refuses whatever is not an id', async () => {
      const store = await makeStore();
      for (const id of [
        '',
        'a',
        '../file_1',
        'a/b',
        'a\\b',
        'file.1',
        'file\0',
        '/etc/passwd',
        'C:\\x',
        'x'.repeat(129),
      ]) {
        await expect(store.read(id)).rejects.toThrow(TypeError);
        await expect(store.write(id, bytes('x'))).rejects.toThrow(TypeError);
        await expect(store.delete(id)).rejects.toThrow(TypeError);
      }
    });
  });
}
