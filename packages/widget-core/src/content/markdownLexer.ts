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

/** Link definitions (`[name]: address`) by their normalised name; without a prototype. */
export type LinkDefinitions = Links;

/**
 * Reads a piece of markdown; what it defines is added to `definitions`. Returns `undefined` when it is too tangled to
 * be read.
 *
 * @param isPending - definitions may still come: what refers to one that is not there is read as if it were
 */
export type LexMarkdown = (text: string, definitions: LinkDefinitions, isPending: boolean) => Token[] | undefined;

/**
 * Makes the lexer of this package: marked with GitHub's markdown, line breaks kept, and formulas when asked for.
 *
 * Blocks of raw HTML are not a thing here: their lines are paragraphs, in which tags are inline
 * tokens. What is left of HTML is a handful of inline elements, so nothing is lost, and no
 * unclosed comment can swallow the rest of a message.
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
      // marked throws RangeError on some deep inputs; the text is then shown as it is.
      return undefined;
    }
  };
}

/**
 * Extensions as a lexer takes them, the last one asked first. `Marked.use` would do it as well, and bring everything that
 * writes HTML.
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

/** Definitions with no prototype, so a label such as `constructor` finds nothing. */
export function copyDefinitions(from?: LinkDefinitions): LinkDefinitions {
  return Object.assign(Object.create(null) as LinkDefinitions, from);
}

/** The form under which marked looks a label up. */
export function normaliseLabel(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Whether a text has more nesting or more unmatched marks than people write: some of marked's rules take
 * quadratic time on such input or overflow the stack, so it is not lexed at all.
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

/** How many containers the start of a line opens: its quote and list marks, and what its indentation may stand for. */
function lineNesting(line: string): number {
  const prefix = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*/.exec(line)?.[0] ?? '';
  if (prefix === '') return 0;
  const marks = prefix.match(/>|[-+*]|\d+[.)]/g)?.length ?? 0;
  return marks + Math.floor((/^[ \t]*/.exec(line)?.[0].length ?? 0) / 2);
}

/** Marks that can each open something count one by one; a row of the others is one mark. */
function hasManyRuns(text: string, mark: string): boolean {
  const everyOne = mark === '[' || mark === '<' || mark === ']';
  let runs = 0;
  for (let index = text.indexOf(mark); index >= 0; index = text.indexOf(mark, index + 1)) {
    if (everyOne || text[index - 1] !== mark) runs += 1;
    if (runs > MAX_DELIMITER_RUNS) return true;
  }
  return false;
}
