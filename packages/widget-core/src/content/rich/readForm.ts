import { isPlainObject, readPlainValue, type PlainValue } from './readObject';

/** A field as it stands in a form when it is read. */
export interface FilledField {
  readonly name: string;
  /** The field's type; an unknown one counts as text. */
  readonly type: string;
  /** What was typed or chosen; a checkbox gives `true` or `false`. */
  readonly value: string | boolean;
}

/** The values of a form, or the names of the object fields that hold no object. */
export type FormReading =
  | { readonly ok: true; readonly values: Readonly<Record<string, PlainValue>> }
  | { readonly ok: false; readonly invalid: readonly string[] };

/**
 * Reads a filled-in form by the rules of the specification, section 5 (W-22, H-17).
 *
 * Fields with a blank name or one that begins with `_` are dropped. An object field is YAML or JSON
 * and must be an object, otherwise the whole form yields nothing; empty it is `null`. Numbers are
 * trimmed, and dropped when empty or not numeric.
 */
export function readForm(fields: readonly FilledField[]): FormReading {
  const values = Object.create(null) as Record<string, PlainValue>;
  const invalid: string[] = [];
  for (const field of fields) {
    if (field.name.trim() === '' || field.name.startsWith('_')) continue;
    const value = readField(field);
    if (value === 'not an object') invalid.push(field.name);
    else if (value !== undefined) values[field.name] = value.value;
  }
  return invalid.length > 0 ? { ok: false, invalid } : { ok: true, values };
}

function readField(field: FilledField): { readonly value: PlainValue } | 'not an object' | undefined {
  const { value } = field;
  if (field.type === 'checkbox') return { value: value === true || value === 'true' || value === 'on' };
  const text = String(value);
  if (field.type === 'number') {
    const trimmed = text.trim();
    const number = Number(trimmed);
    return trimmed === '' || !Number.isFinite(number) ? undefined : { value: number };
  }
  if (field.type !== 'object') return { value: text };
  if (text.trim() === '') return { value: null };
  const read = readPlainValue(text.trim());
  return read && isPlainObject(read.value) ? read : 'not an object';
}
