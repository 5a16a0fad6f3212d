import { Parser } from 'htmlparser2';
import { refuseDepth } from './depth';
import { createBlockWriter, type BlockWriter } from './htmlBlocks';
import { createInlineElements, type Attributes, type ElementRules } from './htmlInline';
import { createTableReader, type TableReader } from './htmlTable';

/** What has no words of the page; what stands in a player is for browsers without one. */
const SILENT = new Set('script style template svg head iframe nav textarea noframes video audio canvas'.split(' '));
const BLOCKS = new Set(
  (
    'p div section article main header footer ul ol table tr blockquote dl dt dd details summary dialog figure ' +
    'figcaption form fieldset legend address hr aside template caption center menu'
  ).split(' '),
);
/** Most cells of a page that are filled with the value of another one. */
const FILLED_MAX = 5_000;
/** Names of the boxes that ask for consent, by the programs that many sites have for it. */
const CONSENT = new RegExp(
  '^(?:(?:js-|wp-)?(?:cookie|consent|gdpr)s?[-_]?(?:banner|bar|notice|popup|modal|dialog|overlay|wall|law|layer)' +
    '(?:[-_]{1,2}(?:container|wrapper|root|box|inner|content))?$|onetrust-|cybotcookiebot|usercentrics-|cc-window$|cmplz-|cky-|' +
    'borlabs-?cookie|iubenda-cs|klaro$|didomi-|qc-cmp|truste-|cookiefirst-|cookieyes)',
  'i',
);
/** What a page asks of browsers without scripts. */
const FOR_SCRIPTS = /java\s?script|\bjs\b|\bscripts?\b|browser/i;

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

/** The part of a page that an element is by its role, such as `nav`; else its own name. */
export function landmarkOf(name: string, { role }: Attributes): string {
  const names: Readonly<Record<string, string>> = {
    navigation: 'nav',
    main: 'main',
    banner: 'header',
    contentinfo: 'footer',
    complementary: 'aside',
    article: 'article',
  };
  return role !== undefined && Object.hasOwn(names, role) ? (names[role] ?? name) : name;
}

/** An element that is open. */
interface Open {
  readonly isSilent: boolean;
  /** What is done where it ends. */
  readonly end: (() => void) | undefined;
}

/** Reads a page, with buttons, forms and declarative shadow roots: questions of accordions are buttons. @see htmlToMarkdown */
export function readHtml(html: string): HtmlText {
  const open: Open[] = [];
  let silent = 0;
  let title = '';
  let isTitle = false;
  let hasScripts = false;
  let codes = 0;
  const writer = createBlockWriter(() => codes > 0);
  const elements = createElements(writer, (change) => (codes += change));
  const parser = new Parser({
    onopentag(name, attributes) {
      const isSilent = isWithoutWords(name, attributes);
      // The first one is the page's; pictures drawn in the page have titles too.
      if (name === 'title' && title === '') isTitle = true;
      if (name === 'script' && !/\bld\+json\b/i.test(attributes['type'] ?? '')) hasScripts = true;
      if (isSilent) silent += 1;
      open.push({ isSilent, end: silent > 0 ? undefined : elements.begin(name, attributes) });
      refuseDepth(open.length);
    },
    ontext(data) {
      if (isTitle) title += data;
      else if (silent === 0) writer.add(data);
    },
    onclosetag(name) {
      const element = open.pop();
      if (name === 'title') isTitle = false;
      if (element?.isSilent) silent -= 1;
      element?.end?.();
    },
  });
  parser.write(html);
  parser.end();
  writer.flush();
  return { body: writer.blocks.join('\n\n'), title: title.replace(/\s+/g, ' ').trim(), hasScripts };
}

function isWithoutWords(name: string, attributes: Attributes): boolean {
  if (name === 'template') return (attributes['shadowrootmode'] ?? attributes['shadowroot']) === undefined;
  if (SILENT.has(name) || landmarkOf(name, attributes) === 'nav') return true;
  if (['html', 'body', 'main', 'article'].includes(name)) return false;
  return [attributes['id'] ?? '', ...(attributes['class'] ?? '').slice(0, 500).split(/\s+/)].some((each) =>
    CONSENT.test(each),
  );
}

/** What the elements of a page do to its blocks. */
function createElements(
  writer: BlockWriter,
  addCode: (change: number) => void,
): { begin(name: string, attributes: Attributes): (() => void) | undefined } {
  const tables: TableReader[] = [];
  const lists: { next: number | undefined }[] = [];
  const filled = { left: FILLED_MAX };
  let headings = 0;
  const flush = (): void => {
    writer.flush();
  };
  const block = (): (() => void) => {
    flush();
    return flush;
  };
  const heading = (level: number): (() => void) => {
    writer.flush(`${'#'.repeat(level)} `);
    headings += 1;
    return () => {
      // One without words has no mark for the next.
      writer.flush('');
      headings = Math.max(0, headings - 1);
    };
  };
  const list = (next: number | undefined): (() => void) => {
    flush();
    lists.push({ next });
    return () => {
      flush();
      lists.pop();
    };
  };
  const item = (value: string | undefined): (() => void) => {
    const of = lists.at(-1);
    const number = of?.next === undefined ? undefined : (wholeNumber(value) ?? of.next);
    if (of && number !== undefined) of.next = number + 1;
    writer.flush(number === undefined ? '- ' : `${String(number)}. `);
    return () => {
      writer.flush('');
    };
  };
  const table = (): (() => void) => {
    flush();
    tables.push(createTableReader(filled));
    return () => {
      flush();
      writer.push(tables.pop()?.endRow() ?? []);
    };
  };
  const row = (): (() => void) => {
    flush();
    const of = tables.at(-1);
    writer.push(of?.endRow() ?? []);
    return () => {
      flush();
      writer.push(of?.endRow() ?? []);
    };
  };
  const cell = (attributes: Attributes): (() => void) | undefined => {
    const of = tables.at(-1);
    if (!of) return block();
    const end = writer.collect();
    return () => {
      of.addCell(end(), attributes);
    };
  };
  const code = (): (() => void) => {
    flush();
    addCode(1);
    return () => {
      addCode(-1);
      writer.flushCode();
    };
  };
  /** Text for browsers without scripts, where it is more than that there are none. */
  const withoutScripts = (): (() => void) => {
    const end = writer.collect();
    return () => {
      const blocks = end();
      if (!FOR_SCRIPTS.test(blocks.join(' '))) writer.push(blocks);
    };
  };
  const inline = createInlineElements(writer);
  const special: ElementRules = {
    ...inline,
    ul: () => list(undefined),
    ol: ({ start }) => list(wholeNumber(start) ?? 1),
    li: ({ value }) => item(value),
    table,
    tr: row,
    td: cell,
    th: cell,
    pre: code,
    noscript: withoutScripts,
  };
  return {
    begin(name, attributes) {
      const level = /^h([1-6])$/.exec(name)?.[1];
      if (level !== undefined) return heading(Number(level));
      if (Object.hasOwn(special, name)) return special[name]?.(attributes);
      return BLOCKS.has(name) || (name === 'button' && headings === 0) ? block() : undefined;
    },
  };
}

/** A number of an attribute; undefined where it has none. */
function wholeNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^-?\d{1,6}$/.test(value.trim()) ? Number(value) : undefined;
}

/** A page of so few characters, and of words like these, has nothing to read yet. */
const WAITING_MAX_LENGTH = 200;
const WAITING =
  /\bjavascript\b|^\W*(?:loading|please wait|wird geladen|chargement|cargando|carregando|読み込み中|加载中)/i;

/** Whether a page is drawn by its scripts in the browser: without them it has no text, or a word for those who wait. */
export function isDrawnByScript({ body, hasScripts }: HtmlText): boolean {
  return hasScripts && (body === '' || (body.length < WAITING_MAX_LENGTH && WAITING.test(body)));
}
