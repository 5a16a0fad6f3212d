// Which test files load a source file, nearest first. Reads imports as texts. Plain Node.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles, readMembers, root } from '../../machine/workspace.mjs';

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g;
const ENDINGS = ['', '.ts', '.tsx', '/index.ts'];
const PROJECTS = { 'widget-core': 'browser', 'widget-react': 'browser', frame: 'browser', loader: 'loader' };
let importers;

/** The project of vitest.config.ts that plays a unit test file; `node` for what is in no package. */
export function projectOf(test) {
  if (test.includes('.walk.')) return 'walk';
  const project = PROJECTS[test.split('/')[1]] ?? 'node';
  return project === 'browser' && readFileSync(path.join(root, test), 'utf8').includes('vi.mock(')
    ? 'replacing'
    : project;
}

/**
 * The test files that load a file, directly or through others, nearest first.
 *
 * @param file - path from the root
 * @returns `{ test, distance }` each: `distance` counts the files between
 */
export function findRelatedTests(file) {
  importers ??= readImporters();
  const distances = new Map([[file, 0]]);
  const queue = [file];
  for (const current of queue) {
    for (const importer of importers.get(current) ?? []) {
      if (distances.has(importer)) continue;
      distances.set(importer, distances.get(current) + 1);
      queue.push(importer);
    }
  }
  return [...distances]
    .filter(([name]) => /\.test\.tsx?$/.test(name))
    .map(([test, distance]) => ({ test, distance, shared: countShared(test, file) }))
    .sort((one, other) => one.distance - other.distance || other.shared - one.shared);
}

/** How many letters two paths begin with in common: a test beside its file has its name. */
function countShared(one, other) {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) if (one[index] !== other[index]) return index;
  return length;
}

/** For each file of the packages those that import it. */
function readImporters() {
  const sources = listFiles(path.join(root, 'packages'), (name) => ['node_modules', 'dist'].includes(name))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `packages/${name}`);
  const entries = readEntries();
  const found = new Map();
  for (const file of sources) {
    for (const [, specifier] of readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT)) {
      const target = specifier.startsWith('.')
        ? resolve(path.posix.join(path.posix.dirname(file), specifier))
        : entries.get(specifier);
      if (target) found.set(target, [...(found.get(target) ?? []), file]);
    }
  }
  return found;
}

function resolve(place) {
  return ENDINGS.map((ending) => place + ending).find(
    (name) => /\.tsx?$/.test(name) && existsSync(path.join(root, name)),
  );
}

/** `@sotto/widget-core/protocol` → the source file that it stands for. */
function readEntries() {
  return new Map(
    readMembers().flatMap(({ folder, manifest }) =>
      Object.entries(manifest.exports ?? {}).flatMap(([name, conditions]) => {
        const source = conditions['@sotto/source'] ?? conditions;
        return typeof source === 'string'
          ? [[path.posix.join(manifest.name, name), path.posix.join(folder, source)]]
          : [];
      }),
    ),
  );
}
