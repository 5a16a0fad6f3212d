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

/** Splits a block, at ends of lines or words if possible. */
function cutBlock(block: string): string[] {
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
