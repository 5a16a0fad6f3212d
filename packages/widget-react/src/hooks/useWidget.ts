import { useContext, useEffect, useRef } from 'react';
import type { Widget, WidgetEventMap } from '@sotto/widget-core';
import { WidgetContext } from '../WidgetProvider';

/**
 * The widget of this tree: its actions, and its stores for whoever needs them whole. Throws outside a `WidgetProvider`.
 */
export function useWidget(): Widget {
  const widget = useContext(WidgetContext);
  if (!widget) throw new Error('A Sotto component needs a <WidgetProvider> or <ChatWidget> around it');
  return widget;
}

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
