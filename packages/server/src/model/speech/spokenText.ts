import { lexer, type Token } from 'marked';

/** Longest text that is spoken, in characters; about five minutes, and what speech endpoints take. */
export const SPOKEN_MAX_LENGTH = 4_000;

/**
 * A message as it is read aloud: words without markup. Code, formulas, pictures without a description, diagrams and
 * other blocks are skipped, because they are useless when read aloud. A long text ends with the last whole sentence.
 */
export function toSpokenText(markdown: string): string {
  const text = lexer(markdown.replace(/\$\$[\s\S]*?\$\$/g, ' '))
    .map(speak)
    .join('')
    .replace(/[\p{Extended_Pictographic}\u{fe0f}\u{200d}]/gu, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
  if (text.length <= SPOKEN_MAX_LENGTH) return text;
  const start = text.slice(0, SPOKEN_MAX_LENGTH).toWellFormed();
  const end = Math.max(...['. ', '! ', '? ', '\n', '。'].map((mark) => start.lastIndexOf(mark)));
  return end > SPOKEN_MAX_LENGTH / 2 ? start.slice(0, end + 1).trim() : start;
}

function speak(token: Token): string {
  switch (token.type) {
    case 'html':
      return ' ';
    case 'code':
    case 'def':
    case 'hr':
    case 'space':
    case 'br':
      return '\n';
    case 'image':
      return ` ${String(token['text'] ?? '')} `;
    case 'table':
      return speakTable(token);
    case 'list':
      return `\n${inner(token['items'])}\n`;
    case 'list_item':
    case 'paragraph':
    case 'heading':
    case 'blockquote':
      return `${inner(token.tokens)}\n`;
    case 'link':
    case 'strong':
    case 'em':
    case 'del':
      return inner(token.tokens);
    default:
      if ('tokens' in token && token.tokens) return inner(token.tokens);
      return unescapeEntities('text' in token ? String(token.text) : '');
  }
}

function inner(tokens: unknown): string {
  return Array.isArray(tokens) ? (tokens as Token[]).map(speak).join('') : '';
}

function speakTable(token: Token): string {
  if (!('header' in token) || !('rows' in token)) return '';
  const rows = [token.header, ...(token.rows as unknown[])] as { tokens: Token[] }[][];
  return `${rows.map((row) => `${row.map((cell) => inner(cell.tokens)).join(', ')}.`).join('\n')}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

function unescapeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
}
