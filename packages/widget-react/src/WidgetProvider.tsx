import { createContext, useEffect, useState, type ReactNode } from 'react';
import type { Widget } from '@sotto/widget-core';

/** The widget a tree of components belongs to. */
export const WidgetContext = createContext<Widget | undefined>(undefined);

/** What `WidgetProvider` is given: a widget that lives elsewhere, or how to make one. */
export type WidgetProviderProps = { readonly children?: ReactNode } & (
  | { readonly widget: Widget; readonly create?: undefined }
  | {
      readonly widget?: undefined;
      /**
       * Called once per mount, in an effect: never on a server, and made anew after StrictMode's rehearsal. The widget
       * is closed on unmount.
       */
      readonly create: () => Widget;
    }
);

/** Puts one core widget into context. With `create` the widget belongs to this component and is closed with it. */
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
    // A new function is not a new widget: give the provider another `key` for that.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasCreate]);
  return widget;
}
