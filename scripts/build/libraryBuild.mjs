// Builds the scripts of a package for npm. declarations.mjs writes its types.
import path from 'node:path';

/**
 * Vite's configuration for a package with several entries.
 *
 * Modules that the same entries import statically are in one file, and only what is reached by `import()` alone has
 * files of its own. Were each module that a lazily loaded part also imports in a file of its own, as esbuild splits
 * them, an app's bundler would repeat that split: `ChatWidget` was 38 files and 13 % more bytes.
 *
 * @param {object} options
 * @param {string} options.folder - of the package, absolute
 * @param {Record<string, string>} options.entry - sources by the name of the file they are built to
 * @param {string[]} [options.large] - entries that nobody imports for their size: what they share with `index` is in one
 *   file, of which an app's bundler makes fewer than of many
 * @param {import('vite').Plugin[]} [options.plugins]
 * @param {RegExp} [options.bundled] - packages that are built into this one; the others stay imports
 * @param {string} [options.banner] - first line of every file
 * @returns {import('vite').UserConfig}
 */
export function libraryBuild({ folder, entry, large = [], plugins = [], bundled, banner }) {
  const sources = Object.fromEntries(Object.entries(entry).map(([name, file]) => [name, path.join(folder, file)]));
  const isOwn = (id) => id.startsWith('.') || path.isAbsolute(id) || id.startsWith('\0') || bundled?.test(id) === true;
  return {
    plugins,
    build: {
      target: 'es2022',
      lib: { entry: sources, formats: ['es'] },
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        external: (id) => !isOwn(id),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          ...(banner && { banner }),
          codeSplitting: { groups: groupsOf(sources, large) },
        },
      },
    },
  };
}

/**
 * A group for each number of entries, the largest first: a group takes along what its modules import, which as many
 * entries import at least. What an entry that is imported for its size also imports comes before what only large ones
 * share, and that is in one file.
 */
function groupsOf(sources, large) {
  const names = Object.keys(sources);
  const entriesOf = (id, graph) => names.filter((name) => importsOf(sources[name], graph).has(id));
  const isLarge = (entries) => entries.every((name) => large.includes(name));
  const isShared = (entries) => entries.length > 1 && entries.includes('index') && isLarge(entries);
  const group = (priority, nameOf) => ({
    debugName: `priority ${priority}`,
    priority,
    name: (id, graph) => nameOf(entriesOf(id, graph)) ?? null,
  });
  const bySize = (first, isOne) =>
    names.map((_, less) => {
      const count = names.length - less;
      return group(first + count, (entries) =>
        entries.length === count && isOne(entries)
          ? entries.map((name) => name.replace('/index', '')).join('-')
          : undefined,
      );
    });
  return [
    ...bySize(2 * names.length, (entries) => !isLarge(entries)),
    group(2 * names.length, (entries) => (isShared(entries) ? 'shared' : undefined)),
    ...bySize(0, isLarge),
  ];
}

/** By entry, what it imports statically, directly and through others. */
const reached = new Map();

function importsOf(entry, graph) {
  if (reached.has(entry)) return reached.get(entry);
  const found = new Set([entry]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  reached.set(entry, found);
  return found;
}
