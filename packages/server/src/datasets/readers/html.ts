import { Parser } from 'htmlparser2';
import { refuseDepth } from './depth';

const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'iframe', 'nav', 'form', 'button']);
const BLOCKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'ul',
  'ol',
  'table',
  'tr',
  'blockquote',
  'pre',
  'dl',
  'dt',
  'dd',
  'figure',
  'figcaption',
  'address',
  'hr',
  'aside',
]);

/**
 * The words of a page as markdown: headings, paragraphs, lists and tables. Nothing of it is ever shown as HTML.
 *
 * @throws for a page of more than 1,000 elements inside each other
 */
export function htmlToMarkdown(html: string): string {
  const blocks: string[] = [];
  let text = '';
  let prefix = '';
  let silent = 0;
  let depth = 0;
  let title = '';
  let isTitle = false;
  const flush = (): void => {
    const words = text
      .replace(/\s+/g, ' ')
      .replace(/(?: \| )+$/, '')
      .trim();
    if (words !== '') blocks.push(prefix + words);
    text = '';
    prefix = '';
  };
  const parser = new Parser({
    onopentag(name) {
      depth += 1;
      refuseDepth(depth);
      if (name === 'title') isTitle = true;
      if (SILENT.has(name)) silent += 1;
      if (silent > 0) return;
      const level = /^h([1-6])$/.exec(name)?.[1];
      if (level !== undefined || name === 'li' || BLOCKS.has(name)) flush();
      if (level !== undefined) prefix = `${'#'.repeat(Number(level))} `;
      if (name === 'li') prefix = '- ';
      if (name === 'br') text += ' ';
    },
    ontext(data) {
      if (isTitle) title += data;
      else if (silent === 0) text += data;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'title') isTitle = false;
      if (SILENT.has(name)) silent = Math.max(0, silent - 1);
      else if (silent > 0) return;
      else if (name === 'td' || name === 'th') text += ' | ';
      else if (/^h[1-6]$/.test(name) || name === 'li' || BLOCKS.has(name)) flush();
    },
  });
  parser.write(html);
  parser.end();
  flush();
  const heading = title.replace(/\s+/g, ' ').trim();
  return [
    ...(heading === '' || blocks.some((block) => block.startsWith('# ')) ? [] : [`# ${heading}`]),
    ...blocks,
  ].join('\n\n');
}
