// Where things are. Plain Node: this runs before anything is installed.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A folder for what our scripts remember between runs; it goes when node_modules goes. */
export const memory = path.join(root, 'node_modules', '.sotto');

/** Reads a JSON file, given its path from the root. */
export function readJson(...parts) {
  return JSON.parse(readFileSync(path.resolve(root, ...parts), 'utf8'));
}

/** The workspace's members: their folder (from the root) and their package.json. */
export function readMembers(base = root) {
  const inside = (folder) =>
    existsSync(path.join(base, folder))
      ? readdirSync(path.join(base, folder))
          .sort()
          .map((name) => `${folder}/${name}`)
      : [];
  return [...inside('packages'), 'e2e', ...inside('examples')]
    .filter((folder) => existsSync(path.join(base, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(path.join(base, folder, 'package.json'), 'utf8')) }));
}

/** All files below a folder, sorted, as paths from that folder; `skip` is asked about every file and folder name. */
export function listFiles(folder, skip = (_name) => false) {
  if (!existsSync(folder)) return [];
  if (!statSync(folder).isDirectory()) return [''];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !skip(entry.name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? listFiles(path.join(folder, entry.name), skip).map((file) => `${entry.name}/${file}`)
        : [entry.name],
    )
    .sort();
}

/** The environment in which a folder's own tools and the root's are on the PATH, as in an npm script. */
export function withTools(folder = root) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const tools = [path.resolve(root, folder, 'node_modules', '.bin'), path.join(root, 'node_modules', '.bin')];
  return { ...process.env, [key]: [...tools, process.env[key]].join(path.delimiter) };
}
