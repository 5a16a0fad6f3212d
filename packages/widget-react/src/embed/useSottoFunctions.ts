import type { Functions } from '@sotto/loader';
import { useEffect } from 'react';
import { useSottoElement } from './useSottoChat';
import { useSteady } from '../hooks/useSteady';

/**
 * Lets the bot call functions of this component while it is on the screen, beside those registered elsewhere.
 *
 * They may be written in place: only a change of names, descriptions or parameters is told to the widget, and the
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
