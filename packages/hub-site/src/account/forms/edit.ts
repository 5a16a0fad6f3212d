import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import { ApiFailure } from '../../site/hubClient';
import { isObject } from '../../site/isObject';
import { nameOf, submitForm, type Edit, type FormState } from './formState';

/** A stored item: its version, and the values that an unchanged form would submit. */
export interface Stored {
  readonly state: number;
  readonly fields: JsonObject;
}

/** Loads and saves the item of a form. */
interface EditWork<Value, Done> {
  readonly load: () => Promise<Stored>;
  /** `state` is the edited version. @throws ApiFailure `CONFLICT` if another one is stored */
  readonly save: (value: Value, state: number | undefined) => Promise<Done>;
}

/** Number of attempts to save if only other fields have changed in the meantime. */
const TRIES = 3;

/** Hidden fields of a form: the state it shows, and a digest of each field to determine later which side changed it. */
export function editFields({ state, fields }: Stored): { readonly state: string; readonly shown: string } {
  return { state: String(state), shown: JSON.stringify(Object.fromEntries([...digests(fields)])) };
}

/**
 * Saves a form, unless a field that was changed here was also changed elsewhere.
 *
 * Changes of other fields are kept, and so are values chosen for fields in conflict (`keep-{field}=stored`).
 *
 * @param typed - the values of the form, in the shape the schema requires
 * @returns `hasMerged`: a change made elsewhere was kept; or the form as it was submitted
 */
export async function saveEdit<Schema extends v.GenericSchema<unknown, object>, Done>(
  form: URLSearchParams,
  schema: Schema,
  typed: JsonObject,
  { load, save }: EditWork<v.InferOutput<Schema>, Done>,
): Promise<{ done: Done; hasMerged: boolean } | { state: FormState }> {
  let hasMerged = false;
  const answer = await submitForm(form, schema, typed, async (value) => {
    let state = readState(form);
    let kept = [...flat(typed).keys()].filter((path) => form.get(`keep-${nameOf(path, typed)}`) === 'stored');
    for (let count = 1; ; count += 1) {
      try {
        return await save(kept.length === 0 ? value : without(value, kept, (await load()).fields), state);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'CONFLICT' || count === TRIES) throw error;
        const stored = await load();
        const { clashes, untouched } = compare(form, typed, stored.fields);
        if (stored.state === state || clashes.length > 0) throw error;
        state = stored.state;
        kept = [...new Set([...kept, ...untouched])];
        hasMerged = hasMerged || untouched.length > 0;
      }
    }
  });
  return 'state' in answer ? answer : { done: answer.done, hasMerged };
}

/** The submitted form, with changes made elsewhere since it was shown. Other forms of the page are unchanged. */
export function withEdit(
  state: FormState,
  name: string,
  read: (form: URLSearchParams) => JsonObject,
  stored: Stored,
): FormState {
  return state.name === name && state.values.has('shown')
    ? { ...state, edit: compareEdit(state.values, read(state.values), stored.fields) }
    : state;
}

/** Differences between a form and the stored item. */
export function compareEdit(form: URLSearchParams, typed: JsonObject, stored: JsonObject): Edit {
  const { clashes, untouched } = compare(form, typed, stored);
  const names = (paths: readonly string[]): Set<string> => new Set(paths.map((path) => nameOf(path, typed)));
  return { clashes: names(clashes), merged: names(untouched) };
}

function compare(
  form: URLSearchParams,
  typed: JsonObject,
  stored: JsonObject,
): { clashes: string[]; untouched: string[] } {
  const shown = readShown(form);
  const [mine, now] = [digests(typed), digests(stored)];
  const differs = [...mine.keys()].filter(
    (path) => shown[path] !== undefined && now.get(path) !== shown[path] && now.get(path) !== mine.get(path),
  );
  return {
    clashes: differs.filter((path) => mine.get(path) !== shown[path]),
    untouched: differs.filter((path) => mine.get(path) === shown[path]),
  };
}

/**
 * Replaces these fields of the form's value with the stored ones: top-level fields are omitted, nested ones inserted.
 */
function without<Value extends object>(value: Value, paths: readonly string[], stored: JsonObject): Value {
  const changed = { ...value };
  for (const path of paths) {
    const [field = '', inner] = path.split('.');
    if (inner === undefined) Reflect.deleteProperty(changed, field);
    else
      Reflect.set(changed, field, {
        ...(Reflect.get(changed, field) as JsonObject | undefined),
        [inner]: (stored[field] as JsonObject | undefined)?.[inner],
      });
  }
  return changed;
}

/**
 * Flattens an object by path; first-level objects are expanded, because forms have separate fields for their members.
 */
function flat(fields: JsonObject): Map<string, Json> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]): [string, Json][] =>
      isObject(value) ? Object.entries(value).map(([inner, part]) => [`${name}.${inner}`, part]) : [[name, value]],
    ),
  );
}

function digests(fields: JsonObject): Map<string, string> {
  return new Map([...flat(fields)].map(([path, value]) => [path, digest(value)]));
}

/** Normalizes line ends, and the order of checked options, which depends on the page. */
function digest(value: Json): string {
  const plain =
    typeof value === 'string'
      ? value.replaceAll(/\r\n?/g, '\n')
      : Array.isArray(value)
        ? value.map((entry) => JSON.stringify(entry)).sort()
        : value;
  return createHash('sha256').update(JSON.stringify(plain)).digest('base64url').slice(0, 12);
}

function readState(form: URLSearchParams): number | undefined {
  const text = form.get('state') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function readShown(form: URLSearchParams): Readonly<Record<string, unknown>> {
  try {
    const shown: unknown = JSON.parse(form.get('shown') ?? '{}');
    return typeof shown === 'object' && shown !== null ? (shown as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
