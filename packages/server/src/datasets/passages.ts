import { cutText } from '@sotto/widget-core/internal/server';
import type { Passage } from '../reading/readingJobs';
import GithubSlugger from 'github-slugger';
import { inlineText, parseContent } from '@sotto/widget-core/content';
import { splitMarkdown } from '../lib/markdownBlocks';
import type { FileText } from './readFile';

/** A document to split into passages. */
export interface DocumentText extends FileText {
  readonly source: string;
  /** Its address, without anchor. */
  readonly url: string;
  /** Resolves a link or picture in this document; undefined if it has no target. */
  readonly resolveLink: (href: string) => string | undefined;
}

/** Sections longer than this are split between blocks, in characters. */
const PASSAGE_MAX_LENGTH = 1200;
/**
 * Blocks longer than this are split too, in characters: a passage is one search vector, which PostgreSQL limits to 1
 * MiB, and models have limits as well.
 */
const BLOCK_MAX_LENGTH = 16_000;

interface Section {
  readonly headings: readonly string[];
  readonly anchor: string;
  readonly blocks: string[];
}

/** Splits a document at its headings. Empty sections are omitted, but their headings are kept in those below. */
export function toPassages(document: DocumentText): Passage[] {
  const sections = document.kind === 'markdown' ? markdownSections(document) : [textSection(document.text)];
  const page = sections.find(({ anchor }) => anchor !== '')?.headings[0] ?? nameOf(document.source);
  return sections.flatMap(({ headings, anchor, blocks }, index) => {
    // The document's title is the first heading of every passage.
    const below = headings[0] === page ? headings.slice(1) : headings;
    const isTop = headings.length <= 1 && headings[0] === page;
    return joinBlocks(blocks).map((text, part) => ({
      id: `${document.source}:${String(index)}:${String(part)}`,
      source: document.source,
      page,
      headings: below,
      title: [page, ...below].join(' › '),
      url: anchor === '' || isTop ? document.url : `${document.url}#${anchor}`,
      text,
    }));
  });
}

function markdownSections({ text, resolveLink }: DocumentText): Section[] {
  const slugger = new GithubSlugger();
  const path: { depth: number; text: string }[] = [];
  const sections: Section[] = [{ headings: [], anchor: '', blocks: [] }];
  for (const block of splitMarkdown(text)) {
    if (block.kind === 'heading') {
      const title = headingWords(block.text);
      while ((path.at(-1)?.depth ?? 0) >= block.depth) path.pop();
      path.push({ depth: block.depth, text: title });
      sections.push({ headings: path.map((entry) => entry.text), anchor: slugger.slug(title), blocks: [] });
    } else if (block.kind !== 'aside') {
      const raw = block.raw.trimEnd();
      sections.at(-1)?.blocks.push(block.kind === 'fence' ? raw : resolveLinks(raw, resolveLink));
    }
  }
  return sections;
}

function textSection(text: string): Section {
  return {
    headings: [],
    anchor: '',
    blocks: text
      .split(/\n\s*\n/)
      .map((block) => block.trim())
      .filter((block) => block !== ''),
  };
}

/**
 * Combines blocks into passages of suitable length. A line that introduces the next block (ending in a colon) stays
 * with it.
 */
function joinBlocks(blocks: readonly string[]): string[] {
  const passages: string[][] = [];
  let current: string[] = [];
  let length = 0;
  for (const block of blocks.flatMap(cutBlock)) {
    if (length > 0 && length + block.length > PASSAGE_MAX_LENGTH) {
      const announcing = current.at(-1)?.endsWith(':') && current.length > 1 ? current.splice(-1) : [];
      passages.push(current);
      current = announcing;
      length = announcing.reduce((sum, text) => sum + text.length, 0);
    }
    current.push(block);
    length += block.length;
  }
  if (current.length > 0) passages.push(current);
  return passages.map((part) => part.join('\n\n'));
}

/** Parts of a longer table or list, in characters: what is in different rows should not be found together. */
const PART_MAX_LENGTH = 500;

const TABLE_RULE = /^\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/;
const LIST_ITEM = /^ {0,3}(?:[*+-]|\d{1,9}[.)])[ \t]/;

/** Splits a long table between rows, each part with the header, a long list between items, and other blocks if they must be. */
function cutBlock(block: string): string[] {
  if (block.length <= PASSAGE_MAX_LENGTH) return [block];
  const lines = block.split('\n');
  if (lines[0]?.includes('|') === true && TABLE_RULE.test(lines[1] ?? '')) {
    const header = lines.slice(0, 2).join('\n');
    return joinLines(lines.slice(2), header.length)
      .map((rows) => `${header}\n${rows}`)
      .flatMap(cutLong);
  }
  if (!LIST_ITEM.test(lines[0] ?? '')) return cutLong(block);
  const items: string[] = [];
  for (const line of lines)
    if (LIST_ITEM.test(line) || items.length === 0) items.push(line);
    else items.push(`${items.pop() ?? ''}\n${line}`);
  return joinLines(items, 0).flatMap(cutLong);
}

/** Lines in groups that are as long as a passage may be. @param used - what each group has already, in characters */
function joinLines(lines: readonly string[], used: number): string[] {
  const groups: string[] = [];
  for (const line of lines) {
    const open = groups.at(-1);
    if (open !== undefined && used + open.length + line.length < PART_MAX_LENGTH)
      groups[groups.length - 1] = `${open}\n${line}`;
    else groups.push(line);
  }
  return groups;
}

/** Splits a text, at ends of lines or words if possible. */
function cutLong(block: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (block.length - from > BLOCK_MAX_LENGTH) {
    const piece = cutText(block.slice(from, from + 2 * BLOCK_MAX_LENGTH), BLOCK_MAX_LENGTH);
    const end = ['\n', ' '].map((mark) => piece.lastIndexOf(mark) + 1).find((index) => index > BLOCK_MAX_LENGTH / 2);
    pieces.push(piece.slice(0, end).trimEnd());
    from += end ?? piece.length;
  }
  return [...pieces, block.slice(from)];
}

/**
 * Excludes nested brackets, so that matching is linear even with unclosed ones.
 *
 * Pictures become their description, because quotations are read; links become addresses of the site, or plain text.
 */
function resolveLinks(markdown: string, resolveLink: DocumentText['resolveLink']): string {
  return markdown
    .replace(/!\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\[([^[\]]+)\]\(([^()\s]+)\)/g, (_whole, text: string, href: string) => {
      const url = resolveLink(href);
      return url === undefined ? text : `[${text}](${url})`;
    });
}

/** Text of a heading without markup, used for its anchor. */
function headingWords(text: string): string {
  const [heading] = parseContent(`# ${text.replaceAll('\n', ' ')}`, { html: false, math: false, richBlocks: false });
  return heading?.kind === 'heading' ? inlineText(heading.inlines) : text;
}

function nameOf(source: string): string {
  const name = source.split('/').at(-1) ?? source;
  return name.replace(/\.[a-z0-9]+$/i, '').replace(/[-_]+/g, ' ');
}
