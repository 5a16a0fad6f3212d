import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listFiles, root } from '../machine/workspace.mjs';

/** Two builds of some seconds each, on a busy machine of a minute. */
const LIMIT_MS = 300_000;

const places: string[] = [];
afterAll(() => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

/** A copy of what the loader is made of, in a folder of another name and depth. Libraries are the same. */
function copyTo(...names: string[]): string {
  const base = mkdtempSync(path.join(tmpdir(), 'sotto-twice-'));
  places.push(base);
  const place = path.join(base, ...names);
  for (const name of ['loader', 'widget-core']) {
    const from = path.join(root, 'packages', name);
    const isLeft = (file: string): boolean =>
      [
        path.join(from, 'dist'),
        path.join(from, 'node_modules', '.cache'),
        path.join(from, 'node_modules', '.vite'),
      ].includes(file);
    mkdirSync(path.join(place, 'packages'), { recursive: true });
    cpSync(from, path.join(place, 'packages', name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !isLeft(file),
    });
  }
  cpSync(path.join(root, 'tsconfig.base.json'), path.join(place, 'tsconfig.base.json'));
  symlinkSync(path.join(root, 'node_modules'), path.join(place, 'node_modules'), 'dir');
  return place;
}

/** Builds what the script tag loads. @param shiftMs - how wrong this machine's clock is */
function build(place: string, shiftMs: number, environment: Record<string, string>): Map<string, string> {
  const clock = path.join(place, 'clock.mjs');
  writeFileSync(
    clock,
    `const now = Date.now; Date.now = () => now() + ${String(shiftMs)}; globalThis.Date = new ` +
      `Proxy(Date, { construct: (made, args) => Reflect.construct(made, args.length > 0 ? args : [Date.now()]) });`,
  );
  const folder = path.join(place, 'packages', 'loader');
  const { status, stderr } = spawnSync(process.execPath, ['--import', `file://${clock}`, 'build.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
  });
  if (status !== 0) throw new Error(stderr);
  const dist = path.join(folder, 'dist');
  return new Map(
    listFiles(dist)
      .sort()
      .map((file: string) => [file.replaceAll(path.sep, '/'), readFileSync(path.join(dist, file), 'utf8')]),
  );
}

describe('A905 a build of the loader', () => {
  it(
    'in another folder, another year, time zone and language gives the same bytes, names and digests',
    { timeout: LIMIT_MS },
    () => {
      const one = build(copyTo('here'), 0, { TZ: 'UTC', LANG: 'C' });
      const other = build(copyTo('a much', 'deeper', 'place'), 3 * 31_536_000_000, {
        TZ: 'Asia/Tokyo',
        LANG: 'tr_TR.UTF-8',
      });
      expect([...one.keys()].filter((name) => /^v2(?:\.js|\/[0-9a-f]{8}\/element\.mjs)$/.test(name))).toHaveLength(2);
      expect(Object.values(JSON.parse(one.get('integrity.json') ?? '{}') as object)).toContainEqual(
        expect.stringMatching(/^sha384-/),
      );
      expect([...other.keys()]).toEqual([...one.keys()]);
      for (const [name, text] of one) expect([name, other.get(name) === text]).toEqual([name, true]);
    },
  );
});
