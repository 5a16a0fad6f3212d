import { useEffect, useRef } from 'react';
import type { WidgetEventMap } from '@sotto/widget-core';
import { useWidget } from './useWidget';

/** Listens to an event of the widget as long as the component is mounted. The listener may be written in place. */
export function useWidgetEvent<Name extends keyof WidgetEventMap>(
  name: Name,
  listener: (detail: WidgetEventMap[Name]) => void,
): void {
  const widget = useWidget();
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(
    () =>
      widget.on(name, (detail) => {
        newest.current(detail);
      }),
    [widget, name],
  );
}
