import type { WidgetConfig, WidgetEvents, Functions } from '@sotto/loader';

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

interface SplitProps {
  readonly className: string | undefined;
  readonly open: boolean | undefined;
  readonly functions: Functions;
  readonly settings: WidgetConfig & { src?: string };
  readonly listeners: SottoEventProps;
}

/** What of the properties is a setting, and what listens. Settings that are undefined count as not given. */
export function splitProps({ className, open, functions = {}, ...rest }: SottoChatProps): SplitProps {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const isListener = ([name]: readonly [string, unknown]): boolean => /^on[A-Z]/.test(name);
  return {
    className,
    open,
    functions,
    settings: Object.fromEntries(given.filter((entry) => !isListener(entry))),
    listeners: Object.fromEntries(given.filter(isListener)),
  };
}
