import { nearest } from '../manifest/nearest';

/** An option of a command: with a value or without. */
export type OptionKinds = Readonly<Record<string, 'flag' | 'text'>>;

/** A mistake on the command line, with a message for the user. */
export class UsageError extends Error {}

/**
 * Reads `--name value`, `--name=value` and `--name` into values by name; an option may be repeated.
 *
 * @throws UsageError for an unknown option, with the nearest known name
 */
export function readArguments(words: readonly string[], kinds: OptionKinds): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, given] = /^--([^=]+)(?:=(.*))?$/.exec(word) ?? [];
    if (name === undefined) throw new UsageError(`Unexpected "${word}"`);
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined)
      throw new UsageError(`There is no option --${name}${suggestion(name, Object.keys(kinds), '--')}`);
    if (kind === 'flag' && given !== undefined) throw new UsageError(`--${name} takes no value`);
    const value = kind === 'flag' ? '' : (given ?? (rest[0]?.startsWith('--') ? undefined : rest.shift()));
    if (value === undefined || (kind === 'text' && value === '')) throw new UsageError(`--${name} needs a value`);
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

/** `; did you mean X?`, or an empty string. */
export function suggestion(written: string, names: readonly string[], prefix = ''): string {
  const name = nearest(written, names);
  return name === undefined ? '' : `; did you mean ${prefix}${name}?`;
}
