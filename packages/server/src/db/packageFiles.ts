import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseJson } from '@sotto/widget-core/api';
import * as v from 'valibot';

/** The folder of SQL migrations: beside the sources in development, beside the bundle after a build. */
export function migrationsFolder(): string {
  return (
    firstThatExists(['./migrations', './db/migrations']) ?? fileURLToPath(new URL('./migrations', import.meta.url))
  );
}

/**
 * The database prepared at build time, or undefined when there was no build: the first start then makes one, which
 * takes longer.
 */
export function seedFile(): string | undefined {
  return firstThatExists(['./seed.tar.gz', '../seed.tar.gz']);
}

/** The documentation that came with the server, or the project's own in development; undefined when there is none. */
export function docsFolder(): string | undefined {
  return firstThatExists(['./docs', '../../../../docs']);
}

/** The site that came with the server, as a module; undefined when it was built without one, as in development. */
export function siteModule(): string | undefined {
  return firstThatExists(['./site/index.js']);
}

/** The program of the command line: beside the bundle after a build. */
export function commandProgram(): string {
  const path = firstThatExists(['./cli.js', '../../dist/cli.js']);
  if (path === undefined) throw new Error('The command line (cli.js) is missing. Install the package again.');
  return path;
}

/** The program of reading threads: beside the bundle after a build; otherwise where `bundleReadingProgram` puts it. */
export function readingProgram(): string {
  const path = firstThatExists(['./readingWorker.js', '../../node_modules/.cache/sotto/readingWorker.mjs']);
  if (path === undefined)
    throw new Error('The program of the reading threads (readingWorker.js) is missing. Install the package again.');
  return path;
}

/**
 * The folder of the CMaps with which codes of Chinese, Japanese and Korean fonts become characters, with a slash at its
 * end: `tsup.config.ts` copies them beside the bundle. Undefined: they are missing.
 */
export function cMapFolder(): string | undefined {
  return firstThatExists(['./cmaps/', '../../node_modules/pdfjs-dist/cmaps/']);
}

/** The groups of German words that mean the same; undefined: the file is missing, and only forms of words are found. */
export function thesaurusFile(): string | undefined {
  return firstThatExists(['./thesaurus/german.txt', '../datasets/thesaurus/german.txt']);
}

/** The version of this package, as its `package.json` has it. */
export function packageVersion(): string {
  const path = firstThatExists(['../package.json', '../../package.json']);
  const parsed = v.safeParse(
    v.object({ version: v.string() }),
    path === undefined ? undefined : parseJson(readFileSync(path, 'utf8')),
  );
  return parsed.success ? parsed.output.version : '0.0.0';
}

function firstThatExists(candidates: readonly string[]): string | undefined {
  return candidates
    .map((candidate) => fileURLToPath(new URL(candidate, import.meta.url)))
    .find((path) => existsSync(path));
}
