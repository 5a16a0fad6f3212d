import type { Functions, WidgetConfig } from '@sotto/loader';
import type { SottoChatProps, SottoEventProps } from './sottoChatProps';

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
