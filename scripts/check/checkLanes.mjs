// The import lanes (.dependency-cruiser.cjs) over all sources, and the rooms of each package: their imports have no
// cycle. Reading nothing is a failure: with a TypeScript that it does not know, dependency-cruiser skips every .ts file
// and finds nothing wrong.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { findRoomCycles } from './roomCycles.mjs';
import { listFiles, readMembers, root } from '../machine/workspace.mjs';

process.chdir(root);
const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const sources = readMembers().map(({ folder }) => (folder.startsWith('packages/') ? `${folder}/src` : folder));
const folders = [...sources, 'bench'].filter((folder) => existsSync(path.join(root, folder)));

const result = await cruise(
  folders,
  { ...options, validate: true, ruleSet: { forbidden } },
  { ...options.enhancedResolveOptions, bustTheCache: true },
  {
    tsConfig: extractTSConfig(options.tsConfig.fileName),
  },
);
const { violations } = result.output.summary;
for (const { rule, from, to, cycle } of violations) {
  const comment = forbidden.find(({ name }) => name === rule.name)?.comment;
  console.log(
    `${rule.name}: ${from} → ${cycle ? cycle.map((step) => step.name).join(' → ') : to}${comment ? `\n    ${comment}` : ''}`,
  );
}

const packages = sources.filter((folder) => folder.startsWith('packages/'));
const cycles = packages.flatMap((folder) => findRoomCycles(folder, result.output.modules));
for (const { rooms, imports } of cycles) console.log(`room-cycle: ${rooms.join(' → ')}\n    ${imports.join('\n    ')}`);

const read = new Set(result.output.modules.map((module) => module.source));
const isSource = (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts');
const skipped = sources
  .flatMap((folder) =>
    listFiles(path.join(root, folder), (name) => ['node_modules', 'dist', 'output'].includes(name))
      .filter(isSource)
      .map((file) => `${folder}/${file}`),
  )
  .filter((file) => !read.has(file));
if (skipped.length > 0) console.log(`Not read: ${skipped.join(', ')}`);
const links = result.output.modules.reduce((total, module) => total + module.dependencies.length, 0);
console.log(`${read.size} modules and ${links} imports read, ${violations.length + cycles.length} breaches.`);
process.exit(violations.length + cycles.length > 0 || skipped.length > 0 || read.size === 0 || links === 0 ? 1 : 0);
