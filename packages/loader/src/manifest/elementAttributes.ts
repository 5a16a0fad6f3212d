import type { WidgetEvents } from '../types';
import type { NamedAttributes } from './namedAttributes';

/** Every attribute of `<sotto-chat>`, as JSX writes it. */
export type SottoChatAttributes = NamedAttributes & {
  /** A field of the theme, such as `theme-button-primary`. */
  [field: `theme-${string}`]: string | number | undefined;
};

/** Listeners by attribute: `onready`, `onreceive`. */
export type SottoChatListeners = {
  [Type in keyof WidgetEvents as `on${Type}`]?: ((event: CustomEvent<WidgetEvents[Type]>) => void) | undefined;
};
