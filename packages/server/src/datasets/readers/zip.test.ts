import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openZip } from './zip';

describe('the limit of an archive', () => {
  const archive = zipSync({ 'one.txt': new Uint8Array(600), 'two.txt': new Uint8Array(600) });

  it('counts for all files together', () => {
    const zip = openZip(archive, 1_000);
    expect(zip.read('one.txt')).toHaveLength(600);
    expect(() => zip.read('two.txt')).toThrow();
  });

  it('lets through as many bytes as it says', () => {
    const zip = openZip(archive, 1_200);
    expect(zip.names.map((name) => zip.read(name)?.byteLength)).toEqual([600, 600]);
  });
});
