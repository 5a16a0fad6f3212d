import type { WidgetEvents, Functions } from '@sotto/loader';
import { useEffect, useRef } from 'react';
import { useSottoElement } from './useSottoChat';
import { useSteady } from '../hooks/useSteady';

/**
 * Listens to one kind of event of the hosted widget. The newest listener is called; it may be written in place.
 *
 * @param id - which widget, when the page has several. @default the first one
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
    // The element's own `on` would fetch the rest of it; listening costs nothing.
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
 * Lets the bot call functions of this component while it is on the screen, beside those registered elsewhere.
 *
 * They may be written in place: only a change of names, descriptions or parameters is passed to the widget, and the
 * newest handler is called.
 *
 * @param id - which widget, when the page has several. @default the first one
 */
export function useSottoFunctions(functions: Functions, id?: string): void {
  const element = useSottoElement(id);
  const steady = useSteady(functions);
  useEffect(() => {
    if (!element) return;
    element.registerFunctions(steady);
    return () => {
      // A widget that is gone has taken them with it.
      if (element.isConnected) element.unregisterFunctions(Object.keys(steady));
    };
  }, [element, steady]);
}
