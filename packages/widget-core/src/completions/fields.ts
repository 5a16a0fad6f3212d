// Not those of `transports/readEvents`: what reads completions is a part of its own, which shares no file with others.

/** An object of a backend, of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** A field that is an object; empty for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A field that is a list of objects; empty for anything else. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** A field that is text; empty for anything else. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A field that is a number; undefined for anything else. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
