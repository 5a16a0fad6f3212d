import type { WidgetConfig, WidgetEvents, Functions } from '@sotto/loader';

/** Event name in Pascal case: `openchange` becomes `OpenChange`, `functioncall` `FunctionCall`. */
type Words<Name extends string> = Name extends `${infer Value}change`
  ? `${Capitalize<Value>}Change`
  : Name extends `function${infer Act}`
    ? `Function${Capitalize<Act>}`
    : Name extends `before${infer Act}`
      ? `Before${Capitalize<Act>}`
      : Capitalize<Name>;

/** A listener for each event: `onReceive` for `receive`, `onOpenChange` for `openchange`. */
export type SottoEventProps = {
  readonly [Name in keyof WidgetEvents as `on${Words<Name>}`]?: (
    detail: WidgetEvents[Name],
    event: CustomEvent<WidgetEvents[Name]>,
  ) => void;
};

/**
 * All settings and events of the widget. `base` is the server's address; changing `open` opens or closes the chat.
 */
export interface SottoChatProps extends WidgetConfig, SottoEventProps {
  /** Address of the script if it is not on `base`. @default `{base}/integrations/widget/v2.js` */
  readonly src?: string;
  /** Class of the container in the layouts `center` and `stretch`; set its height. */
  readonly className?: string;
}

interface SplitProps {
  readonly className: string | undefined;
  readonly open: boolean | undefined;
  readonly functions: Functions;
  readonly settings: WidgetConfig & { src?: string };
  readonly listeners: SottoEventProps;
}

/** Separates settings from listeners. Undefined settings count as not set. */
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
