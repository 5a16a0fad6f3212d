import type { Json, JsonObject, WordMap } from '@sotto/widget-core';
import type { FilledField, FormContent, FormFieldContent, PlainValue } from '@sotto/widget-core/content';
import { readInlineText } from './richInline';

/** Name of a field's controls, with a prefix: the field's own name could shadow a property of the form element. */
export function controlName(index: number): string {
  return `field-${index}`;
}

/** Current values of a form's fields. */
export function readFields(element: HTMLFormElement, form: FormContent): readonly FilledField[] {
  const data = new FormData(element);
  return form.fields.map(({ name, type }, index) => {
    const value = data.get(controlName(index));
    return { name, type, value: type === 'checkbox' ? value !== null : typeof value === 'string' ? value : '' };
  });
}

/** The form as a message, one line per field (contract 3.4). */
export function writeFormMessage(
  form: FormContent,
  filled: readonly FilledField[],
  words: Pick<WordMap, 'confirmYes' | 'confirmNo'>,
): string {
  return form.fields
    .map((field, index) => {
      const value = filled[index]?.value ?? '';
      const shown = typeof value === 'boolean' ? (value ? words.confirmYes : words.confirmNo) : captionOf(field, value);
      return `${readInlineText(field.label)}: ${shown.replace(/\s*\n\s*/g, ' ').trim() || '–'}`;
    })
    .join('\n');
}

function captionOf(field: FormFieldContent, value: string): string {
  if (field.type !== 'select' && field.type !== 'radio') return value;
  const option = field.options.find((candidate) => candidate.value === value);
  return option ? readInlineText(option.caption) : value;
}

/** The values as JSON for `meta`, without keys that reach into prototypes. */
export function toMeta(values: Readonly<Record<string, PlainValue>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => !UNSAFE_KEYS.has(key))
      .map(([key, value]) => [key, toJson(value)]),
  );
}

const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function toJson(value: PlainValue): Json {
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map(toJson) : toMeta(value);
}

function isList(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value);
}
