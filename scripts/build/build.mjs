// Builds the packages whose sources changed, each after the ones it depends on. Plain Node.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { listFiles, memory, readMembers, root, withTools } from '../machine/workspace.mjs';

/** What a package's build reads outside its own folder and its dependencies. */
const EXTRA_INPUTS = {
  '@sotto/hub-site': ['docs'],
  'create-sotto': ['examples'],
  '@sotto/widget-core': ['scripts/build/libraryBuild.mjs'],
  '@sotto/widget-react': ['scripts/build/libraryBuild.mjs'],
};
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
 * A package is up to date when its own files and what its dependencies are built to are those of its last build, and
 * nobody touched what that build wrote. What does not change the result of a build, such as a comment, stops there. A
 * failure prints the tool's whole output; packages that do not depend on the failed one are still built.
 *
 * @param base - the workspace's folder; `stamps` - where fingerprints are kept; `examples` - also the apps that show
 *   the packages, which only the specs need
 * @returns names of the packages that were built, or only assembled anew, and of those that could not be
 */
export async function build(
  processes,
  { base = root, stamps = memory, log = console.log, examples = false, assembled = ASSEMBLED } = {},
) {
  const packages = plan(base, examples, assembled);
  const slots = createSlots(Math.max(1, availableParallelism()));
  const results = new Map();
  const context = { processes, base, stamps, log, slots };
  const buildOnce = (name) => {
    if (!results.has(name)) results.set(name, buildAfter(packages.get(name), context, buildOnce));
    return results.get(name);
  };
  const outcomes = await Promise.all([...packages.keys()].map(async (name) => ({ name, ...(await buildOnce(name)) })));
  const named = (isChosen) => outcomes.filter(isChosen).map(({ name }) => name);
  return {
    built: named(({ steps }) => steps.includes('build')),
    assembled: named(({ steps }) => steps.includes('assemble')),
    failed: named(({ result }) => result === undefined),
  };
}

/**
 * Builds one package after its dependencies, then assembles it.
 *
 * @returns the steps that were taken, and what it and its dependencies are built to, for a bundler may read the sources
 *   of all of them: undefined after a failure
 */
async function buildAfter(item, context, buildOnce) {
  const resultsOf = async (names) => (await Promise.all(names.map(buildOnce))).map(({ result }) => result);
  const steps = [];
  const take = async (step, command, inputs, given) => {
    if (given.includes(undefined)) return undefined;
    const taken = await takeStep({ item, step, command, inputs, given }, context);
    if (taken.isNew) steps.push(step);
    return (
      taken.result &&
      createHash('sha256')
        .update([taken.result, ...given].join())
        .digest('hex')
    );
  };
  const code = await take(
    'build',
    item.manifest.scripts.build,
    [item.folder, ...item.sources, ...SHARED_INPUTS, ...(EXTRA_INPUTS[item.name] ?? [])],
    await resultsOf(item.dependencies),
  );
  if (!item.manifest.scripts.assemble) return { steps, result: code };
  return {
    steps,
    result: await take('assemble', item.manifest.scripts.assemble, item.assembled.folders ?? [], [
      code,
      ...(await resultsOf(item.assembled.packages ?? [])),
    ]),
  };
}

/**
 * Does one step of a package, unless nothing has changed since the last time. @returns the fingerprint of what it
 * wrote; undefined when it failed
 */
async function takeStep({ item, step, command, inputs: files, given }, { processes, base, stamps, log, slots }) {
  const folder = path.join(base, item.folder);
  const inputs = inputFingerprint(base, item.folder, files, given);
  const stamp = path.join(stamps, 'built', `${path.basename(item.folder)}${step === 'build' ? '' : `.${step}`}.json`);
  const last = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : undefined;
  // What a build wrote is touched by what is assembled after it, and is looked at there.
  const touched =
    step === 'build' && item.manifest.scripts.assemble
      ? path.join(stamps, 'built', `${path.basename(item.folder)}.assemble.json`)
      : stamp;
  const written = existsSync(touched) ? JSON.parse(readFileSync(touched, 'utf8')).outputs : undefined;
  if (last?.inputs === inputs && written === outputFingerprint(folder)) return { isNew: false, result: last.result };
  return slots.take(async () => {
    log(`${step === 'build' ? 'Building' : 'Assembling'} ${item.name} …`);
    const startedAt = Date.now();
    const { code, output } = await processes.run(command, [], {
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
    const result = resultFingerprint(folder);
    writeFileSync(stamp, JSON.stringify({ inputs, outputs: outputFingerprint(folder), result }));
    log(`  ${item.name} ${seconds} s`);
    return { isNew: true, result };
  });
}

/**
 * Every package with a build script, and every example when asked: its dependencies, those that are no more than
 * sources, and what it takes over as files.
 */
function plan(base, examples, assembled) {
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
      folders: assembled[name]?.folders,
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
  for (const name of byName.keys()) visit(name, []);
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

/** Names, sizes and times of what a build wrote: somebody who builds by hand or deletes files is noticed. */
function outputFingerprint(folder) {
  const dist = path.join(folder, 'dist');
  const hash = createHash('sha256');
  for (const file of listFiles(dist)) {
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
function resultFingerprint(folder) {
  const dist = path.join(folder, 'dist');
  const digest = (content) => createHash('sha256').update(content).digest('hex');
  const seen = listFiles(dist)
    .filter((file) => !file.endsWith('.map'))
    .map((file) => {
      const content = readFileSync(path.join(dist, file));
      if (!/\.(?:[cm]?js|d\.[cm]?ts)$/.test(file)) return `${file} ${digest(content)}`;
      const code = content.toString('utf8').replaceAll(NAME_HASH, '');
      const text = /\.d\.[cm]?ts$/.test(file)
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
