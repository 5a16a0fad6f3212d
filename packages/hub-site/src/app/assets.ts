import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

const metafileSchema = v.object({ outputs: v.record(v.string(), v.object({ entryPoint: v.optional(v.string()) })) });

/** A built file. */
export interface AssetFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly brotli: Uint8Array<ArrayBuffer> | undefined;
  readonly type: string;
}

/** Built scripts, styles and fonts. Their names contain a hash, so browsers cache them permanently. */
export interface SiteAssets {
  /** Name of the file built from a source, such as `site.css`; undefined before a build. */
  nameOf(source: string): string | undefined;
  /** `brotli`: compressed by the build; undefined if compression would not help. */
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

/** Reads the list of built files once; contents are read on request. */
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
