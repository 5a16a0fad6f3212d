import type { Functions, SottoChatElement, WidgetConfig } from '@sotto/loader';
import { useEffect, useRef } from 'react';
import { isSameValue } from '../hooks/useSteady';

/** The values that are passed to a widget, and each as it was when the widget was created. */
export interface AppliedProps {
  readonly config: WidgetConfig;
  readonly handlers: Functions;
  readonly open: boolean | undefined;
}

/** A widget with what it was made with: more may have changed while its script was on its way. */
export interface CreatedWidget {
  readonly element: SottoChatElement;
  readonly applied: AppliedProps;
}

/** Passes changes to a widget after it was created. */
export function useUpdates(created: CreatedWidget | null, { config, handlers, open }: AppliedProps): void {
  useChange(created, created?.applied.config, config, (widget, before) => {
    const names = Object.keys({ ...before, ...config }) as (keyof WidgetConfig)[];
    const changed = names.filter((name) => !isSameValue(before?.[name], config[name], () => true));
    void widget.update(Object.fromEntries(changed.map((name) => [name, config[name]])));
  });
  useChange(created, created?.applied.handlers, handlers, (widget, before = {}) => {
    widget.unregisterFunctions(Object.keys(before).filter((name) => !(name in handlers)));
    widget.registerFunctions(handlers);
  });
  useChange(created, created?.applied.open, open, (widget) => {
    if (open !== undefined) void widget.setOpen(open);
  });
}

/** Calls back when a value differs from the one that the same widget received last. */
function useChange<Value>(
  created: CreatedWidget | null,
  first: Value | undefined,
  value: Value,
  onChange: (widget: SottoChatElement, before: Value | undefined) => void,
): void {
  const last = useRef<{ readonly created: CreatedWidget; readonly value: Value }>(undefined);
  useEffect(() => {
    if (!created) return;
    const before = last.current?.created === created ? last.current.value : first;
    last.current = { created, value };
    if (before !== value) onChange(created.element, before);
    // The callback belongs to the value: another one alone is no reason.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [created, value]);
}
