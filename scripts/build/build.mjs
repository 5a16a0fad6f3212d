// Builds the packages whose sources changed, each after the ones it depends on. Plain Node.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { listFiles, memory, readMembers, root, withTools } from '../machine/workspace.mjs';

/** What a package or a step reads outside the package's own folder and its dependencies. */
const EXTRA_INPUTS = {
  declarations: ['scripts/build/declarations.mjs'],
  '@sotto/hub-site': ['docs'],
  'create-sotto': ['examples'],
  '@sotto/widget-core': ['scripts/build/libraryBuild.mjs'],
  '@sotto/widget-react': ['scripts/build/libraryBuild.mjs'],
};
/** The steps of a package, which are scripts of its package.json, and what is printed when one begins. */
const STEPS = { build: 'Building', declarations: 'Writing the types of', assemble: 'Assembling' };
/**
 * What a package takes over as files after its build, by its script `assemble`: packages, whose code is then none of
 * its own, and folders.
 *
 * @type {Record<string, { packages?: string[], folders?: string[] }>}
 */
const ASSEMBLED = {
  '@sotto/server': { packages: ['@sotto/frame', '@sotto/hub-site', '@sotto/loader'], folders: ['docs'] },
};
const SHARED_INPUTS = ['tsconfig.base.json', 'pnpm-lock.yaml'];

const isWritten = (name) =>
  ['node_modules', 'dist', '.vite', '.turbo', '.next', '.sotto-data', 'next-env.d.ts'].includes(name);
const isNoInput = (name) => isWritten(name) || /\.test(-d)?\.tsx?$|^(README|CHANGELOG|api)\.md$/.test(name);

/**
 * Builds everything that is out of date.
 *
 * A step of a package is up to date when the package's own files and what its dependencies are built to are those of
 * the last time, and nobody touched what it wrote. What does not change the result of a step, such as a comment, stops
 * there. A failure prints the tool's whole output; packages that do not depend on the failed one are still built.
 *
 * @param base - the workspace's folder; `stamps` - where fingerprints are kept; `only` - the package to build, with those
 *   that it needs; `declarations` - also the types, which nothing needs to run; `examples` - also the apps that show the
 *   packages, which only some specs need
 * @returns names of the packages that were built, whose types were written, that were assembled anew, and of those that
 *   could not be
 */
export async function build(
  processes,
  {
    base = root,
    stamps = memory,
    log = console.log,
    only,
    declarations = true,
    examples = false,
    assembled = ASSEMBLED,
  } = {},
) {
  const packages = plan(base, { only, examples, assembled });
  const context = { processes, packages, base, stamps, log, slots: createSlots(Math.max(1, availableParallelism())) };
  const taken = new Map();
  const takeOnce = (name, step) => {
    const key = `${step} ${name}`;
    if (!taken.has(key)) taken.set(key, takeAfter(packages.get(name), step, context, takeOnce));
    return taken.get(key);
  };
  const wanted = Object.keys(STEPS).filter((step) => declarations || step !== 'declarations');
  const outcomes = await Promise.all(
    [...packages.values()].flatMap(({ name, manifest }) =>
      wanted
        .filter((step) => manifest.scripts[step])
        .map(async (step) => ({ name, step, ...(await takeOnce(name, step)) })),
    ),
  );
  const named = (isChosen) => [...new Set(outcomes.filter(isChosen).map(({ name }) => name))];
  return {
    built: named(({ step, isNew }) => isNew && step === 'build'),
    declared: named(({ step, isNew }) => isNew && step === 'declarations'),
    assembled: named(({ step, isNew }) => isNew && step === 'assemble'),
    failed: named(({ result }) => result === undefined),
  };
}

/**
 * Takes one step of a package after those that it needs.
 *
 * @returns whether there was anything to do, and the fingerprint of what it wrote and of what it was given, for a bundler
 *   may read the sources of all of them; without one after a failure
 */
async function takeAfter(item, step, context, takeOnce) {
  const scriptsOf = (name) => context.packages.get(name).manifest.scripts;
  const codeOf = (name) => takeOnce(name, scriptsOf(name).assemble ? 'assemble' : 'build');
  const typesOf = (names) =>
    names.filter((name) => scriptsOf(name).declarations).map((name) => takeOnce(name, 'declarations'));
  const needs = {
    // The apps are checked while they are built.
    build: () => [
      ...item.dependencies.map(codeOf),
      ...(item.folder.startsWith('examples/') ? typesOf(item.dependencies) : []),
    ],
    declarations: async () => {
      // Both write into the same folder.
      await codeOf(item.name);
      return [takeOnce(item.name, 'build'), ...typesOf(item.dependencies)];
    },
    assemble: () => [takeOnce(item.name, 'build'), ...item.assembled.packages.map(codeOf)],
  };
  const given = (await Promise.all(await needs[step]())).map(({ result }) => result);
  if (given.includes(undefined)) return { isNew: false };
  const inputs =
    step === 'assemble'
      ? item.assembled.folders
      : [
          item.folder,
          ...item.sources,
          ...SHARED_INPUTS,
          ...(EXTRA_INPUTS[item.name] ?? []),
          ...(EXTRA_INPUTS[step] ?? []),
        ];
  const { isNew, result } = await takeStep({ item, step, inputs, given }, context);
  const all = createHash('sha256').update([result, ...given].join());
  return { isNew, result: result && all.digest('hex') };
}

/**
 * Does one step of a package, unless nothing has changed since the last time. @returns the fingerprint of what it
 * wrote; undefined when it failed
 */
async function takeStep({ item, step, inputs: files, given }, { processes, base, stamps, log, slots }) {
  const folder = path.join(base, item.folder);
  const { scripts } = item.manifest;
  /** Declarations are what their own step wrote, where there is one. */
  const isOwn = (file) => !scripts.declarations || DECLARATION.test(file) === (step === 'declarations');
  const stampOf = (name) =>
    path.join(stamps, 'built', `${path.basename(item.folder)}${name === 'build' ? '' : `.${name}`}.json`);
  const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
  const inputs = inputFingerprint(base, item.folder, files, given);
  const stamp = stampOf(step);
  const last = read(stamp);
  // What a build wrote is touched by what is assembled after it, and is looked at there.
  const written = read(step === 'build' && scripts.assemble ? stampOf('assemble') : stamp)?.outputs;
  if (last?.inputs === inputs && written === outputFingerprint(folder, isOwn))
    return { isNew: false, result: last.result };
  return slots.take(async () => {
    log(`${STEPS[step]} ${item.name} …`);
    const startedAt = Date.now();
    const { code, output } = await processes.run(scripts[step], [], {
      cwd: folder,
      shell: true,
      env: { ...withTools(folder), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    if (code !== 0) {
      log(`${output}\n${item.name}: ${step} failed with exit code ${code} after ${seconds} s.`);
      return { isNew: false, result: undefined };
    }
    mkdirSync(path.dirname(stamp), { recursive: true });
    const result = resultFingerprint(folder, isOwn);
    writeFileSync(stamp, JSON.stringify({ inputs, outputs: outputFingerprint(folder, isOwn), result }));
    log(`  ${item.name}${step === 'build' ? '' : `: ${step}`} ${seconds} s`);
    return { isNew: true, result };
  });
}

/**
 * Every package with a build script, and every example when asked: its dependencies, those that are no more than
 * sources, and what it takes over as files.
 */
function plan(base, { only, examples, assembled }) {
  const members = readMembers(base).filter(
    ({ folder, manifest }) => (examples || !folder.startsWith('examples/')) && manifest.name !== undefined,
  );
  const byName = new Map(
    members.filter(({ manifest }) => manifest.scripts?.build).map((member) => [member.manifest.name, member]),
  );
  const unbuilt = new Map(
    members.filter(({ manifest }) => !manifest.scripts?.build).map((member) => [member.manifest.name, member.folder]),
  );
  const planned = new Map();
  const visit = (name, path_) => {
    if (path_.includes(name))
      throw new Error(`Packages depend on each other in a circle: ${[...path_, name].join(' → ')}`);
    if (planned.has(name)) return;
    const { folder, manifest } = byName.get(name);
    const asFiles = {
      packages: (assembled[name]?.packages ?? []).filter((other) => byName.has(other)),
      folders: assembled[name]?.folders ?? [],
    };
    const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies });
    const wanted = named.filter((other) => byName.has(other));
    const sources = named.flatMap((other) => unbuilt.get(other) ?? []);
    for (const other of [...wanted, ...asFiles.packages]) visit(other, [...path_, name]);
    planned.set(name, {
      name,
      folder,
      manifest,
      sources,
      dependencies: wanted.filter((other) => !asFiles.packages.includes(other)),
      assembled: asFiles,
    });
  };
  for (const name of only ? [only] : byName.keys()) visit(name, []);
  return planned;
}

function inputFingerprint(base, folder, inputs, given) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const keepsText = !input.startsWith('packages/') && input !== folder;
    for (const file of listFiles(path.join(base, input), keepsText ? isWritten : isNoInput)) {
      hash.update(`\0${input}/${file}\0`).update(readFileSync(path.join(base, input, file)));
    }
  }
  for (const result of given) hash.update(`\0${result}`);
  return hash.digest('hex');
}

const DECLARATION = /\.d\.[cm]?ts$/;
/** What a step wrote into `dist`; drafts of declarations are there only while these are written. */
const listBuilt = (dist, isOwn) => listFiles(dist, (name) => name === '.declarations').filter(isOwn);

/** Names, sizes and times of what a build wrote: somebody who builds by hand or deletes files is noticed. */
function outputFingerprint(folder, isOwn) {
  const dist = path.join(folder, 'dist');
  const hash = createHash('sha256');
  for (const file of listBuilt(dist, isOwn)) {
    const { size, mtimeMs } = statSync(path.join(dist, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return existsSync(dist) ? hash.digest('hex') : 'missing';
}

/** Strings and template literals of a declaration file, which may hold what looks like a comment; or a comment. */
const STRING_OR_COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[^]*?\*\/|\/\/[^\n]*/g;

/**
 * What a bundler puts into the name of a file, and of what imports it: a hash in which source maps and comments count.
 */
const NAME_HASH = /-[\w-]{8}(?=\.(?:[cm]?js|d\.[cm]?ts)\b)/g;

/**
 * What depends on a package sees of it: the contents of what it is built to, without source maps, the comments of
 * declarations, and hashes in names.
 */
function resultFingerprint(folder, isOwn) {
  const dist = path.join(folder, 'dist');
  const digest = (content) => createHash('sha256').update(content).digest('hex');
  const seen = listBuilt(dist, isOwn)
    .filter((file) => !file.endsWith('.map'))
    .map((file) => {
      const content = readFileSync(path.join(dist, file));
      if (!/\.(?:[cm]?js|d\.[cm]?ts)$/.test(file)) return `${file} ${digest(content)}`;
      const code = content.toString('utf8').replaceAll(NAME_HASH, '');
      const text = DECLARATION.test(file)
        ? code.replaceAll(STRING_OR_COMMENT, (_, string) => string ?? '').replaceAll(/\s+/g, ' ')
        : code;
      return `${file.replaceAll(NAME_HASH, '')} ${digest(text)}`;
    });
  return digest(seen.sort().join('\n'));
}

/** Lets so many jobs run at a time; the others wait in order. */
export function createSlots(count) {
  const waiting = [];
  let free = count;
  return {
    async take(job) {
      if (free === 0) await new Promise((resolve) => waiting.push(resolve));
      else free -= 1;
      try {
        return await job();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
