import type { WidgetEvents } from '../types';
import type { ATTRIBUTE_KINDS, AttributeKind, AttributeName } from './attributeKinds';

/** What may be written for an attribute of a kind. */
type Written<Kind extends AttributeKind> =
  Kind extends 'flag' ? boolean | '' | 'true' | 'false'
  : Kind extends 'number' ? number | `${number}`
  : Kind extends readonly (infer Word)[] ? Word
  : string;

/** Every attribute of `<sotto-chat>`, as JSX writes it. Lists and objects are JSON text here; as values they are properties of the element. */
export type SottoChatAttributes = {
  [Name in AttributeName]?: Written<(typeof ATTRIBUTE_KINDS)[Name]> | undefined;
} & {
  /** A field of the theme, such as `theme-button-primary`. */
  [field: `theme-${string}`]: string | number | undefined;
};

/** Listeners by attribute: `onready`, `onreceive`. */
export type SottoChatListeners = {
  [Type in keyof WidgetEvents as `on${Type}`]?: ((event: CustomEvent<WidgetEvents[Type]>) => void) | undefined;
};
