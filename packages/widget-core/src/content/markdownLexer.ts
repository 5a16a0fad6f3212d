import {
  Lexer,
  type Links,
  type MarkedOptions,
  type Rules,
  type Token,
  type TokenizerAndRendererExtension,
} from 'marked';
import { MAX_DELIMITER_RUNS, MAX_MARK_RUN, MAX_NESTING } from './contentLimits';
import { referenceExtensions } from './footnotes';
import { adaptRules, ContentTokenizer, maskCjk } from './markdownRules';
import { maskFormulas, mathExtensions } from './mathSyntax';

/** Link definitions (`[name]: address`) by normalized name; without a prototype. */
export type LinkDefinitions = Links;

/**
 * Parses a piece of markdown and adds its definitions to `definitions`. Returns `undefined` if the text is too complex.
 *
 * @param isPending - definitions may still arrive: references without a definition are read as if it existed
 */
export type LexMarkdown = (text: string, definitions: LinkDefinitions, isPending: boolean) => Token[] | undefined;

/**
 * Creates this package's lexer: marked with GitHub's markdown, line breaks and, optionally, formulas.
 *
 * There are no blocks of raw HTML: their lines are paragraphs, in which tags are inline tokens. Only a few inline
 * elements are allowed, so nothing is lost, and no unclosed comment can hide the rest of a message.
 */
export function createMarkdownLexer(options: { readonly math: boolean }): LexMarkdown {
  const reading = { isPending: false };
  const tokenizer = new ContentTokenizer(options.math);
  const settings: MarkedOptions = {
    gfm: true,
    breaks: true,
    silent: false,
    tokenizer,
    extensions: toExtensions([...referenceExtensions(reading), ...(options.math ? mathExtensions : [])]),
    hooks: { emStrongMask: (text: string) => maskCjk(options.math ? maskFormulas(text) : text) } as never,
  };
  let rules: Rules | undefined;
  return (text, definitions, isPending) => {
    if (isTangled(text)) return undefined;
    reading.isPending = isPending;
    try {
      const lexer = new Lexer({ ...settings });
      tokenizer.rules = rules ??= adaptRules(tokenizer.rules);
      lexer.tokens.links = definitions;
      return [...lexer.lex(text)];
    } catch {
      // marked throws RangeError for some deeply nested inputs; the text is then shown as it is.
      return undefined;
    }
  };
}

/**
 * Converts extensions to the form the lexer uses; the last one has priority. `Marked.use` would do the same, but would
 * bundle the HTML renderer.
 */
function toExtensions(given: readonly TokenizerAndRendererExtension[]): NonNullable<MarkedOptions['extensions']> {
  const extensions: NonNullable<MarkedOptions['extensions']> = {
    renderers: {},
    childTokens: {},
    block: [],
    inline: [],
    startBlock: [],
    startInline: [],
  };
  for (const extension of given) {
    if (!('tokenizer' in extension)) continue;
    const isBlock = extension.level === 'block';
    extensions[isBlock ? 'block' : 'inline']?.unshift(extension.tokenizer);
    if (extension.start) extensions[isBlock ? 'startBlock' : 'startInline']?.push(extension.start);
  }
  return extensions;
}

/** Definitions without a prototype, so that a label such as `constructor` finds nothing. */
export function copyDefinitions(from?: LinkDefinitions): LinkDefinitions {
  return Object.assign(Object.create(null) as LinkDefinitions, from);
}

/** Normalizes a label as marked does. */
export function normaliseLabel(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Whether a text has excessive nesting or unmatched marks. Some of marked's rules take quadratic time or overflow the
 * stack on such input, so it is not parsed at all.
 */
export function isTangled(text: string): boolean {
  return (
    MARKS.some((mark) => hasManyRuns(text, mark)) ||
    LONG_RUNS.some((run) => text.includes(run)) ||
    text.split('\n').some((line) => lineNesting(line) > MAX_NESTING)
  );
}

const MARKS = ['*', '_', '~', '`', '[', ']', '<', '\\', '$'];
const LONG_RUNS = ['*', '_', '~', '`', '!', '$'].map((mark) => mark.repeat(MAX_MARK_RUN + 1));

/** Number of containers that the start of a line may open, by its quote and list marks and its indentation. */
function lineNesting(line: string): number {
  const prefix = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*/.exec(line)?.[0] ?? '';
  if (prefix === '') return 0;
  const marks = prefix.match(/>|[-+*]|\d+[.)]/g)?.length ?? 0;
  return marks + Math.floor((/^[ \t]*/.exec(line)?.[0].length ?? 0) / 2);
}

/** Counts marks that can each open a construct one by one, and a run of other marks as one. */
function hasManyRuns(text: string, mark: string): boolean {
  const everyOne = mark === '[' || mark === '<' || mark === ']';
  let runs = 0;
  for (let index = text.indexOf(mark); index >= 0; index = text.indexOf(mark, index + 1)) {
    if (everyOne || text[index - 1] !== mark) runs += 1;
    if (runs > MAX_DELIMITER_RUNS) return true;
  }
  return false;
}
