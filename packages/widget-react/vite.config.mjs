import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vite';
import { libraryBuild } from '../../scripts/build/libraryBuild.mjs';
import { entry } from './entries.mjs';

/** What formulas are drawn with, as it is installed. */
const katex = dirname(createRequire(import.meta.url).resolve('katex/package.json'));

/**
 * KaTeX is built into the package: as a dependency it brings a command line program for a newer Node than ours, and npm
 * warns of it at every install.
 * Its style sheet stays a file that the chunk of formulas imports, so that a bundler loads both together, and finds the
 * fonts.
 */
const formulaStyles = {
  name: 'formula-styles',
  enforce: 'pre',
  resolveId: (id) => (id === 'katex/dist/katex.min.css' ? { id: './katex/katex.min.css', external: true } : undefined),
  writeBundle: copyFormulaStyles,
};

/**
 * The sheet, its fonts and the licence. Every browser that runs this package reads WOFF2, so the other forms are left
 * out.
 */
function copyFormulaStyles() {
  mkdirSync('dist/katex/fonts', { recursive: true });
  const sheet = readFileSync(join(katex, 'dist', 'katex.min.css'), 'utf8');
  writeFileSync(
    'dist/katex/katex.min.css',
    sheet.replaceAll(/,url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, ''),
  );
  for (const name of readdirSync(join(katex, 'dist', 'fonts'))) {
    if (name.endsWith('.woff2')) cpSync(join(katex, 'dist', 'fonts', name), join('dist/katex/fonts', name));
  }
  cpSync(join(katex, 'LICENSE'), 'dist/katex/LICENSE');
}

/** All of it runs in the browser, which server renderers learn from the first line. */
export default defineConfig(
  libraryBuild({
    folder: import.meta.dirname,
    entry,
    plugins: [formulaStyles],
    bundled: /^katex(?:\/|$)/,
    banner: "'use client';",
  }),
);
