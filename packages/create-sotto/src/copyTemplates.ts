import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TEMPLATES } from './templates';

/** Output of building or running an example. */
const BUILT = ['node_modules', 'dist', '.next', 'next-env.d.ts', '.sotto-data'];

/** Copies the example of each template, without files that only the repository needs. */
export function copyTemplates(examples: string, into: string): void {
  rmSync(into, { recursive: true, force: true });
  for (const { name, example, without = [] } of TEMPLATES) {
    const files = listFiles(join(examples, example)).filter((file) => ![...without, 'README.md'].includes(file));
    for (const file of files) {
      const target = join(into, name, file);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, withoutRepository(readFileSync(join(examples, example, file), 'utf8')));
    }
  }
}

/** The files below a folder, as paths with `/`. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !BUILT.includes(name))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(join(folder, entry.name)).map((file) => `${entry.name}/${file}`) : [entry.name],
    )
    .sort();
}

/**
 * Removes from a file the comments that mark excerpts in the guides, and lines below a comment `Only in the
 * repository`.
 */
function withoutRepository(text: string): string {
  return text
    .replaceAll(/^ *(?:\/\/|<!--) (?:docs: [\w-]+|\/docs)(?: -->)?\n/gm, '')
    .replaceAll(/^ *\/\/ Only in the repository.*\n.*\n/gm, '');
}
