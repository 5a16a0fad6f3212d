import type { JSX as Solid } from 'solid-js';
import type { SottoChatAttributes } from '../manifest/elementAttributes';
import type { SottoChatElement, WidgetEvents } from '../types';

/** `<sotto-chat>` in JSX; `on:receive` listens to an event. */
export type SottoChatProps = Omit<Solid.HTMLAttributes<SottoChatElement>, keyof SottoChatAttributes> &
  SottoChatAttributes & {
    [Type in keyof WidgetEvents as `on:${Type}`]?: ((event: CustomEvent<WidgetEvents[Type]>) => void) | undefined;
  };

declare module 'solid-js' {
  // oxlint-disable-next-line typescript/no-namespace -- the name Solid gives it
  namespace JSX {
    interface IntrinsicElements {
      'sotto-chat': SottoChatProps;
    }
  }
}
