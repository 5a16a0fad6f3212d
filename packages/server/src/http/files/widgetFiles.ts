import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseJson } from '@sotto/widget-core/api';
import * as v from 'valibot';
import type { Content, FileContents } from './fileAnswer';

/** Folders of the built loader and frame. */
export interface WidgetFileFolders {
  /** Contains `v2.js` and `v2/{hash}/element.mjs`. @default `dist` of @sotto/loader */
  loader?: string | undefined;
  /** Contains `index.html` and `assets/`. @default `dist` of @sotto/frame */
  frame?: string | undefined;
}

/** Files for browsers: the loader's script and chunks, and the frame's page. */
export interface WidgetFiles {
  /** `v2.js`. */
  loader(): Promise<Content | undefined>;
  /**
   * A file with immutable content: `v2.{minor}.{patch}.js`, `v2/{hash}/{name}` or `assets/{name}`, where the name
   * contains a hash.
   */
  fixed(path: string): Promise<Content | undefined>;
  /** Folder of the current loader's chunks. */
  presentHash(): Promise<string | undefined>;
  /** The built page of the frame, or undefined before a build. */
  framePage(): Promise<string | undefined>;
  /** Absolute path of the program that renders first screens; undefined before a build. */
  readonly firstScreenProgram: string | undefined;
  /** Script for `config.mjs` that makes the launcher follow the page's colour scheme. */
  launcherScheme(): Promise<Content | undefined>;
  /** The page that draws diagrams, in a frame without an origin. */
  diagramPage(): Promise<Content | undefined>;
  /** File name → SHA-384 for the `integrity` attribute. */
  integrity(): Promise<Record<string, string>>;
}

/** Files of one release on disk. */
export interface BuiltFiles extends WidgetFiles {
  /** All paths served by `fixed`, with their files. Without source maps, which no page requests. */
  listFixed(): Promise<{ path: string; file: string }[]>;
}

const SAFE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/** Finds the packages by module resolution, unless `folders` are given. */
export function createWidgetFiles(contents: FileContents, folders: WidgetFileFolders = {}): BuiltFiles {
  const loaderDist = folders.loader ?? packageFolder('@sotto/loader', 'dist');
  const frameDist = folders.frame ?? packageFolder('@sotto/frame', 'dist');
  const read = async (folder: string | undefined, ...names: string[]): Promise<Content | undefined> => {
    if (folder === undefined || !names.every((name) => SAFE_NAME.test(name))) return undefined;
    return contents.read(join(folder, ...names));
  };
  const program = frameDist === undefined ? undefined : join(frameDist, 'server', 'drawFirstScreen.js');
  const exactName = async (): Promise<string> => {
    const text =
      loaderDist === undefined ? '' : await readFile(join(loaderDist, '..', 'package.json'), 'utf8').catch(() => '');
    const parsed = v.safeParse(v.object({ version: v.string() }), parseJson(text));
    const [, minor = '0', patch = '0'] = /^\d+\.(\d+)\.(\d+)/.exec(parsed.success ? parsed.output.version : '') ?? [];
    return `v2.${minor}.${patch}.js`;
  };
  const list = async (folder: string | undefined): Promise<string[]> =>
    folder !== undefined && existsSync(folder) ? await readdir(folder) : [];
  /** Chunks of the loader, including those of earlier builds. */
  const listChunks = async (): Promise<{ path: string; file: string }[]> => {
    const folder = join(loaderDist ?? '', 'v2');
    const hashes = loaderDist === undefined ? [] : await list(folder);
    const names = await Promise.all(
      hashes.map(async (hash) =>
        (await readdir(join(folder, hash)).catch(() => [])).map((name) => [hash, name] as const),
      ),
    );
    return names
      .flat()
      .flatMap(([hash, name]) =>
        name.endsWith('.mjs') ? [{ path: `v2/${hash}/${name}`, file: join(folder, hash, name) }] : [],
      );
  };

  return {
    loader: () => read(loaderDist, 'v2.js'),
    async fixed(path) {
      const [folder = '', ...names] = path.split('/');
      if (folder === 'v2') return read(loaderDist, folder, ...names);
      if (folder === 'assets') return read(frameDist, folder, ...names);
      return path === (await exactName()) ? read(loaderDist, 'v2.js') : undefined;
    },
    async listFixed() {
      const loader =
        loaderDist === undefined || !existsSync(join(loaderDist, 'v2.js'))
          ? []
          : [{ path: await exactName(), file: join(loaderDist, 'v2.js') }];
      const folder = join(frameDist ?? '', 'assets');
      const assets = (frameDist === undefined ? [] : await list(folder)).filter(
        (name) => SAFE_NAME.test(name) && !/\.(?:map|br)$/.test(name),
      );
      return [
        ...loader,
        ...(await listChunks()),
        ...assets.map((name) => ({ path: `assets/${name}`, file: join(folder, name) })),
      ];
    },
    async presentHash() {
      const address = /v2\/([\w-]+)\/element\.mjs/.exec((await read(loaderDist, 'v2.js'))?.body.toString('utf8') ?? '');
      return address?.[1];
    },
    framePage: async () => (await read(frameDist, 'index.html'))?.body.toString('utf8'),
    firstScreenProgram: program !== undefined && existsSync(program) ? program : undefined,
    launcherScheme: () => read(loaderDist, 'launcherScheme.js'),
    diagramPage: () => read(frameDist, 'diagram.html'),
    async integrity() {
      const hashes: Record<string, string> = {};
      const loader = await read(loaderDist, 'v2.js');
      if (loader) hashes[await exactName()] = integrityOf(loader);
      for (const { path, file } of await listChunks()) {
        const chunk = await contents.read(file);
        if (chunk) hashes[path] = integrityOf(chunk);
      }
      return hashes;
    },
  };
}

/**
 * Folder of an installed package, even if it does not export its `package.json`; undefined if it is not installed.
 */
export function packageFolder(name: string, folder: string): string | undefined {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name, 'package.json')).find((path) => existsSync(path));
  return found === undefined ? undefined : join(dirname(found), folder);
}

function integrityOf(content: Content): string {
  return `sha384-${createHash('sha384').update(content.body).digest('base64')}`;
}
