// What the Hub's pages name by the sources of their files, while nothing is built.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../machine/workspace.mjs';
import { addressOf } from './vite.mjs';

/** Source of each script and style sheet that a page names, from the packages' folder. */
const SOURCES = {
  'site.ts': 'hub-site/src/client/site.ts',
  'site.css': 'hub-site/src/styles/site.css',
  'demo.css': 'hub-site/src/styles/demo.css',
  'chat.css': 'hub-site/src/styles/chat.css',
};
const NAMED = new RegExp(`/site/(${Object.keys(SOURCES).join('|').replaceAll('.', '\\.')})\\b`, 'g');

/** A page that names sources where a built one names files. */
export function nameSources(html) {
  return html.replaceAll(NAMED, (_, name) => addressOf(SOURCES[name]));
}

/** Pictures of the product in the one size that they are kept in; the build draws the others. */
const pictureOf = (name) => path.join(root, 'docs/images', name.replace(/-\d+\.webp$/, '.webp'));

/** The Hub's files as `createSite` wants to be told of them. */
export const sourceAssets = {
  nameOf: (source) =>
    Object.hasOwn(SOURCES, source) || (/^chat-[a-z]+-\d+\.webp$/.test(source) && existsSync(pictureOf(source)))
      ? source
      : undefined,
  read: (name) =>
    name.endsWith('.webp') && existsSync(pictureOf(name))
      ? { bytes: new Uint8Array(readFileSync(pictureOf(name))), brotli: undefined, type: 'image/webp' }
      : undefined,
};
