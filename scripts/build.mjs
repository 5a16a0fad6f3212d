// Builds the packages whose sources changed, each after the ones it depends on. Plain Node.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { listFiles, memory, readMembers, root, withTools } from './workspace.mjs';

/** What a package's build reads outside its own folder and its dependencies. */
const EXTRA_INPUTS = { '@sotto/server': ['docs'], '@sotto/hub-site': ['docs'] };
const SHARED_INPUTS = ['tsconfig.base.json', 'pnpm-lock.yaml'];

const isNoInput = (name) => ['node_modules', 'dist', '.vite', '.turbo', 'next-env.d.ts'].includes(name) || /\.test(-d)?\.tsx?$|^(README|CHANGELOG|api)\.md$/.test(name);

/**
 * Builds everything that is out of date.
 *
 * A package is up to date when the contents of its inputs are those of its last build and nobody
 * touched what that build wrote. A failure prints the tool's whole output; packages that do not
 * depend on the failed one are still built.
 *
 * @param base - the workspace's folder; `stamps` - where fingerprints are kept; `examples` - also the apps that show the packages, which only the situations need
 * @returns names of the packages that were built, and of those that could not be
 */
export async function build(processes, { base = root, stamps = memory, log = console.log, examples = false } = {}) {
  const packages = plan(base, stamps, examples);
  const stale = packages.filter((item) => item.isStale);
  if (stale.length === 0) return { built: [], failed: [] };
  log(`Building ${stale.map((item) => item.name).join(', ')} …`);

  const slots = createSlots(Math.max(1, availableParallelism()));
  const results = new Map();
  const buildOnce = (item) => {
    if (!results.has(item.name)) results.set(item.name, buildAfterDependencies(item));
    return results.get(item.name);
  };
  async function buildAfterDependencies(item) {
    const ready = await Promise.all(item.dependencies.map((name) => buildOnce(packages.find((other) => other.name === name))));
    if (ready.includes(false)) return false;
    return !item.isStale || slots.take(() => buildPackage(processes, item, base, log));
  }
  const outcomes = await Promise.all(stale.map(buildOnce));
  return { built: stale.filter((_, index) => outcomes[index]).map((item) => item.name), failed: stale.filter((_, index) => !outcomes[index]).map((item) => item.name) };
}

async function buildPackage(processes, item, base, log) {
  const startedAt = Date.now();
  const folder = path.join(base, item.folder);
  const { code, output } = await processes.run(item.command, [], { cwd: folder, shell: true, env: { ...withTools(folder), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (code !== 0) {
    log(`${output}\n${item.name}: build failed with exit code ${code} after ${seconds} s.`);
    return false;
  }
  mkdirSync(path.dirname(item.stamp), { recursive: true });
  writeFileSync(item.stamp, JSON.stringify({ inputs: item.inputs, outputs: outputFingerprint(folder) }));
  log(`  ${item.name} ${seconds} s`);
  return true;
}

/** Every package with a build script, and every example when asked, dependencies first, each with its fingerprint and whether it must be built. */
export function plan(base, stamps, examples = false) {
  const members = readMembers(base).filter(({ folder, manifest }) => (examples || !folder.startsWith('examples/')) && manifest.scripts?.build && manifest.name !== undefined);
  const byName = new Map(members.map((member) => [member.manifest.name, member]));
  const planned = new Map();
  const visit = (name, path_) => {
    if (planned.has(name)) return planned.get(name);
    if (path_.includes(name)) throw new Error(`Packages depend on each other in a circle: ${[...path_, name].join(' → ')}`);
    const { folder, manifest } = byName.get(name);
    const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies };
    const dependencies = Object.keys(wanted).filter((other) => byName.has(other)).map((other) => visit(other, [...path_, name]));
    planned.set(name, describe(base, stamps, folder, manifest, dependencies));
    return planned.get(name);
  };
  for (const name of byName.keys()) visit(name, []);
  return [...planned.values()];
}

function describe(base, stamps, folder, manifest, dependencies) {
  const inputs = inputFingerprint(base, folder, manifest.name, dependencies);
  const stamp = path.join(stamps, 'built', `${path.basename(folder)}.json`);
  const last = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : undefined;
  const isStale = last?.inputs !== inputs || last.outputs !== outputFingerprint(path.join(base, folder));
  return { name: manifest.name, folder, command: manifest.scripts.build, dependencies: dependencies.map((item) => item.name), inputs, stamp, isStale };
}

function inputFingerprint(base, folder, name, dependencies) {
  const hash = createHash('sha256');
  for (const input of [folder, ...SHARED_INPUTS, ...(EXTRA_INPUTS[name] ?? [])]) {
    const keepsText = input !== folder;
    for (const file of listFiles(path.join(base, input), keepsText ? undefined : isNoInput)) {
      hash.update(`\0${input}/${file}\0`).update(readFileSync(path.join(base, input, file)));
    }
  }
  for (const dependency of dependencies) hash.update(dependency.inputs);
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
