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
  /** Holds `v2.js` and `v2/{hash}/element.mjs`. @default `dist` of @sotto/loader */
  loader?: string | undefined;
  /** Holds `index.html` and `assets/`. @default `dist` of @sotto/frame */
  frame?: string | undefined;
}

/** The files that browsers load: the script tag's, its chunk, and the page in the iframe. */
export interface WidgetFiles {
  /** `v2.js`. */
  loader(): Promise<Content | undefined>;
  /**
   * A file whose address never changes what it answers: `v2.{minor}.{patch}.js`, `v2/{hash}/{name}` or `assets/{name}`,
   * where the name has the
   * content's hash in it.
   */
  fixed(path: string): Promise<Content | undefined>;
  /** The folder of the chunks that belong to the present `v2.js`. */
  presentHash(): Promise<string | undefined>;
  /** The frame's page as it was built, or undefined before a build. */
  framePage(): Promise<string | undefined>;
  /** The program that draws the frame's first screen, as an absolute path; undefined before a build. */
  readonly firstScreenProgram: string | undefined;
  /** A script for `config.mjs`: the launcher follows the scheme of its page. */
  launcherScheme(): Promise<Content | undefined>;
  /** The page that draws diagrams, in a frame without an origin. */
  diagramPage(): Promise<Content | undefined>;
  /** File name → SHA-384 for the `integrity` attribute. */
  integrity(): Promise<Record<string, string>>;
}

/** The files of one release, as they lie on disk. */
export interface BuiltFiles extends WidgetFiles {
  /** Every path that `fixed` serves, with the file behind it. Source maps are left out: no page requests them. */
  listFixed(): Promise<{ path: string; file: string }[]>;
}

const SAFE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/** Finds the packages through module resolution; folders given in `folders` come first. */
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
  /** The chunks of the loader; the build leaves those of earlier builds where they are. */
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
 * A folder of an installed package, also when the package exports no `package.json`; undefined when it is not
 * installed.
 */
export function packageFolder(name: string, folder: string): string | undefined {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name, 'package.json')).find((path) => existsSync(path));
  return found === undefined ? undefined : join(dirname(found), folder);
}

function integrityOf(content: Content): string {
  return `sha384-${createHash('sha384').update(content.body).digest('base64')}`;
}
