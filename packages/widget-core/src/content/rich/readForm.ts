import { isPlainObject, readPlainValue, type PlainValue } from './readObject';

/** A filled-in field of a form. */
export interface FilledField {
  readonly name: string;
  /** Type of the field; unknown types count as text. */
  readonly type: string;
  /** The entered or selected value; `true` or `false` for a checkbox. */
  readonly value: string | boolean;
}

/** The values of a form, or the names of the object fields with invalid content. */
export type FormReading =
  | { readonly ok: true; readonly values: Readonly<Record<string, PlainValue>> }
  | { readonly ok: false; readonly invalid: readonly string[] };

/**
 * Reads a filled-in form by the rules of the specification, section 5 (W-22, H-17).
 *
 * Fields with a blank name or one that starts with `_` are omitted. An object field must contain a YAML or JSON object,
 * otherwise the whole form is rejected; empty, it is `null`. Numbers are trimmed, and omitted if empty or not numeric.
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
