import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsShell, pnpmCommand, startError } from '../../scripts/programs.mjs';

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

/** The compilers of this run: the oldest and the newest; with `SOTTO_E2E_ALL=1` every one. */
export const COMPILERS_PLAYED = Object.keys(COMPILERS).filter(
  (_, index, { length }) => process.env['SOTTO_E2E_ALL'] === '1' || index === 0 || index === length - 1,
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
  const packages = withNeeds(readPublished(), wanted);
  const tarballs = await Promise.all(
    packages.map(
      async (one) =>
        [one.name, `file:${await pack(one, join(folder, 'tarballs', one.name.replace('/', '-')))}`] as const,
    ),
  );
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
  };
  write(
    'package.json',
    JSON.stringify({
      name: 'stranger',
      private: true,
      dependencies: {
        ...Object.fromEntries(tarballs),
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
    tarballs: Object.fromEntries(tarballs),
    installLog: installed.output,
    write,
    run: (command, ...args) => execute(folder, command, args),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
async function pack({ folder }: PublishedPackage, into: string): Promise<string> {
  mkdirSync(into, { recursive: true });
  const [program = '', ...before] = pnpmCommand();
  const { code, output } = await execute(folder, program, [...before, 'pack', '--pack-destination', into]);
  const tarball = readdirSync(into).find((name) => name.endsWith('.tgz'));
  if (code !== 0 || tarball === undefined) throw new Error(`pnpm pack failed in ${folder}:\n${output}`);
  return join(into, tarball);
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

function execute(cwd: string, command: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd, shell: needsShell, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      const unstarted =
        error?.code === 'ENOENT' ? `${startError(command, { ...error, code: 'ENOENT' }).message}\n` : '';
      resolve({ code, output: `${unstarted}${stdout}${stderr}` });
    });
  });
}
