import { cutText, parseAddress } from '@sotto/widget-core/internal/server';
import { Parser } from 'htmlparser2';
import { decodePage, readPreview } from '../../unfurl/readPreview';
import type { SitePage } from '../../reading/readingJobs';
import { isDrawnByScript, landmarkOf, readHtml, type HtmlText } from '../readers/html';
import { structuredTexts } from '../readers/structuredData';
import { asksFor } from './robotsDirectives';

const LINKS_MAX = 2_000;
const STYLES_MAX = 200_000;
const SHEETS_MAX = 5;
/** Landmarks repeated on every page, unless they are inside the main content. */
const FRAMES = new Set(['header', 'footer', 'aside']);
const OWN = new Set(['article', 'section', 'main']);

/**
 * Parses a page.
 *
 * @param address - its address, to resolve relative ones
 * @param asked - its robots header
 */
export function readSitePage(bytes: Uint8Array, type: string, address: string, asked = ''): SitePage {
  const html = decodePage(bytes, type);
  const tags = readTags(html);
  const preview = readPreview(html, address);
  const title = cutText((tags.title || preview.title || '').replaceAll(/\s+/g, ' ').trim(), 200);
  const page = readContent(html, tags);
  const robots = `${tags.robots} ${asked}`;
  const texts = structuredTexts(html, page.body);
  const addressOf = (link: string): string => (link === '' ? '' : (toAddress(link, tags.base, address)[0] ?? ''));
  const body = [page.body, ...texts].filter((text) => text !== '').join('\n\n');
  return {
    title,
    description: preview.description ?? '',
    siteName: preview.publisher ?? '',
    language: /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tags.language) ? tags.language : '',
    frames: page.frames,
    canonical: addressOf(tags.canonical),
    markdown: title === '' || body === '' || body.startsWith('# ') ? body : `# ${title}\n\n${body}`,
    isDrawnByScript: texts.length === 0 && isDrawnByScript(page),
    links: [...new Set(tags.links.flatMap((link) => toAddress(link, tags.base, address)))],
    isIndexable: !asksFor(robots, 'noindex'),
    followsLinks: !asksFor(robots, 'nofollow'),
    themeColor: tags.themeColor,
    logo: preview.logo ?? addressOf(tags.vectorIcon),
    styles: tags.styles,
    styleSheets: tags.sheets.flatMap((link) => toAddress(link, tags.base, address)).slice(0, SHEETS_MAX),
  };
}

/** Landmarks with more text, in characters, are content: some pages are entirely inside a header. */
const OF_FRAMES = 200;

/**
 * Text of a page's main content; otherwise of everything but landmarks; otherwise of everything. `frames`: text of
 * the landmarks left out.
 */
function readContent(html: string, { mains, frames }: ReturnType<typeof readTags>): HtmlText & { frames: string } {
  const whole = readHtml(html);
  const shown = mains.some(({ isHidden }) => !isHidden) ? mains.filter(({ isHidden }) => !isHidden) : mains;
  for (const part of [shown.map(({ range }) => html.slice(...range)).join('\n'), without(html, frames)]) {
    const { body } = readHtml(part);
    if (body !== '')
      return { ...whole, body, frames: readHtml(frames.map((each) => html.slice(...each)).join('\n')).body };
  }
  return { ...whole, frames: '', ...(whole.body.length < OF_FRAMES && { body: '' }) };
}

function toAddress(link: string, base: string, address: string): string[] {
  const url = parseAddress(link, parseAddress(base, address)?.href ?? address);
  if (!url) return [];
  url.hash = '';
  return url.protocol === 'http:' || url.protocol === 'https:' ? [url.href] : [];
}

type Range = readonly [start: number, end: number];

function readTags(html: string) {
  const found = {
    title: '',
    language: '',
    base: '',
    robots: '',
    themeColor: '',
    styles: '',
    canonical: '',
    vectorIcon: '',
  };
  const links: string[] = [];
  const sheets: string[] = [];
  const frames: Range[] = [];
  const mains: { range: Range; isHidden: boolean }[] = [];
  /** Landmark of each open element. */
  const open: string[] = [];
  let main: { start: number; isHidden: boolean; depth: number } | undefined;
  let inside: 'title' | 'style' | undefined;
  let hasTitle = false;
  let depth = 0;
  let own = 0;
  let frameStart = -1;
  const addLink = (address: string | undefined): void => {
    if (address !== undefined && links.length < LINKS_MAX) links.push(address);
  };
  const readMeta = ({ name = '', content = '', 'http-equiv': header = '' }: Readonly<Record<string, string>>): void => {
    if (/^(?:robots|sottobot)$/i.test(name)) found.robots += ` ${content}`;
    if (/^theme-color$/i.test(name)) found.themeColor ||= content;
    if (/^refresh$/i.test(header)) addLink(/^[\d.\s]*[;,]\s*url\s*=\s*["']?([^"'\s]+)/i.exec(content)?.[1]);
  };
  const readLink = ({ rel = '', href = '', type = '' }: Readonly<Record<string, string>>): void => {
    if (/^(?:shortcut )?icon$/i.test(rel) && /\.svg\b|^image\/svg/i.test(`${href} ${type}`)) found.vectorIcon ||= href;
    if (/\bstylesheet\b/i.test(rel)) sheets.push(href);
    if (/\bcanonical\b/i.test(rel)) found.canonical ||= href;
    if (/^(?:next|prev)$/i.test(rel)) addLink(href);
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      const landmark = landmarkOf(name, attributes);
      open.push(landmark);
      if (name === 'html') found.language = (attributes['lang'] ?? attributes['xml:lang'] ?? '').replaceAll('_', '-');
      if (name === 'base') found.base ||= attributes['href'] ?? '';
      if (name === 'title' && !hasTitle) inside = 'title';
      if (name === 'style') inside = 'style';
      if ((name === 'a' || name === 'area') && !/\bnofollow\b/i.test(attributes['rel'] ?? ''))
        addLink(attributes['href']);
      // An iframe is a page of its own.
      if (name === 'frame' || name === 'iframe') addLink(attributes['src']);
      if (name === 'link') readLink(attributes);
      if (name === 'meta') readMeta(attributes);
      if (landmark === 'main')
        main ??= { start: parser.startIndex, isHidden: attributes['hidden'] !== undefined, depth: open.length };
      if (OWN.has(landmark) && depth === 0) own += 1;
      if (FRAMES.has(landmark) && own === 0) {
        if (depth === 0) frameStart = parser.startIndex;
        depth += 1;
      }
    },
    ontext(text) {
      if (inside === 'title') found.title += text;
      if (inside === 'style' && found.styles.length < STYLES_MAX) found.styles += text;
    },
    onclosetag(name) {
      const landmark = open.pop() ?? name;
      if (name === 'title' && inside === 'title') hasTitle = true;
      if (name === 'title' || name === 'style') inside = undefined;
      if (main && open.length < main.depth) {
        mains.push({ range: [main.start, parser.endIndex + 1], isHidden: main.isHidden });
        main = undefined;
      }
      if (OWN.has(landmark) && depth === 0) own = Math.max(0, own - 1);
      if (FRAMES.has(landmark) && own === 0) {
        depth = Math.max(0, depth - 1);
        if (depth === 0 && frameStart >= 0) frames.push([frameStart, parser.endIndex + 1]);
      }
    },
  });
  parser.end(html);
  return { ...found, links, sheets, mains, frames };
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
