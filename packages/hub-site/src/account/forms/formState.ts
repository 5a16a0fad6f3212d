import { STEP_UP } from '@sotto/hub-api';
import type { ApiErrorCode, JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { ApiFailure } from '../../site/hubClient';
import { isObject } from '../../site/isObject';

/** Differences between a form and the stored item, by field name. */
export interface Edit {
  /** Changed here and elsewhere: the user must choose. */
  readonly clashes: ReadonlySet<string>;
  /** Changed elsewhere only: the form shows what is stored. */
  readonly merged: ReadonlySet<string>;
}

/** State of a form: its values and errors. A refused form keeps everything that was typed. */
export interface FormState {
  /** Name of the form on a page with several; only this one shows its errors. */
  readonly name: string;
  readonly values: URLSearchParams;
  /** Error messages by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** The server's error. */
  readonly failure?: {
    readonly code: ApiErrorCode;
    readonly message: string;
    /** Whether it works once the person has confirmed that it is them. */
    readonly needsStepUp?: boolean;
  };
  /** Result of the form's action, shown below the form. */
  readonly result?: JsonObject;
  /** Differences to changes stored elsewhere in the meantime. */
  readonly edit?: Edit;
}

/** A form with only a button, whose errors are shown at the top of the page. */
export const BUTTON_ONLY: URLSearchParams = new URLSearchParams();

/** A form that has not been submitted. */
export const UNSENT: FormState = { name: '', values: new URLSearchParams(), errors: {} };

/**
 * Validates the values of a form and runs its action.
 *
 * @param fields - the form's fields in the shape the schema requires
 * @returns the result of the action, or the form as it was submitted with its errors
 */
export async function submitForm<Schema extends v.GenericSchema, Done>(
  form: URLSearchParams,
  schema: Schema,
  fields: unknown,
  work: (value: v.InferOutput<Schema>) => Promise<Done>,
): Promise<{ done: Done } | { state: FormState }> {
  const name = form.get('form') ?? '';
  const checked = v.safeParse(schema, fields);
  if (!checked.success) {
    const errors: Record<string, string> = {};
    for (const issue of checked.issues) errors[fieldOf(v.getDotPath(issue), fields)] ??= sentence(issue);
    return { state: { name, values: form, errors } };
  }
  try {
    return { done: await work(checked.output) };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { code, message, details } = error;
    const needsStepUp = details.some(({ path }) => path === STEP_UP);
    return {
      state: { name, values: form, errors: {}, failure: { code, message, ...(needsStepUp && { needsStepUp }) } },
    };
  }
}

/**
 * Field names are setting names; nested fields have their full path if the item itself has a field of the same name.
 */
export function nameOf(path: string, fields: JsonObject): string {
  const name = path.split('.').at(-1) ?? path;
  return path !== name && Object.hasOwn(fields, name) ? path : name;
}

/** Name of the field with an error: members of objects have fields of their own. */
function fieldOf(path: string | null, fields: unknown): string {
  const [field = '', member] = path?.split('.') ?? [];
  const value = (fields as JsonObject | undefined)?.[field];
  return member !== undefined && isObject(value) ? nameOf(`${field}.${member}`, fields as JsonObject) : field;
}

/** Error message for a field: the schema's own, or words for one of valibot's, which begin with "Invalid". */
function sentence(issue: v.BaseIssue<unknown>): string {
  const { message } = issue;
  if (!message.startsWith('Invalid ')) return `${message.replace(/\.$/, '')}.`;
  if (issue.expected === 'number') return 'Enter a number.';
  const things = Array.isArray(issue.input) ? '' : ' characters';
  if (issue.type === 'max_length') return `At most ${String(issue.requirement)}${things}.`;
  if (issue.type === 'min_length')
    return String(issue.requirement) === '1'
      ? 'This field is needed.'
      : `At least ${String(issue.requirement)}${things}.`;
  if (issue.type === 'min_value') return `At least ${String(issue.requirement)}.`;
  if (issue.type === 'max_value') return `At most ${String(issue.requirement)}.`;
  return `${message}.`;
}
