import { loadWidget, type SottoChatElement, type WidgetErrorDetail } from '@sotto/loader';
import { isInlineLayout, readLayoutWord } from '@sotto/widget-core/internal/layouts';
import { forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { announceChange } from './pageWidgets';
import { type SottoChatProps, type SottoEventProps, splitProps } from './sottoChatProps';
import { useSteady } from '../hooks/useSteady';
import { useUpdates, type CreatedWidget } from './useUpdates';

/**
 * The hosted widget: loads the server's script once and shows the chat in an iframe while the component is mounted.
 *
 * Settings may be inline objects: changes are passed to the widget, and the handlers of the latest render are called.
 * A different `widget`, `base` or `id` is a different widget. On a server it renders the empty box of an inline
 * layout, or nothing.
 */
export const SottoChat = forwardRef<SottoChatElement, SottoChatProps>(function SottoChat(props, ref) {
  const { className, open, functions, settings, listeners } = splitProps(props);
  const box = useRef<HTMLDivElement>(null);
  const [created, setCreated] = useState<CreatedWidget | null>(null);
  const config = useSteady(settings);
  const handlers = useSteady(functions);
  const now = useRef({ config, handlers, open, listeners });
  const listen = useRef<(props: readonly string[]) => void>(undefined);
  useEffect(() => {
    now.current = { config, handlers, open, listeners };
    listen.current?.(Object.keys(listeners));
  });
  useImperativeHandle<SottoChatElement | null, SottoChatElement | null>(ref, () => created?.widget ?? null, [created]);

  const isInline = isInlineLayout(readLayoutWord(settings.layout));
  const { src, base, widget, integrationId, type, id } = settings;
  const identity = [src, base, widget, integrationId, type, id, isInline].join(' ');
  useEffect(() => {
    const ending = new AbortController();
    const applied = now.current;
    const place = isInline && !applied.config.target ? { target: box.current as Element } : {};
    let element: SottoChatElement | null = null;
    const come = (loaded: SottoChatElement | null): void => {
      if (ending.signal.aborted) {
        loaded?.destroy();
        return;
      }
      element = loaded;
      if (loaded) listen.current = createEventMethods(loaded, ending.signal, () => now.current.listeners);
      listen.current?.(Object.keys(now.current.listeners));
      setCreated(loaded && { widget: loaded, applied });
      announceChange(window);
    };
    loadWidget({
      ...applied.config,
      ...place,
      functions: applied.handlers,
      ...(applied.open !== undefined && { open: applied.open }),
      signal: ending.signal,
    }).then(come, (cause: unknown) => {
      if (!ending.signal.aborted) reportError(now.current.listeners, cause);
    });
    return () => {
      ending.abort();
      element?.destroy();
      setCreated(null);
      announceChange(window);
    };
  }, [identity, isInline]);
  useUpdates(created, { config, handlers, open });

  return isInline ? <div ref={box} className={className} /> : null;
});

/**
 * Forwards every event to the listener of the latest render. Adds event listeners, because the element's own `on`
 * would load the rest of it.
 *
 * @returns adds listeners for the events of these properties, unless it has done so
 */
function createEventMethods(
  element: SottoChatElement,
  signal: AbortSignal,
  read: () => SottoEventProps,
): (props: readonly string[]) => void {
  const subscribed = new Set<string>();
  return (props) => {
    for (const prop of props) {
      if (subscribed.has(prop)) continue;
      subscribed.add(prop);
      element.addEventListener(
        prop.slice('on'.length).toLowerCase(),
        (event) => {
          const listener = read()[prop as keyof SottoEventProps] as
            | ((detail: unknown, event: Event) => void)
            | undefined;
          listener?.((event as CustomEvent<unknown>).detail, event);
        },
        { signal },
      );
    }
  };
}

function reportError({ onError }: SottoEventProps, cause: unknown): void {
  const detail: WidgetErrorDetail = {
    code: 'chunk_failed',
    message: cause instanceof Error ? cause.message : 'The widget script could not be loaded',
    cause,
  };
  onError?.(detail, new CustomEvent('error', { detail }));
}
