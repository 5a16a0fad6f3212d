import { parseAddress } from '@sotto/widget-core/internal/server';
import type { Passage } from '../reading/readingJobs';
import { readdir, readFile as readBytes } from 'node:fs/promises';
import { join } from 'node:path';
import { toPassages } from './passages';
import { readFile } from './readFile';

/**
 * Pages that nobody asks about who owns, integrates or operates a chat: for people who work on the code (architecture,
 * protocols, decisions, measurements, audits), comparisons, type references and galleries.
 */
const LEFT_OUT = new RegExp(
  '^(?:(?:decisions|performance|reference|scaling|security)/|(?:architecture|checklist|compare|conversation|hub-pages|' +
    String.raw`loader-acceptance|protocol|quality|guides/builder-pages)\.md$)`,
);

/** Pages for programmers, and for one framework: their words are in many questions of site owners. */
const FOR_PROGRAMMERS =
  /^(?:api|content|guides\/(?:any-backend|install-(?:angular|next|react|svelte|vue)|migrate|mcp-apps|own-server|parts|react))\.md$/;
const PROGRAMMERS_SHARE = 0.5;

/** What the score of a page's passages is multiplied with: pages for programmers must fit better. */
export function docsWeight(source: string): number {
  return FOR_PROGRAMMERS.test(source) ? PROGRAMMERS_SHARE : 1;
}

/**
 * Every passage of a folder of documentation. A folder that does not exist has none.
 *
 * @param docsUrl - address under which the pages are served, like `/docs` or `https://chat.example.com/docs`;
 *   `guides/operator.md` is
 *   `{docsUrl}/guides/operator`, `index.md` is its folder
 */
export async function readDocsFolder(folder: string, docsUrl: string): Promise<Passage[]> {
  const names = (await listFiles(folder)).filter((name) => !LEFT_OUT.test(name));
  const known = new Set(names);
  const passages = await Promise.all(
    names.map(async (source) => {
      const file = readFile(source, await readBytes(join(folder, source)));
      if (!file) return [];
      return toPassages({
        ...file,
        source,
        url: docsUrl + addressOf(source),
        resolveLink: (href) => resolveLink(href, source, docsUrl, known),
      });
    }),
  );
  return passages.flat();
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length));
    return names.map((name) => name.replaceAll('\\', '/')).sort(inReadingOrder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Start page, then pages in folders (guides), then the others (reference): the reading order. */
function inReadingOrder(a: string, b: string): number {
  const rank = (name: string): number => (/^index\./.test(name) ? 0 : name.includes('/') ? 1 : 2);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function addressOf(source: string): string {
  const name = source.replace(/\.[a-z0-9]+$/i, '').replace(/(^|\/)index$/, '');
  return name === '' ? '' : `/${name}`;
}

/**
 * Converts links between documents to links between pages. Links out of the folder, or to an omitted page, have no
 * address.
 */
function resolveLink(href: string, source: string, docsUrl: string, known: ReadonlySet<string>): string | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(href)) return href;
  if (href.startsWith('/')) return docsUrl.replace(/\/docs$/, '') + href;
  const target = parseAddress(href, `file:///${source}`);
  if (!target) return undefined;
  const path = decodeURIComponent(target.pathname.slice(1));
  return known.has(path) ? docsUrl + addressOf(path) + target.hash : undefined;
}
