/**
 * The parts of valibot that the window protocol uses, without issues, messages and metadata.
 *
 * The panel's build uses this file instead of valibot: the schemas stay the same, and a host page loads a third of
 * the bytes. An invalid payload is dropped or refused as before, but without a reason. `leanSchemas.test.ts` checks
 * that both agree on every message.
 */
interface Schema {
  /** The validated value, or `MISFIT`. */
  read(value: unknown): unknown;
  readonly entries?: Record<string, Schema>;
  readonly fallback?: boolean;
}

const MISFIT = Symbol('misfit');
const when = /* @__NO_SIDE_EFFECTS__ */ <Value>(fits: (value: Value) => boolean): Schema => ({
  read: (value) => (fits(value as Value) ? value : MISFIT),
});
const typed = /* @__NO_SIDE_EFFECTS__ */ (type: string): Schema =>
  when((value) => typeof value === type && !Number.isNaN(value));

export const string = /* @__NO_SIDE_EFFECTS__ */ (): Schema => typed('string');
export const number = /* @__NO_SIDE_EFFECTS__ */ (): Schema => typed('number');
export const boolean = /* @__NO_SIDE_EFFECTS__ */ (): Schema => typed('boolean');
export const unknown = /* @__NO_SIDE_EFFECTS__ */ (): Schema => when(() => true);
export const custom = /* @__NO_SIDE_EFFECTS__ */ (fits: (value: unknown) => boolean): Schema => when(fits);
export const literal = /* @__NO_SIDE_EFFECTS__ */ (wanted: unknown): Schema => when((value) => value === wanted);
export const picklist = /* @__NO_SIDE_EFFECTS__ */ (wanted: readonly unknown[]): Schema =>
  when((value) => wanted.includes(value));
export const check = /* @__NO_SIDE_EFFECTS__ */ (fits: (value: never) => boolean): Schema => when(fits);
export const regex = /* @__NO_SIDE_EFFECTS__ */ (pattern: RegExp): Schema =>
  when((value: string) => pattern.test(value));
export const maxLength = /* @__NO_SIDE_EFFECTS__ */ (most: number): Schema =>
  when((value: string) => value.length <= most);
export const minValue = /* @__NO_SIDE_EFFECTS__ */ (least: number): Schema => when((value: number) => value >= least);
export const maxValue = /* @__NO_SIDE_EFFECTS__ */ (most: number): Schema => when((value: number) => value <= most);
export const toNumber = /* @__NO_SIDE_EFFECTS__ */ (): Schema => transform((value) => Number(value));
export const maxEntries = /* @__NO_SIDE_EFFECTS__ */ (most: number): Schema =>
  when((value: object) => Object.keys(value).length <= most);
export const integer = /* @__NO_SIDE_EFFECTS__ */ (): Schema => when((value) => Number.isInteger(value));
export const transform = /* @__NO_SIDE_EFFECTS__ */ <Value>(change: (value: Value) => unknown): Schema => ({
  read: (value) => change(value as Value),
});

const orElse = /* @__NO_SIDE_EFFECTS__ */ (schema: Schema, absent: readonly unknown[], fallback?: unknown): Schema => ({
  fallback: absent.includes(undefined),
  read: (value) => (!absent.includes(value) ? schema.read(value) : fallback === undefined ? value : fallback),
});
export const optional = /* @__NO_SIDE_EFFECTS__ */ (schema: Schema, fallback?: unknown): Schema =>
  orElse(schema, [undefined], fallback);
export const nullable = /* @__NO_SIDE_EFFECTS__ */ (schema: Schema): Schema => orElse(schema, [null]);
export const nullish = /* @__NO_SIDE_EFFECTS__ */ (schema: Schema): Schema => orElse(schema, [undefined, null]);

export const pipe = /* @__NO_SIDE_EFFECTS__ */ (...steps: readonly Schema[]): Schema => ({
  read: (value) => steps.reduce((read, step) => (read === MISFIT ? read : step.read(read)), value),
});
export const union = /* @__NO_SIDE_EFFECTS__ */ (choices: readonly Schema[]): Schema => ({
  read(value) {
    for (const choice of choices) {
      const read = choice.read(value);
      if (read !== MISFIT) return read;
    }
    return MISFIT;
  },
});
export const lazy = /* @__NO_SIDE_EFFECTS__ */ (choose: (value: unknown) => Schema): Schema => ({
  read: (value) => choose(value).read(value),
});

/** Copies validated entries into a new object. */
function collect(pairs: Iterable<readonly [string, unknown]>): unknown {
  const collected: Record<string, unknown> = {};
  for (const [key, read] of pairs) {
    if (read === MISFIT) return MISFIT;
    collected[key] = read;
  }
  return collected;
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export const object = /* @__NO_SIDE_EFFECTS__ */ (entries: Record<string, Schema>): Schema => ({
  entries,
  read(value) {
    if (!isObject(value)) return MISFIT;
    const present = Object.entries(entries).map(
      ([key, schema]) => [key, key in value || schema.fallback ? schema.read(value[key]) : MISFIT] as const,
    );
    return collect(present.filter(([key, read]) => key in value || read !== undefined));
  },
});
export const record = /* @__NO_SIDE_EFFECTS__ */ (key: Schema, entry: Schema): Schema => ({
  read: (value) =>
    isObject(value)
      ? collect(
          Object.entries(value).map(([name, one]) => [name, key.read(name) === MISFIT ? MISFIT : entry.read(one)]),
        )
      : MISFIT,
});
export const array = /* @__NO_SIDE_EFFECTS__ */ (item: Schema): Schema => ({
  read(value) {
    const read = Array.isArray(value) ? value.map((one) => item.read(one)) : [MISFIT];
    return read.includes(MISFIT) ? MISFIT : read;
  },
});

/** The issue of an invalid value, without details. */
export interface LeanIssue {
  readonly message: string;
}

/** Like valibot's, but with one issue that has no path. */
export function safeParse(
  schema: Schema,
  value: unknown,
): { success: true; output: unknown } | { success: false; issues: [LeanIssue] } {
  const output = schema.read(value);
  return output === MISFIT
    ? { success: false, issues: [{ message: 'it has another shape' }] }
    : { success: true, output };
}

/** Like valibot's path of an issue, which is unknown here. */
export function getDotPath(): null {
  return null;
}
