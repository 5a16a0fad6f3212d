import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsShell, pnpmCommand, startError } from '../../scripts/machine/programs.mjs';
import { isEverything } from '../everything';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What the type fixtures need besides; it comes from the workspace, so that nothing has to be downloaded for it. */
const TOOLS = ['typescript', '@types/react', 'preact', 'solid-js', 'vue'];

/** The compilers that the declarations must pass besides the workspace's own: the last release of each minor version. */
export const COMPILERS: Readonly<Record<string, string>> = {
  '5.4': '5.4.5',
  '5.5': '5.5.4',
  '5.6': '5.6.3',
  '5.7': '5.7.3',
  '5.8': '5.8.3',
  '5.9': '5.9.3',
  '7.0': '7.0.2',
};

/** The compilers of this run: the oldest and the newest; with `SOTTO_ALL=1` every one. */
export const COMPILERS_PLAYED = Object.keys(COMPILERS).filter(
  (_, index, { length }) => isEverything || index === 0 || index === length - 1,
);

/** A published package as its manifest says. */
export interface PublishedPackage {
  name: string;
  folder: string;
  exports: Readonly<Record<string, unknown>>;
  /** Packages of ours that it needs. */
  needs: readonly string[];
}

/** What a program said. */
export interface Outcome {
  code: number;
  output: string;
}

/** A project of somebody else: outside the workspace, with our packages installed by npm from tarballs. */
export interface Stranger {
  readonly folder: string;
  readonly packages: readonly PublishedPackage[];
  /** Where the tarball of each package is, as npm takes it. */
  readonly tarballs: Readonly<Record<string, string>>;
  /** What npm said while it installed. */
  readonly installLog: string;
  write(name: string, text: string): void;
  run(command: string, ...args: string[]): Promise<Outcome>;
  remove(): void;
}

/**
 * Packs published packages and installs them into a new project. @param wanted - names; those that they need come
 * along. @default every package
 */
export async function createStranger(wanted?: readonly string[]): Promise<Stranger> {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-stranger-'));
  const { packages, tarballs } = await packPackages(wanted);
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
  };
  write(
    'package.json',
    JSON.stringify({
      name: 'stranger',
      private: true,
      dependencies: {
        ...tarballs,
        ...(!wanted && { 'types-react-18': 'npm:@types/react@18.3.8', ...compilerAliases() }),
      },
    }),
  );
  const installed = await execute(folder, 'npm', [
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=warn',
  ]);
  if (installed.code !== 0) throw new Error(`npm install failed:\n${installed.output}`);
  if (!wanted) for (const tool of TOOLS) borrow(tool, join(folder, 'node_modules', tool));
  return {
    folder,
    packages,
    tarballs,
    installLog: installed.output,
    write,
    run: (command, ...args) => execute(folder, command, args),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The tarballs of published packages, by name, as npm takes them. What is packed is kept: specs that ask for the same
 * files get the same tarball. @param wanted - names; those that they need come along. @default every package
 */
export async function packPackages(wanted?: readonly string[]): Promise<Pick<Stranger, 'packages' | 'tarballs'>> {
  const packages = withNeeds(readPublished(), wanted);
  const packed = await Promise.all(packages.map(async (one) => [one.name, `file:${await pack(one)}`] as const));
  return { packages, tarballs: Object.fromEntries(packed) };
}

/**
 * Makes the package.json of an app ask for our packed packages: they are not on npm yet, and stand for the versions
 * that are asked for. @returns the packages of ours that it asks for
 */
export function useTarballs(folder: string, tarballs: Stranger['tarballs']): string[] {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> };
  const own = Object.keys(manifest.dependencies).filter((dependency) => dependency in tarballs);
  for (const dependency of own) manifest.dependencies[dependency] = tarballs[dependency] ?? '';
  const overrides = Object.fromEntries(Object.entries(tarballs).filter(([dependency]) => !own.includes(dependency)));
  writeFileSync(file, JSON.stringify({ ...manifest, overrides }));
  return own;
}

/** Each compiler under a name of its own, such as `typescript-5.4`. */
function compilerAliases(): Record<string, string> {
  return Object.fromEntries(
    COMPILERS_PLAYED.map((minor) => [`typescript-${minor}`, `npm:typescript@${COMPILERS[minor] ?? ''}`]),
  );
}

function readPublished(): PublishedPackage[] {
  return readdirSync(join(ROOT, 'packages')).flatMap((name) => {
    const folder = join(ROOT, 'packages', name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string;
      private?: boolean;
      exports?: Record<string, unknown>;
      dependencies?: Record<string, string>;
    };
    return manifest.private
      ? []
      : [
          {
            name: manifest.name,
            folder,
            exports: manifest.exports ?? {},
            needs: Object.keys(manifest.dependencies ?? {}),
          },
        ];
  });
}

/** Packages by name together with those that they need; all without names. */
function withNeeds(all: readonly PublishedPackage[], wanted?: readonly string[]): readonly PublishedPackage[] {
  if (!wanted) return all;
  const names = new Set(wanted);
  // A name that is added while the set is walked is walked as well.
  for (const name of names) for (const need of all.find((one) => one.name === name)?.needs ?? []) names.add(need);
  return all.filter(({ name }) => names.has(name));
}

/** pnpm packs what is published: it writes versions for `workspace:` and leaves the condition of our sources out. */
async function pack({ name, folder }: PublishedPackage): Promise<string> {
  const place = join(ROOT, 'node_modules', '.sotto', 'packed');
  const kept = join(place, `${name.replace('/', '-')}-${fingerprint(folder)}.tgz`);
  if (existsSync(kept)) return kept;
  mkdirSync(place, { recursive: true });
  const into = mkdtempSync(join(place, 'new-'));
  const [program = '', ...before] = pnpmCommand();
  const { code, output } = await execute(folder, program, [...before, 'pack', '--pack-destination', into]);
  const tarball = readdirSync(into).find((file) => file.endsWith('.tgz'));
  if (code !== 0 || tarball === undefined) throw new Error(`pnpm pack failed in ${folder}:\n${output}`);
  // Complete or not there: another spec may look for it now.
  renameSync(join(into, tarball), kept);
  rmSync(into, { recursive: true });
  return kept;
}

/** What a tarball is made of: the package's own files, and the manifests that say the versions of its neighbours. */
function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const { folder: other } of readPublished()) hash.update(readFileSync(join(other, 'package.json')));
  const own = readdirSync(folder).filter((name) => !['node_modules', 'src'].includes(name));
  const inside = own.flatMap((name) =>
    statSync(join(folder, name)).isDirectory()
      ? readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map((file) => join(name, file))
      : [name],
  );
  for (const file of inside.sort()) {
    const { size, mtimeMs } = statSync(join(folder, file));
    hash.update(`${file} ${String(size)} ${String(mtimeMs)}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

function borrow(tool: string, place: string): void {
  const require = createRequire(join(ROOT, 'packages', 'loader', 'package.json'));
  const found = (require.resolve.paths(tool) ?? []).map((path) => join(path, tool)).find((path) => isThere(path));
  if (found === undefined) throw new Error(`${tool} is not installed in the workspace`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(realpathSync(found), place, 'junction');
}

function isThere(path: string): boolean {
  try {
    return realpathSync(path) !== '';
  } catch {
    return false;
  }
}

/** Runs a program in a folder. @returns its exit code and all that it printed */
export function execute(cwd: string, command: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd, shell: needsShell, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      const unstarted =
        error?.code === 'ENOENT' ? `${startError(command, { ...error, code: 'ENOENT' }).message}\n` : '';
      resolve({ code, output: `${unstarted}${stdout}${stderr}` });
    });
  });
}
