import { useEffect, useRef } from 'react';
import { isPlainData, isSameValue } from './sameValue';

type Data = Readonly<Record<string, unknown>>;

/**
 * The same object for as long as its data is the same, however often it is written anew in a render. Its functions call
 * those of the newest render, so that a handler sees the state of now and nobody needs `useCallback`.
 */
export function useSteady<Value extends object>(value: Value): Value {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  const kept = useRef<{ readonly given: Value; readonly steady: Value }>(undefined);
  if (!kept.current || !isSameValue(kept.current.given, value, () => true)) {
    kept.current = { given: value, steady: forward(value as Data, () => newest.current as Data) as Value };
  }
  return kept.current.steady;
}

/** A copy whose functions are looked up when they are called. */
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
