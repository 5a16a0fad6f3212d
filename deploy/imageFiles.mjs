// The files of the image: the built server with the packages it needs at run time, as they are installed here by the lock
// file. Plain Node.
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SERVER = path.join(root, 'packages', 'server');
/** Where the packages stand, each in a folder with links to those it needs. */
const STORE = path.join('node_modules', '.packages');

const NEVER = /\.(?:map|d\.[cm]?ts|[cm]?tsx?|tsbuildinfo|flow)$/;
/** Of packages of others: what only people read. Licences stay. */
const FOR_READERS = /(?:^|[\\/])(?!licen[cs]e|notice|copying)[^\\/]*\.(?:md|markdown)$/i;
const TESTS = /^(?:tests?|__tests__|examples?|benchmarks?|coverage|\.github)$/;

/** The server and all that it needs, each as `{ folder, name, needs }`: `needs` are folders by the name they are asked for. */
function readPackages() {
  const packages = new Map();
  const add = (folder) => {
    if (packages.has(folder)) return;
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const needs = new Map();
    packages.set(folder, { folder, name: manifest.name, needs });
    const isOptional = (name) => manifest.peerDependenciesMeta?.[name]?.optional === true;
    const wanted = [
      ...Object.keys(manifest.dependencies ?? {}).map((name) => ({ name, mayMiss: false })),
      ...Object.keys(manifest.optionalDependencies ?? {}).map((name) => ({ name, mayMiss: true })),
      ...Object.keys(manifest.peerDependencies ?? {}).flatMap((name) =>
        isOptional(name) ? [] : [{ name, mayMiss: true }],
      ),
    ];
    for (const { name, mayMiss } of wanted) {
      const found = findPackage(folder, name);
      if (found === undefined && !mayMiss) throw new Error(`${manifest.name} needs ${name}, which is not installed`);
      if (found === undefined) continue;
      needs.set(name, found);
      add(found);
    }
  };
  add(realpathSync(SERVER));
  // What a package can do without is not brought for it, and given to it where it is there for another.
  for (const { folder, needs } of packages.values()) {
    const { peerDependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    for (const name of Object.keys(peerDependencies)) {
      const found = needs.has(name) ? undefined : findPackage(folder, name);
      if (packages.has(found)) needs.set(name, found);
    }
  }
  return [...packages.values()];
}

/** As Node looks for a package: in `node_modules` of this folder and of those above. */
function findPackage(folder, name) {
  for (let at = folder; ; at = path.dirname(at)) {
    const candidate = path.join(at, 'node_modules', name);
    if (path.basename(at) !== 'node_modules' && existsSync(candidate)) return realpathSync(candidate);
    if (at === path.dirname(at)) return undefined;
  }
}

/** What of a package is used at run time, from its folder. */
function listFiles({ folder }) {
  const isOurs = folder.startsWith(path.join(root, 'packages'));
  const { files } = isOurs ? JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) : {};
  const tops = files ? ['package.json', 'LICENSE', ...files] : readdirSync(folder);
  const found = [];
  const visit = (relative) => {
    const full = path.join(folder, relative);
    if (!existsSync(full)) return;
    if (!statSync(full).isDirectory()) {
      if (!NEVER.test(relative) && (isOurs || !FOR_READERS.test(relative))) found.push(relative);
      return;
    }
    for (const name of readdirSync(full).sort()) visit(path.join(relative, name));
  };
  for (const top of tops) if (top !== 'node_modules' && !TESTS.test(top)) visit(top);
  return found;
}

/**
 * All files of the image, as `{ from, to, bytes }`, and the links between packages, as `{ at, to }`. `to` and `at` are
 * from the folder of the application.
 */
export function readImage() {
  const packages = readPackages();
  const [server] = packages;
  const names = new Map();
  for (const each of packages) {
    const version = JSON.parse(readFileSync(path.join(each.folder, 'package.json'), 'utf8')).version;
    const base = `${each.name.replaceAll('/', '+')}@${version}`;
    // One version may be installed several times, beside other versions of what it needs.
    const count = [...names.values()].filter((name) => name === base || name.startsWith(`${base}_`)).length;
    names.set(each.folder, count === 0 ? base : `${base}_${count + 1}`);
  }
  const placeOf = (each) =>
    each === server ? '' : path.join(STORE, names.get(each.folder), 'node_modules', each.name);
  const files = packages.flatMap((each) =>
    listFiles(each).map((relative) => {
      const from = path.join(each.folder, relative);
      return { from, to: path.join(placeOf(each), relative), bytes: statSync(from).size };
    }),
  );
  const links = packages.flatMap((each) =>
    [...each.needs].map(([name, folder]) => {
      const beside = each === server ? 'node_modules' : path.join(STORE, names.get(each.folder), 'node_modules');
      return { at: path.join(beside, name), to: placeOf(packages.find((other) => other.folder === folder)) };
    }),
  );
  return { packages: packages.map(({ folder, name }) => ({ name, bytes: sum(files, folder) })), files, links };
}

const sum = (files, folder) =>
  files.reduce((total, { from, bytes }) => total + (from.startsWith(`${folder}${path.sep}`) ? bytes : 0), 0);

/**
 * Puts the application into a folder. `asLinks`: files are hard links, for a folder on the same disk that only reads.
 */
export function writeImage(target, { asLinks = false } = {}) {
  const { files, links } = readImage();
  for (const folder of new Set(files.map(({ to }) => path.dirname(path.join(target, to)))))
    mkdirSync(folder, { recursive: true });
  for (const { from, to } of files)
    if (asLinks) linkSync(realpathSync(from), path.join(target, to));
    else cpSync(from, path.join(target, to), { dereference: true });
  for (const { at, to } of links) {
    const link = path.join(target, at);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.relative(path.dirname(link), path.join(target, to)), link, 'junction');
  }
}
