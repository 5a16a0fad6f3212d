import { useContext, useEffect, useRef } from 'react';
import type { Widget, WidgetEventMap } from '@sotto/widget-core';
import { WidgetContext } from '../WidgetProvider';

/** Returns the widget of this tree, with its actions and stores. Throws outside a `WidgetProvider`. */
export function useWidget(): Widget {
  const widget = useContext(WidgetContext);
  if (!widget) throw new Error('A Sotto component needs a <WidgetProvider> or <ChatWidget> around it');
  return widget;
}

/** Listens to an event of the widget while the component is mounted. The listener may be inline. */
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
