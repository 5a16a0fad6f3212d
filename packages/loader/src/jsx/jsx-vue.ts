import type { HTMLAttributes } from 'vue';
import type { SottoChatAttributes } from '../manifest/elementAttributes';
import type { SottoChatElement, WidgetEvents } from '../types';

/** `<sotto-chat>` in templates; `@receive` listens to an event. */
export type SottoChatProps = Omit<HTMLAttributes, keyof SottoChatAttributes> &
  SottoChatAttributes & {
    [Type in keyof WidgetEvents as `on${Capitalize<Type>}`]?:
      | ((event: CustomEvent<WidgetEvents[Type]>) => void)
      | undefined;
  };

/** The element as template checkers want it: something that can be made, with its props. */
export type SottoChatComponent = new () => SottoChatElement & { $props: SottoChatProps };

declare module 'vue' {
  interface GlobalComponents {
    'sotto-chat': SottoChatComponent;
  }
}
