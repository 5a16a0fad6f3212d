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

/** What opened or closed a widget in the page: a part of it that the visitor used, or the page's code (`api`). */
export type OpenReason = 'launcher' | 'peek' | 'close-button' | 'escape' | 'api';

const reasons = new WeakMap<Widget, OpenReason>();

/** Opens or closes a widget for a reason, which the listener of `openchange` takes meanwhile. */
export function setOpen(widget: Widget, isOpen: boolean, reason: OpenReason): void {
  reasons.set(widget, reason);
  widget.view.setOpen(isOpen);
  reasons.delete(widget);
}

/** The reason of a change that begins; a change that a listener makes in response has its own. */
export function takeOpenReason(widget: Widget): OpenReason {
  const reason = reasons.get(widget) ?? 'api';
  reasons.delete(widget);
  return reason;
}
