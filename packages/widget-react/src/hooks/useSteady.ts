import { useState } from 'react';
import { useBeforePaint } from './useChange';

type Data = Readonly<Record<string, unknown>>;

/**
 * Returns the same object while its data is equal, even if it is created in every render. Its functions call those of
 * the latest render, so `useCallback` is not needed.
 */
export function useSteady<Value extends object>(value: Value): Value {
  const [steady] = useState(createSteady<Value>);
  useBeforePaint(() => {
    steady.setNewest(value);
  });
  return steady.keep(value);
}

function createSteady<Value extends object>() {
  let newest: Value | undefined;
  let kept: { readonly given: Value; readonly steady: Value } | undefined;
  return {
    /** The previous object, if its data is equal: a discarded render changes only identities. */
    keep(value: Value): Value {
      newest ??= value;
      if (!kept || !isSameValue(kept.given, value, () => true))
        kept = { given: value, steady: forward(value as Data, () => newest as Data) as Value };
      return kept.steady;
    },
    setNewest(value: Value): void {
      newest = value;
    },
  };
}

/** A copy whose functions look up the latest ones when called. */
function forward(data: Data, readNewest: () => Data | undefined): unknown {
  const member = (value: unknown, name: string): unknown => {
    if (typeof value === 'function')
      return (...values: unknown[]): unknown =>
        (readNewest() as Record<string, (...values: unknown[]) => unknown> | undefined)?.[name]?.(...values);
    return isPlainData(value) ? forward(value, () => readNewest()?.[name] as Data | undefined) : value;
  };
  if (Array.isArray(data)) return data.map((value, index) => member(value, String(index)));
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, member(value, name)]));
}

/**
 * Whether a value is a plain object or array, whose members are compared. Elements, dates and files are compared by
 * identity.
 */
function isPlainData(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

/**
 * Whether two values are deeply equal.
 *
 * @param isSameFunction - treats functions as equal, because the latest one is called anyway
 */
export function isSameValue(
  one: unknown,
  other: unknown,
  isSameFunction: (one: unknown, other: unknown) => boolean = Object.is,
): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one === 'function' && typeof other === 'function') return isSameFunction(one, other);
  if (!isPlainData(one) || !isPlainData(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name], isSameFunction))
  );
}

/**
 * Splits values into chunks of one size, so that one more at the end changes only the last chunk. Equal chunks keep
 * their identity.
 */
export function useSteadyPieces<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  const [toPieces] = useState(createSteadyPieces<Value>);
  return toPieces(values, size);
}

/** Remembers the previous chunks for `useSteadyPieces`. */
export function createSteadyPieces<Value>() {
  let known: readonly Value[] = [];
  let pieces: readonly (readonly Value[])[] = [];
  return (values: readonly Value[], size: number): readonly (readonly Value[])[] => {
    if (known === values) return pieces;
    known = values;
    return (pieces = Array.from({ length: Math.ceil(values.length / size) }, (_, index) => {
      const from = index * size;
      const length = Math.min(size, values.length - from);
      const old = pieces[index];
      return old?.length === length && old.every((value, place) => value === values[from + place])
        ? old
        : values.slice(from, from + length);
    }));
  };
}
