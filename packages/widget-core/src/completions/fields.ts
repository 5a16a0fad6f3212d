// Not shared with `transports/readEvents`, because the completions module is a chunk of its own without shared files.

/** An object of a backend with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads an object field; empty for any other type. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** Reads a list of objects; empty for any other type. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Reads a text field; empty for any other type. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Reads a number field; undefined for any other type. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
