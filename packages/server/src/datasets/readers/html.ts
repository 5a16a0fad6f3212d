import { Parser } from 'htmlparser2';
import { refuseDepth } from './depth';

const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'iframe',
  'nav',
  'select',
  'textarea',
]);
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
  'details',
  'summary',
  'dialog',
  'figure',
  'figcaption',
  'form',
  'fieldset',
  'legend',
  'address',
  'hr',
  'aside',
  'template',
]);

/** What a page has beside its words. */
export interface HtmlText {
  /** Headings, paragraphs, lists and tables of its body as markdown; empty where there are none. */
  readonly body: string;
  readonly title: string;
  /** Whether it has scripts that could draw it. */
  readonly hasScripts: boolean;
}

/**
 * The words of a page as markdown: headings, paragraphs, lists and tables. Nothing of it is ever shown as HTML.
 *
 * @throws for a page of more than 1,000 elements inside each other
 */
export function htmlToMarkdown(html: string): string {
  const { body, title } = readHtml(html);
  return title === '' || /(?:^|\n)# /.test(body) ? body : `# ${title}\n\n${body}`.trim();
}

/** Reads a page, with buttons, forms and declarative shadow roots: questions of accordions are buttons. @see htmlToMarkdown */
export function readHtml(html: string): HtmlText {
  const blocks: string[] = [];
  /** Whether each open element is silent by itself. */
  const open: boolean[] = [];
  let text = '';
  let prefix = '';
  let silent = 0;
  let headings = 0;
  let title = '';
  let isTitle = false;
  let hasScripts = false;
  const flush = (): void => {
    const words = text
      .replace(/\s+/g, ' ')
      .replace(/(?: \| )+$/, '')
      .trim();
    if (words !== '') {
      blocks.push(prefix + words);
      prefix = '';
    }
    text = '';
  };
  const isBlock = (name: string): boolean => BLOCKS.has(name) || (name === 'button' && headings === 0);
  const parser = new Parser({
    onopentag(name, attributes) {
      const isShadow = name === 'template' && (attributes['shadowrootmode'] ?? attributes['shadowroot']) !== undefined;
      const isSilent = SILENT.has(name) && !isShadow;
      open.push(isSilent);
      refuseDepth(open.length);
      // The first one is the page's; pictures drawn in the page have titles too.
      if (name === 'title' && title === '') isTitle = true;
      if (name === 'script' && !/\bld\+json\b/i.test(attributes['type'] ?? '')) hasScripts = true;
      if (isSilent) silent += 1;
      if (silent > 0) return;
      const level = /^h([1-6])$/.exec(name)?.[1];
      if (level !== undefined || name === 'li' || isBlock(name)) flush();
      if (level !== undefined) {
        prefix = `${'#'.repeat(Number(level))} `;
        headings += 1;
      }
      if (name === 'li') prefix = '- ';
      if (name === 'br') text += ' ';
    },
    ontext(data) {
      if (isTitle) title += data;
      else if (silent === 0) text += data;
    },
    onclosetag(name) {
      const isSilent = open.pop() ?? false;
      if (name === 'title') isTitle = false;
      if (isSilent) silent -= 1;
      else if (silent > 0) return;
      else if (name === 'td' || name === 'th') text += ' | ';
      else if (/^h[1-6]$/.test(name) || name === 'li') {
        flush();
        // One without words has no mark for the next.
        prefix = '';
        if (name !== 'li') headings = Math.max(0, headings - 1);
      } else if (isBlock(name)) flush();
    },
  });
  parser.write(html);
  parser.end();
  flush();
  return { body: blocks.join('\n\n'), title: title.replace(/\s+/g, ' ').trim(), hasScripts };
}

/** A page of so few characters, and of words like these, has nothing to read yet. */
const WAITING_MAX_LENGTH = 200;
const WAITING =
  /\bjavascript\b|^\W*(?:loading|please wait|wird geladen|chargement|cargando|carregando|読み込み中|加载中)/i;

/** Whether a page is drawn by its scripts in the browser: without them it has no text, or a word for those who wait. */
export function isDrawnByScript({ body, hasScripts }: HtmlText): boolean {
  return hasScripts && (body === '' || (body.length < WAITING_MAX_LENGTH && WAITING.test(body)));
}
