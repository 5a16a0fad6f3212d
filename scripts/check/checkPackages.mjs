// Packs every published package and looks at what a stranger would install.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { createSlots } from '../build/build.mjs';
import { createProcesses } from '../machine/processes.mjs';
import { needsShell, pnpmCommand } from '../machine/programs.mjs';
import { listFiles, readMembers, root, withTools } from '../machine/workspace.mjs';

const processes = createProcesses();

/** What is wrong with a packed package, as sentences. */
async function inspect(folder, manifest, workFolder) {
  const [pnpm, ...before] = pnpmCommand();
  const packed = await processes.run(pnpm, [...before, 'pack', '--pack-destination', workFolder], {
    cwd: path.join(root, folder),
    shell: needsShell,
  });
  const tarball = readdirSync(workFolder).find((name) => name.endsWith('.tgz'));
  if (packed.code !== 0 || !tarball) return [`pnpm pack failed:\n${packed.output}`];
  const unpacked = await processes.run('tar', ['-xzf', tarball], { cwd: workFolder });
  if (unpacked.code !== 0) return [`tar failed:\n${unpacked.output}`];
  const inside = path.join(workFolder, 'package');
  return [
    ...ownRules(inside),
    ...(await publintSays(inside)),
    ...(await typesSay(path.join(workFolder, tarball), manifest)),
  ];
}

function ownRules(inside) {
  const text = readFileSync(path.join(inside, 'package.json'), 'utf8');
  const files = listFiles(inside);
  const leaks = ['@sotto/source', 'workspace:', 'catalog:']
    .filter((word) => text.includes(word))
    .map((word) => `package.json still says ${word}`);
  const strays = files
    .filter((file) => /^src\/|\.test\.|(^|\/)testing\/|\.tsbuildinfo$|build-stamp/.test(file))
    .map((file) => `${file} should not be published`);
  const gaps = ['LICENSE', 'README.md', 'dist/']
    .filter((wanted) => !files.some((file) => file.startsWith(wanted)))
    .map((wanted) => `${wanted} is missing`);
  const nodeTypes = files
    .filter(
      (file) => /\.d\.[cm]?ts$/.test(file) && /from ['"]node:/.test(readFileSync(path.join(inside, file), 'utf8')),
    )
    .map((file) => `${file} imports a type of Node, which a project without @types/node does not have`);
  return [...leaks, ...strays, ...gaps, ...nodeTypes, ...privateImports(inside, files), ...undeclared(inside, files)];
}

/** An import as bundlers write it; files that are copied, such as templates, have other quotes. */
const BUILT_IMPORT = /^(?:import|export)\b[^'"\n]*?"([^"\n]+)";$/gm;

/** Imports of packages that are not installed with this one. */
function undeclared(inside, files) {
  const { name, dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(inside, 'package.json'), 'utf8'));
  const known = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies }), ...builtinModules]);
  const found = files
    .filter((file) => /^dist\/.*\.[cm]?js$/.test(file))
    .flatMap((file) => [...readFileSync(path.join(inside, file), 'utf8').matchAll(BUILT_IMPORT)])
    .map(([, address]) => /^(?:@[^/]+\/)?[^/]+/.exec(address)?.[0] ?? '')
    .filter((imported) => !/^(?:\.|node:|data:|https?:|$)/.test(imported) && !known.has(imported));
  return [...new Set(found)].map((imported) => `it imports ${imported}, which it does not name among its dependencies`);
}

/** Imports of our own packages that nobody can install, in scripts or types. */
function privateImports(inside, files) {
  const names = readMembers()
    .filter(({ manifest }) => manifest.private && manifest.name)
    .map(({ manifest }) => manifest.name);
  return files
    .filter((file) => /\.(?:[cm]?js|d\.[cm]?ts)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(inside, file), 'utf8');
      return names
        .filter((name) => new RegExp(`(?:from|import|require)\\s*\\(?\\s*['"]${name}['"/]`).test(text))
        .map((name) => `${file} imports ${name}, which is not published`);
    });
}

async function publintSays(inside) {
  const { messages, pkg } = await publint({ pkgDir: inside, pack: false, strict: true });
  return messages
    .filter(({ type }) => type !== 'suggestion')
    .map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

/**
 * Types that resolve for everyone who uses ES modules, and for `require` where a package is made for it; style sheets
 * and packages without entries have none.
 */
async function typesSay(tarball, manifest) {
  if (!manifest.exports) return [];
  const styles = Object.keys(manifest.exports).filter((entry) => entry.endsWith('.css') || entry.endsWith('.json'));
  const exclude = styles.length > 0 ? ['--exclude-entrypoints', ...styles] : [];
  const profile = Object.values(manifest.exports).some((target) => target.require) ? 'node16' : 'esm-only';
  const { code, output } = await processes.run(
    'attw',
    [tarball, '--profile', profile, '--no-emoji', '--no-color', ...exclude],
    { cwd: root, env: withTools(), shell: needsShell },
  );
  return code === 0 ? [] : [`types do not resolve:\n${output}`];
}

const published = readMembers().filter(({ folder, manifest }) => folder.startsWith('packages/') && !manifest.private);
const slots = createSlots(2);
let complaints = published.length === 0 ? 1 : 0;
await Promise.all(published.map((member) => slots.take(() => check(member))));
process.exit(complaints > 0 ? 1 : 0);

async function check({ folder, manifest }) {
  const workFolder = mkdtempSync(path.join(tmpdir(), 'sotto-pack-'));
  const found = existsSync(path.join(root, folder, 'dist'))
    ? await inspect(folder, manifest, workFolder)
    : ['it is not built'];
  rmSync(workFolder, { recursive: true, force: true });
  console.log(
    found.length === 0
      ? `${manifest.name}: fit to publish`
      : `${manifest.name}:\n${found.map((line) => `  - ${line}`).join('\n')}`,
  );
  complaints += found.length;
}
