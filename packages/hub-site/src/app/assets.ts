import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

const metafileSchema = v.object({ outputs: v.record(v.string(), v.object({ entryPoint: v.optional(v.string()) })) });

/** A file of the build. */
export interface AssetFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly brotli: Uint8Array<ArrayBuffer> | undefined;
  readonly type: string;
}

/** Scripts, styles and the typeface, as the build wrote them: names carry a hash, so browsers keep them for good. */
export interface SiteAssets {
  /** File name of what was made from this source, such as `site.css`; undefined before a build. */
  nameOf(source: string): string | undefined;
  /** `brotli`: the same, compressed by the build; undefined for what gains nothing by it. */
  read(name: string): AssetFile | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** Reads the folder of the build once; files themselves on request. */
export function readAssets(folder: string = fileURLToPath(new URL('./client/', import.meta.url))): SiteAssets {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const bySource = new Map<string, string>();
  if (names.has('metafile-esm.json')) {
    const { outputs } = v.parse(metafileSchema, JSON.parse(readFileSync(`${folder}/metafile-esm.json`, 'utf8')));
    for (const [file, { entryPoint }] of Object.entries(outputs)) {
      if (entryPoint !== undefined) bySource.set(lastOf(entryPoint), lastOf(file));
    }
    for (const name of names) {
      const [, plain, ending = ''] = /^(.+)-[A-Z0-9]{8}(\.(?:woff2|png|svg|webp))$/.exec(name) ?? [];
      if (plain !== undefined) bySource.set(plain + ending, name);
    }
  }
  const kept = new Map<string, AssetFile>();
  const bytesOf = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`${folder}/${name}`));
  return {
    nameOf: (source) => bySource.get(source),
    read(name) {
      const type = TYPES[name.split('.').at(-1) ?? ''];
      if (type === undefined || !names.has(name)) return undefined;
      const known = kept.get(name) ?? {
        bytes: bytesOf(name),
        brotli: names.has(`${name}.br`) ? bytesOf(`${name}.br`) : undefined,
        type,
      };
      kept.set(name, known);
      return known;
    },
  };
}

function lastOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}
