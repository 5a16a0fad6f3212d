import { createContext, useEffect, useState, type ReactNode } from 'react';
import type { Widget } from '@sotto/widget-core';

/** The widget of a component tree. */
export const WidgetContext = createContext<Widget | undefined>(undefined);

/** Either an existing widget, or a function that creates one. */
export type WidgetProviderProps = { readonly children?: ReactNode } & (
  | { readonly widget: Widget; readonly create?: undefined }
  | {
      readonly widget?: undefined;
      /**
       * Called once per mount, in an effect: never on a server, and again after StrictMode's simulated unmount. The
       * widget is closed on unmount.
       */
      readonly create: () => Widget;
    }
);

/**
 * Provides a core widget through context. A widget made by `create` belongs to this component and is closed with it.
 */
export function WidgetProvider(props: WidgetProviderProps) {
  const made = useMadeWidget(props.create);
  const widget = props.widget ?? made;
  return widget ? <WidgetContext.Provider value={widget}>{props.children}</WidgetContext.Provider> : null;
}

function useMadeWidget(create: (() => Widget) | undefined): Widget | undefined {
  const [widget, setWidget] = useState<Widget>();
  const hasCreate = create !== undefined;
  useEffect(() => {
    if (!create) return;
    const made = create();
    setWidget(made);
    return () => {
      setWidget(undefined);
      made.close();
    };
    // A new function does not create a new widget; use another `key` for that.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasCreate]);
  return widget;
}
