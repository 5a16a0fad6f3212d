import { cutText } from '@sotto/widget-core/internal/server';
import { Parser } from 'htmlparser2';
import { decodePage, readPreview } from '../../unfurl/readPreview';
import type { SitePage } from '../../reading/readingJobs';
import { isDrawnByScript, readHtml, type HtmlText } from '../readers/html';
import { structuredTexts } from '../readers/structuredData';

const LINKS_MAX = 2_000;
const STYLES_MAX = 200_000;
const SHEETS_MAX = 5;
/** Parts of a page that stand on every page of a site, where they are not inside of what is the page's own. */
const FRAMES = new Set(['header', 'footer', 'aside']);
const OWN = new Set(['article', 'section', 'main']);

/** Reads a page. @param address - where it came from; relative addresses are resolved against it */
export function readSitePage(bytes: Uint8Array, type: string, address: string): SitePage {
  const html = decodePage(bytes, type);
  const tags = readTags(html);
  const preview = readPreview(html, address);
  const title = cutText((tags.title || preview.title || '').replaceAll(/\s+/g, ' ').trim(), 200);
  const page = readContent(html, tags);
  const texts = structuredTexts(html, page.body);
  const body = [page.body, ...texts].filter((text) => text !== '').join('\n\n');
  return {
    title,
    description: preview.description ?? '',
    siteName: preview.publisher ?? '',
    language: /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tags.language) ? tags.language : '',
    markdown: title === '' || body === '' || body.startsWith('# ') ? body : `# ${title}\n\n${body}`,
    isDrawnByScript: texts.length === 0 && isDrawnByScript(page),
    links: [...new Set(tags.links.flatMap((link) => toAddress(link, tags.base, address)))],
    isIndexable: !/\b(?:noindex|none)\b/i.test(tags.robots),
    followsLinks: !/\b(?:nofollow|none)\b/i.test(tags.robots),
    themeColor: tags.themeColor,
    logo: preview.logo ?? '',
    styles: tags.styles,
    styleSheets: tags.sheets.flatMap((link) => toAddress(link, tags.base, address)).slice(0, SHEETS_MAX),
  };
}

/** Frames with so much text, in characters, are no menu: some pages stand in their header as a whole. */
const OF_FRAMES = 200;

/** The text of a page's main part; where there is none, of all but its frames; where that is empty, of all. */
function readContent(html: string, { main, frames }: ReturnType<typeof readTags>): HtmlText {
  const whole = readHtml(html);
  for (const part of [...(main ? [html.slice(...main)] : []), without(html, frames)]) {
    const { body } = readHtml(part);
    if (body !== '') return { ...whole, body };
  }
  return whole.body.length >= OF_FRAMES ? whole : { ...whole, body: '' };
}

function toAddress(link: string, base: string, address: string): string[] {
  const from = URL.canParse(base, address) ? new URL(base, address).href : address;
  if (!URL.canParse(link, from)) return [];
  const url = new URL(link, from);
  url.hash = '';
  return url.protocol === 'http:' || url.protocol === 'https:' ? [url.href] : [];
}

function readTags(html: string) {
  const found = { title: '', language: '', base: '', robots: '', themeColor: '', styles: '' };
  const links: string[] = [];
  const sheets: string[] = [];
  const frames: [start: number, end: number][] = [];
  let main: [start: number, end: number] | undefined;
  let mainStart = -1;
  let inside: 'title' | 'style' | undefined;
  let hasTitle = false;
  let depth = 0;
  let own = 0;
  let frameStart = -1;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'html') found.language = attributes['lang'] ?? '';
      if (name === 'base') found.base ||= attributes['href'] ?? '';
      if (name === 'title' && !hasTitle) inside = 'title';
      if (name === 'style') inside = 'style';
      if (name === 'a' && attributes['href'] !== undefined && links.length < LINKS_MAX) {
        if (!/\bnofollow\b/i.test(attributes['rel'] ?? '')) links.push(attributes['href']);
      }
      if (name === 'link' && /\bstylesheet\b/i.test(attributes['rel'] ?? '')) sheets.push(attributes['href'] ?? '');
      if (name === 'meta') {
        const meta = attributes['name']?.toLowerCase();
        if (meta === 'robots' || meta === 'sottobot') found.robots += ` ${attributes['content'] ?? ''}`;
        if (meta === 'theme-color') found.themeColor ||= attributes['content'] ?? '';
      }
      if (name === 'main' && mainStart < 0) mainStart = parser.startIndex;
      if (OWN.has(name) && depth === 0) own += 1;
      if (FRAMES.has(name) && own === 0) {
        if (depth === 0) frameStart = parser.startIndex;
        depth += 1;
      }
    },
    ontext(text) {
      if (inside === 'title') found.title += text;
      if (inside === 'style' && found.styles.length < STYLES_MAX) found.styles += text;
    },
    onclosetag(name) {
      if (name === 'title' && inside === 'title') hasTitle = true;
      if (name === 'title' || name === 'style') inside = undefined;
      if (name === 'main' && mainStart >= 0) main ??= [mainStart, parser.endIndex + 1];
      if (OWN.has(name) && depth === 0) own = Math.max(0, own - 1);
      if (FRAMES.has(name) && own === 0) {
        depth = Math.max(0, depth - 1);
        if (depth === 0 && frameStart >= 0) frames.push([frameStart, parser.endIndex + 1]);
      }
    },
  });
  parser.end(html);
  return { ...found, links, sheets, main, frames };
}

function without(html: string, ranges: readonly (readonly [start: number, end: number])[]): string {
  let at = 0;
  const kept = ranges.map(([start, end]) => {
    const part = html.slice(at, start);
    at = end;
    return part;
  });
  return kept.join('') + html.slice(at);
}
