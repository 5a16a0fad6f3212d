import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseJson } from '@sotto/widget-core/api';
import * as v from 'valibot';
import type { Content, FileContents } from './fileAnswer';

/** Where the built loader and frame are. */
export interface WidgetFileFolders {
  /** Holds `v2.js` and `v2/{hash}/panel.mjs`. @default `dist` of @sotto/loader */
  loader?: string | undefined;
  /** Holds `index.html` and `assets/`. @default `dist` of @sotto/frame */
  frame?: string | undefined;
}

/** The files that browsers load: the script tag's, its chunk, and the page in the iframe. */
export interface WidgetFiles {
  /** `v2.js`. */
  loader(): Promise<Content | undefined>;
  /** `v2/{hash}/{name}`. */
  chunk(hash: string, name: string): Promise<Content | undefined>;
  /** The folder of the chunks that belong to the present `v2.js`. */
  presentHash(): Promise<string | undefined>;
  /** A file of the frame's `assets/`. */
  asset(name: string): Promise<Content | undefined>;
  /** The frame's page as it was built, or undefined before a build. */
  framePage(): Promise<string | undefined>;
  /** The page that draws diagrams, in a frame without an origin. */
  diagramPage(): Promise<Content | undefined>;
  /** Minor and patch of the loader, as they stand in the exact address `v2.{minor}.{patch}.js`. */
  exactName(): Promise<string>;
  /** File name → SHA-384 for the `integrity` attribute. */
  integrity(): Promise<Record<string, string>>;
}

const SAFE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/** Finds the packages through module resolution; folders given in `folders` come first. */
export function createWidgetFiles(contents: FileContents, folders: WidgetFileFolders = {}): WidgetFiles {
  const loaderDist = folders.loader ?? packageFolder('@sotto/loader', 'dist');
  const frameDist = folders.frame ?? packageFolder('@sotto/frame', 'dist');
  const read = async (folder: string | undefined, ...names: string[]): Promise<Content | undefined> => {
    if (folder === undefined || !names.every((name) => SAFE_NAME.test(name))) return undefined;
    return contents.read(join(folder, ...names));
  };
  const exactName = async (): Promise<string> => {
    const text = loaderDist === undefined ? '' : await readFile(join(loaderDist, '..', 'package.json'), 'utf8').catch(() => '');
    const parsed = v.safeParse(v.object({ version: v.string() }), parseJson(text));
    const [, minor = '0', patch = '0'] = /^\d+\.(\d+)\.(\d+)/.exec(parsed.success ? parsed.output.version : '') ?? [];
    return `v2.${minor}.${patch}.js`;
  };

  return {
    loader: () => read(loaderDist, 'v2.js'),
    chunk: (hash, name) => read(loaderDist, 'v2', hash, name),
    async presentHash() {
      const address = /v2\/([\w-]+)\/element\.mjs/.exec((await read(loaderDist, 'v2.js'))?.body.toString('utf8') ?? '');
      return address?.[1];
    },
    asset: (name) => read(frameDist, 'assets', name),
    framePage: async () => (await read(frameDist, 'index.html'))?.body.toString('utf8'),
    diagramPage: () => read(frameDist, 'diagram.html'),
    exactName,
    async integrity() {
      const hashes: Record<string, string> = {};
      const loader = await read(loaderDist, 'v2.js');
      if (loader) hashes[await exactName()] = integrityOf(loader);
      const folder = loaderDist === undefined ? '' : join(loaderDist, 'v2');
      for (const hash of existsSync(folder) ? await readdir(folder) : []) {
        for (const name of await readdir(join(folder, hash)).catch(() => [])) {
          const chunk = name.endsWith('.mjs') ? await read(loaderDist, 'v2', hash, name) : undefined;
          if (chunk) hashes[`v2/${hash}/${name}`] = integrityOf(chunk);
        }
      }
      return hashes;
    },
  };
}

/** A folder of an installed package, also when the package exports no `package.json`; undefined when it is not installed. */
export function packageFolder(name: string, folder: string): string | undefined {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name, 'package.json')).find((path) => existsSync(path));
  return found === undefined ? undefined : join(dirname(found), folder);
}

function integrityOf(content: Content): string {
  return `sha384-${createHash('sha384').update(content.body).digest('base64')}`;
}
