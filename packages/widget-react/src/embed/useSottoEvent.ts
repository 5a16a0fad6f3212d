import type { WidgetEvents, Functions } from '@sotto/loader';
import { useEffect, useRef } from 'react';
import { useSottoElement } from './useSottoChat';
import { useSteady } from '../hooks/useSteady';

/**
 * Listens to an event of the hosted widget. The listener may be inline: the latest one is called.
 *
 * @param id - selects a widget if the page has several. @default the first one
 */
export function useSottoEvent<Name extends keyof WidgetEvents>(
  name: Name,
  listener: (detail: WidgetEvents[Name], event: CustomEvent<WidgetEvents[Name]>) => void,
  id?: string,
): void {
  const element = useSottoElement(id);
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => {
    // The element's own `on` would load the rest of it.
    const handler = (event: Event): void => {
      const widgetEvent = event as CustomEvent<WidgetEvents[Name]>;
      newest.current(widgetEvent.detail, widgetEvent);
    };
    element?.addEventListener(name, handler);
    return () => {
      element?.removeEventListener(name, handler);
    };
  }, [element, name]);
}

/**
 * Lets the bot call functions of this component while it is mounted, in addition to others.
 *
 * The functions may be inline: only changes of names, descriptions or parameters are passed to the widget, and the
 * latest handler is called.
 *
 * @param id - selects a widget if the page has several. @default the first one
 */
export function useSottoFunctions(functions: Functions, id?: string): void {
  const element = useSottoElement(id);
  const steady = useSteady(functions);
  useEffect(() => {
    if (!element) return;
    element.registerFunctions(steady);
    return () => {
      // A destroyed widget has no functions.
      if (element.isConnected) element.unregisterFunctions(Object.keys(steady));
    };
  }, [element, steady]);
}
