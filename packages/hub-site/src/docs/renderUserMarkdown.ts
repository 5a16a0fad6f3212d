import { parseContent, type Block, type Inline, type ListBlock, type TableBlock } from '@sotto/widget-core/content';

/** Allowed schemes of links in user content. */
const SAFE_LINK = /^(?:https?:\/\/|\/(?!\/)|#|mailto:)/i;

/**
 * Renders markdown written by a user of the Hub, with the chat's parser, which takes linear time. HTML is shown as
 * text, pictures become links, links are marked as user content (`ugc nofollow`), and headings start below those of
 * the page.
 */
export function renderUserMarkdown(text: string): string {
  return toHtml(parseContent(text, { html: false, math: false, richBlocks: false }));
}

function toHtml(blocks: readonly Block[]): string {
  return blocks.map(blockToHtml).join('');
}

function blockToHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${inlinesToHtml(block.inlines)}</p>\n`;
    case 'heading': {
      const level = String(Math.min(6, block.level + 2));
      return `<h${level}>${inlinesToHtml(block.inlines)}</h${level}>\n`;
    }
    case 'footnote':
      return `<p>[${escapeHtml(block.label)}] ${inlinesToHtml(block.inlines)}</p>\n`;
    case 'list':
      return listToHtml(block);
    case 'quote':
      return `<blockquote>\n${toHtml(block.blocks)}</blockquote>\n`;
    case 'table':
      return tableToHtml(block);
    case 'code':
      return `<pre tabindex="0" role="region" aria-label="Code"><code>${escapeHtml(block.text)}</code></pre>\n`;
    case 'media':
      return `<p>${pictureToHtml(block)}</p>\n`;
    case 'plain':
      return `<p>${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>\n`;
    case 'rule':
      return '<hr>\n';
    // Formulas and rich blocks are not supported here.
    case 'math':
    case 'diagram':
    case 'rich':
    case 'skeleton':
      return '';
  }
}

function listToHtml({ ordered, start, loose, items }: ListBlock): string {
  const tag = ordered ? 'ol' : 'ul';
  const from = ordered && start !== 1 ? ` start="${String(start)}"` : '';
  const lines = items.map(({ checked, blocks }) => {
    const box = checked === undefined ? '' : checked ? '☑ ' : '☐ ';
    const inner = blocks.map((block) =>
      block.kind === 'paragraph' && !loose ? inlinesToHtml(block.inlines) : blockToHtml(block),
    );
    return `<li>${box}${inner.join('')}</li>\n`;
  });
  return `<${tag}${from}>\n${lines.join('')}</${tag}>\n`;
}

function tableToHtml({ header, rows, align }: TableBlock): string {
  const row = (cells: readonly (readonly Inline[])[], isHeader = false): string => {
    const written = cells.map((cell, index) => {
      const side = align[index];
      // An empty cell is not a header (axe: empty-table-header).
      const tag = isHeader && cell.length > 0 ? 'th' : 'td';
      return `<${tag}${side === undefined ? '' : ` align="${side}"`}>${inlinesToHtml(cell)}</${tag}>\n`;
    });
    return `<tr>\n${written.join('')}</tr>\n`;
  };
  const body = rows.map(({ cells }) => row(cells)).join('');
  return `<table>\n<thead>\n${row(header.cells, true)}</thead>\n${body === '' ? '' : `<tbody>${body}</tbody>`}</table>\n`;
}

function inlinesToHtml(inlines: readonly Inline[]): string {
  return inlines.map(inlineToHtml).join('');
}

const TAGS = { strong: 'strong', em: 'em', strike: 'del' } as const;

function inlineToHtml(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return escapeHtml(inline.text);
    case 'strong':
    case 'em':
    case 'strike':
      return `<${TAGS[inline.kind]}>${inlinesToHtml(inline.inlines)}</${TAGS[inline.kind]}>`;
    case 'code':
      return `<code>${escapeHtml(inline.text)}</code>`;
    case 'break':
      return '<br>';
    case 'link':
      return linkToHtml(inline.href, inlinesToHtml(inline.inlines));
    case 'media':
      return pictureToHtml(inline);
    case 'footnoteReference':
      return `[${escapeHtml(inline.label)}]`;
    case 'math':
      return escapeHtml(inline.source);
    case 'suggestion':
      return `<span class="suggested">${inlinesToHtml(inline.inlines)}</span>`;
    case 'element':
      return inlinesToHtml(inline.inlines);
  }
}

function pictureToHtml({ address, alt }: { readonly address: string; readonly alt: string }): string {
  return SAFE_LINK.test(address) ? linkToHtml(address, escapeHtml(alt || address)) : escapeHtml(alt);
}

/** @param content - HTML */
function linkToHtml(href: string, content: string): string {
  return SAFE_LINK.test(href) ? `<a href="${escapeHtml(href)}" rel="ugc nofollow noopener">${content}</a>` : content;
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
