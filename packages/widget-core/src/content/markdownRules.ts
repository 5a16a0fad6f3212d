import { Tokenizer, type Rules, type Tokens } from 'marked';
import { ADDRESS_CHARACTERS, ANY_CJK, CJK, MARK } from './characters';
import { TAGS } from './inlineContent';
import { isDelimiterRow } from './streaming/lineRules';
import { escapeCellPipes } from './tableCells';

/** RFC 5321 allows 64 characters before the `@`; without a limit marked would search from each character to the end. */
const ADDRESS_NAME = '{1,64}';

/**
 * The part of a bare URL that certainly belongs to it: without trailing punctuation and closing brackets that have no
 * opening one.
 */
export const ADDRESS_END =
  /(?:[^?!.,:;*_'"~()[\]{}&]+|\([^)]*\)|\[[^\]]*\]|\{[^}]*\}|&(?![a-zA-Z0-9]+;$)|[?!.,:;*_'"~)\]}]+(?!$))+/;

/**
 * marked's inline rules with the exceptions in docs/content.md: emphasis beside Chinese, Japanese and Korean (the
 * amendment of commonmark-spec issue 650), the end of a bare URL, and strikethrough by two tildes only.
 */
export function adaptRules(rules: Rules): Rules {
  const { inline } = rules;
  return {
    ...rules,
    inline: {
      ...inline,
      punctuation: new RegExp(`^((?![*_])(?:[\\s${ANY_CJK}]|[\\p{P}\\p{S}]))`, 'u'),
      emStrongLDelim: new RegExp(
        `^(?:\\*+(?:((?![*~])${MARK})|([^\\s*]))?)|^_+(?:((?![_~])[\\p{P}\\p{S}])|([^\\s_]))?`,
        'u',
      ),
      delLDelim: /^~~(?:((?!~)[\p{P}\p{S}])|[^\s~])/u,
      url: new RegExp(
        inline.url.source.replace('[^\\s<]*', ADDRESS_CHARACTERS).replaceAll('._+-]+', `._+-]${ADDRESS_NAME}`),
        'u',
      ),
      _backpedal: ADDRESS_END,
      text: new RegExp(
        inline.text.source.replaceAll(']+@', `]${ADDRESS_NAME}@`).replace('(?<![^\\s*_~(])', `(?<![^\\s*_~(${CJK}])`),
      ),
    },
  };
}

const FULL_WIDTH = new RegExp(`(?=[${CJK}])[\\p{P}\\p{S}]`, 'gu');
const AFTER_CJK = new RegExp(`([${ANY_CJK}]\\*+)(?!\\*)(${MARK})`, 'gu');
const BEFORE_CJK = new RegExp(`(?!\\*)(${MARK})(?=\\*+[${ANY_CJK}])`, 'gu');

/**
 * Replaces characters that must not affect marked's search for the end of emphasis by a letter: full-width punctuation,
 * and other punctuation between stars and a CJK character.
 */
export function maskCjk(text: string): string {
  if (!text.includes('*') || !/[\u0e00-\uffef]/.test(text)) return text;
  const letters = (marks: string): string => '\u4e00'.repeat(marks.length);
  return text
    .replace(FULL_WIDTH, letters)
    .replace(AFTER_CJK, (_, before: string, mark: string) => before + letters(mark))
    .replace(BEFORE_CJK, letters);
}

const TAG = new RegExp(`^<(?:!--|/?(?:${TAGS.join('|')})(?=\\s*/?>|\\s[^<>]*=|\\s+open\\b))`, 'i');

/** `List<U>` is a type: nobody writes these tags in capitals. */
const TYPE_PARAMETER = /^<\/?[BISU]>/;

/** Whether a text that starts with `<` and has no `>` yet may become a tag, a comment or a URL in angle brackets. */
export function mayBeTag(text: string): boolean {
  const [, name = '', rest = ''] = /^<\/?([a-z]*)([^]*)$/i.exec(text) ?? [];
  if (rest.startsWith(':') || rest.includes('@')) return !/\s/.test(rest);
  if (rest !== '') return /^<!-?$|^<!--/.test(text) || (TAGS.includes(name.toLowerCase()) && /^[\s/]/.test(rest));
  return [...TAGS, 'https', 'mailto'].some((tag) => tag.startsWith(name.toLowerCase()));
}

/**
 * marked's tokenizer without blocks of raw HTML and unknown tags, and with `|` allowed inside code and formulas of a
 * table.
 */
export class ContentTokenizer extends Tokenizer {
  private readonly math: boolean;

  constructor(math: boolean) {
    super();
    this.math = math;
  }

  override html(): undefined {
    return undefined;
  }

  override tag(source: string): Tokens.Tag | undefined {
    if (!TAG.test(source) || TYPE_PARAMETER.test(source)) return undefined;
    const token = super.tag(source);
    // Otherwise marked would not parse markup between `<kbd>` and its closing tag.
    this.lexer.state.inRawBlock = false;
    return token;
  }

  override table(source: string): Tokens.Table | undefined {
    const [, delimiters = ''] = source.split('\n', 2);
    if (!isDelimiterRow(delimiters)) return undefined;
    const end = /\n[ \t]*(?:\n|$)/.exec(source)?.index ?? source.length;
    const rows = source.slice(0, end).split('\n');
    const columns = delimiters.match(/-+/g)?.length ?? 1;
    const written = rows.map((row, index) => escapeCellPipes(row, index === 0 ? Infinity : columns, this.math));
    const token = super.table(written.join('\n') + source.slice(end));
    return token && { ...token, raw: rows.slice(0, token.raw.split('\n').length).join('\n') };
  }
}
