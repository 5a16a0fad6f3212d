import type { Functions, SottoChatElement, WidgetConfig } from '@sotto/loader';
import { useChange, type Created } from '../hooks/useChange';
import { isSameValue } from '../hooks/useSteady';

/** Values that are passed to a widget, each with its value when the widget was created. */
export interface AppliedProps {
  readonly config: WidgetConfig;
  readonly handlers: Functions;
  readonly open: boolean | undefined;
}

export type CreatedWidget = Created<SottoChatElement, AppliedProps>;

/** Passes changes to a widget after it was created. */
export function useUpdates(created: CreatedWidget | null, { config, handlers, open }: AppliedProps): void {
  useChange(
    created,
    (first) => first.config,
    config,
    (widget, before) => {
      const names = Object.keys({ ...before, ...config }) as (keyof WidgetConfig)[];
      const changed = names.filter((name) => !isSameValue(before?.[name], config[name], () => true));
      void widget.update(Object.fromEntries(changed.map((name) => [name, config[name]])));
    },
  );
  useChange(
    created,
    (first) => first.handlers,
    handlers,
    (widget, before = {}) => {
      widget.unregisterFunctions(Object.keys(before).filter((name) => !(name in handlers)));
      widget.registerFunctions(handlers);
    },
  );
  useChange(
    created,
    (first) => first.open,
    open,
    (widget) => {
      if (open !== undefined) void widget.setOpen(open);
    },
  );
}
