import type { WidgetConfig, WidgetEvents } from '@sotto/loader';

/** The words of an event's name: `openchange` is `OpenChange`, `functioncall` is `FunctionCall`. */
type Words<Name extends string> = Name extends `${infer Value}change`
  ? `${Capitalize<Value>}Change`
  : Name extends `function${infer Act}`
    ? `Function${Capitalize<Act>}`
    : Name extends `before${infer Act}`
      ? `Before${Capitalize<Act>}`
      : Capitalize<Name>;

/** A listener for every event of the widget: `receive` is `onReceive`, `openchange` is `onOpenChange`. */
export type SottoEventProps = {
  readonly [Name in keyof WidgetEvents as `on${Words<Name>}`]?: (
    detail: WidgetEvents[Name],
    event: CustomEvent<WidgetEvents[Name]>,
  ) => void;
};

/**
 * All settings of the widget, all its events. `base` is the server's address, `open` opens and closes whenever it
 * changes.
 */
export interface SottoChatProps extends WidgetConfig, SottoEventProps {
  /** Address of the script, when it is not the one of `base`. @default `{base}/integrations/widget/v2.js` */
  readonly src?: string;
  /** Class of the box that `center` and `stretch` stand in; it has the height you give it. */
  readonly className?: string;
}
