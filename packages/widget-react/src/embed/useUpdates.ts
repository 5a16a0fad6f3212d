import type { Functions, SottoChatElement, WidgetConfig } from '@sotto/loader';
import { useEffect, useRef } from 'react';
import { isSameValue } from '../hooks/sameValue';

/** Tells a widget what has changed since it was made. The first time there is nothing to tell: it was made with it. */
export function useUpdates(element: SottoChatElement | null, config: WidgetConfig, functions: Functions, open: boolean | undefined): void {
  useChange(element, config, (widget, before) => {
    const names = Object.keys({ ...before, ...config }) as (keyof WidgetConfig)[];
    const changed = names.filter((name) => !isSameValue(before[name], config[name], () => true));
    void widget.update(Object.fromEntries(changed.map((name) => [name, config[name]])));
  });
  useChange(element, functions, (widget, before) => {
    widget.unregisterFunctions(Object.keys(before).filter((name) => !(name in functions)));
    widget.registerFunctions(functions);
  });
  useChange(element, open, (widget) => {
    if (open !== undefined) void widget.setOpen(open);
  });
}

/** Calls back when a value is another one than before, for the same widget. */
function useChange<Value>(element: SottoChatElement | null, value: Value, onChange: (widget: SottoChatElement, before: Value) => void): void {
  const told = useRef<{ readonly element: SottoChatElement | null; readonly value: Value }>(undefined);
  useEffect(() => {
    const before = told.current;
    told.current = { element, value };
    if (element && before?.element === element && before.value !== value) onChange(element, before.value);
    // The callback belongs to the value: another one alone is no reason.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [element, value]);
}
