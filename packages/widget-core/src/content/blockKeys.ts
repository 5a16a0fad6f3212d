import { nearestName } from '../lib/nearestName';
import { formatValue } from '../lib/formatValue';
import { isPlainObject, type PlainValue } from './rich/readObject';

/** An invalid value in a card, carousel, button group or form. */
export interface BlockProblem {
  /** Path of the value: `fields.1.type`; empty for the block itself. */
  readonly key: string;
  /** What is wrong, what is allowed and what is done instead, as a sentence for the block's author. */
  readonly message: string;
}

/** Called with invalid values. Nothing is logged here. */
export type ReportBlockProblem = (problem: BlockProblem) => void;

/** Path of a value in a block, and the callback for problems with it. */
export interface FieldContext {
  readonly key: string;
  readonly report: ReportBlockProblem;
}

/** Rule for the values of a key. */
export interface BlockKey<Value> {
  /** Description of the allowed values, for the block's author. */
  readonly allowed: string;
  /** Returns the parsed value, or undefined if it is invalid. */
  readonly read: (value: PlainValue, context: FieldContext) => Value | undefined;
  /** What happens to an invalid value. @default 'It is left out.' */
  readonly otherwise?: string;
}

type ValueOf<Key> = Key extends BlockKey<infer Value> ? Value : never;

/** Returns the valid keys of an object and reports the invalid ones. Keys without a value count as missing. */
export function readKeys<Keys extends Readonly<Record<string, BlockKey<unknown>>>>(
  keys: Keys,
  value: PlainValue,
  context: FieldContext,
): { readonly [Name in keyof Keys]?: ValueOf<Keys[Name]> } {
  const read: Record<string, unknown> = {};
  const names = Object.keys(keys);
  if (!isPlainObject(value)) {
    reportProblem(context, `must be an object with ${names.join(', ')}; ${formatValue(value)} is not.`);
    return {};
  }
  for (const [name, written] of Object.entries(value)) {
    const inner = inside(context, name);
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (!key) reportProblem(inner, `is not known here; ${names.join(', ')} are.${nearestName(name, names)}`);
    else if (written !== null && written !== '') {
      const fits = key.read(written, inner);
      if (fits === undefined)
        reportProblem(
          inner,
          `must be ${key.allowed}; ${formatValue(written)} is not. ${key.otherwise ?? 'It is left out.'}`,
        );
      else read[name] = fits;
    }
  }
  return read as { readonly [Name in keyof Keys]?: ValueOf<Keys[Name]> };
}

/** Reports that an entry is omitted because a required key is missing. */
export function lacking(what: string, need: string, context: FieldContext): undefined {
  reportProblem(context, `is left out: ${what} needs ${need}.`);
}

/** A string, number or boolean as text. */
export const TEXT: BlockKey<string> = { allowed: 'a text', read: text };

/** A text that meets a condition. */
export function textThat(allowed: string, fits: (text: string) => boolean): BlockKey<string> {
  return {
    allowed,
    read(value) {
      const found = text(value);
      return found !== undefined && fits(found) ? found : undefined;
    },
  };
}

export const TRUE_OR_FALSE: BlockKey<boolean> = {
  allowed: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

/**
 * One of several words, in any case.
 *
 * @param refused - words that are recognized and reported, and returned for the reader to handle
 */
export function oneOf<const Word extends string, const Refused extends string = never>(
  words: readonly Word[],
  fallback: Word,
  refused: readonly Refused[] = [],
): BlockKey<Word | Refused> {
  const allowed = words.join(', ').replace(/, ([^,]+)$/, ' or $1');
  const isSame =
    (written: string) =>
    (word: string): boolean =>
      word.toLowerCase() === written.toLowerCase();
  return {
    allowed,
    otherwise: `It counts as ${fallback}.`,
    read(value, context) {
      const written = text(value);
      if (written === undefined) return undefined;
      const isRefused = refused.find(isSame(written));
      if (isRefused !== undefined)
        reportProblem(
          context,
          `must be ${allowed}; ${formatValue(written)} is never asked for, and what it stands in is left out.`,
        );
      return isRefused ?? words.find(isSame(written));
    },
  };
}

/**
 * A list whose entries are parsed one by one. Invalid entries are reported and dropped; entries above the limit are
 * omitted.
 */
export function listOf<Entry>(
  what: string,
  limit: number,
  readEntry: (value: PlainValue, context: FieldContext) => Entry | undefined,
): BlockKey<readonly Entry[]> {
  return {
    allowed: `a list of at most ${String(limit)} ${what}`,
    read(value, context) {
      if (!Array.isArray(value)) return undefined;
      const entries: Entry[] = [];
      for (const [index, written] of (value as readonly PlainValue[]).entries()) {
        if (entries.length === limit) {
          reportProblem(context, `must be a list of at most ${String(limit)} ${what}; the others are left out.`);
          break;
        }
        const entry = readEntry(written, inside(context, String(index)));
        if (entry !== undefined) entries.push(entry);
      }
      return entries;
    },
  };
}

function inside({ key, report }: FieldContext, name: string): FieldContext {
  return { key: key === '' ? name : `${key}.${name}`, report };
}

function reportProblem({ key, report }: FieldContext, sentence: string): void {
  report({ key, message: `${key === '' ? 'It' : key} ${sentence}` });
}

/** A string, number or boolean as text; `undefined` if it is blank or of another type. */
function text(value: PlainValue): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
