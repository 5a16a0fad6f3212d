import { useEffect, useLayoutEffect, useRef } from 'react';

/** A widget with the values it was created with; the component's props may have changed before its first render. */
export interface Created<Widget, Applied> {
  readonly widget: Widget;
  readonly applied: Applied;
}

/** React 18 warns about layout effects on a server. */
export const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Calls back when a value differs from the last one passed to this widget, before the next paint: the conversation of
 * a previous visitor must not stay visible for another frame.
 *
 * @param readFirst - returns the value that the widget was created with
 */
export function useChange<Widget, Applied, Value>(
  created: Created<Widget, Applied> | null,
  readFirst: (applied: Applied) => Value,
  value: Value,
  onChange: (widget: Widget, before: Value) => void,
): void {
  const last = useRef<{ readonly created: Created<Widget, Applied>; readonly value: Value }>(undefined);
  useBeforePaint(() => {
    if (!created) return;
    const before = last.current?.created === created ? last.current.value : readFirst(created.applied);
    last.current = { created, value };
    if (before !== value) onChange(created.widget, before);
  }, [created, value]);
}
