import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { buildEach } from '../../bench/browser/src/lib/build.mjs';
import { root } from '../machine/workspace.mjs';

interface Lock {
  packages: Record<
    string,
    { version?: string; resolved?: string; integrity?: string; link?: boolean; dependencies?: Record<string, string> }
  >;
}
const read = (room: string, name: string): unknown =>
  JSON.parse(readFileSync(path.join(root, 'bench', room, name), 'utf8'));

describe.each(['browser', 'hub'])('FO-18 the peers of bench/%s', (room) => {
  const lock = read(room, 'package-lock.json') as Lock;
  const { dependencies } = read(room, 'package.json') as { dependencies: Record<string, string> };

  it('are locked with everything they need, by content, and name no registry', () => {
    expect(lock.packages['']?.dependencies).toEqual(dependencies);
    for (const [name, version] of Object.entries(dependencies))
      expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
    const entries = Object.entries(lock.packages).filter(([place]) => place !== '');
    expect(entries.length).toBeGreaterThan(Object.keys(dependencies).length);
    expect(entries.filter(([, { integrity }]) => !integrity).map(([place]) => place)).toEqual([]);
    // Where npm fetches from is the machine's to say; what it fetches is known by its content.
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([]);
  });
});

describe('FO-18 a contender that does not build', () => {
  const build = (name: string): Promise<void> =>
    name.endsWith('broken')
      ? Promise.reject(
          Object.assign(new Error('Build failed with 2 errors'), { errors: [{ text: 'Could not resolve "a | b"' }] }),
        )
      : Promise.resolve();

  it('is a row with its reason, and the others are built', async () => {
    const consoleError = vi.spyOn(console, 'error').mockReturnValue();
    expect(await buildEach(['one', 'broken', 'two'], build)).toEqual({
      built: ['one', 'two'],
      failed: { broken: { label: 'broken', error: 'did not build: Could not resolve "a \\| b"' } },
    });
    consoleError.mockRestore();
  });

  it('ends the run when it is Sotto', async () => {
    await expect(buildEach(['one', 'sotto-broken'], build)).rejects.toThrow('Build failed');
  });
});
