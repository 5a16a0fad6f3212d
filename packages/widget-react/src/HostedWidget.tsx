import { browserEnvironment, createWidget, isWidgetError, loadIntegration, type WidgetConfig, type WidgetError, type WidgetOptions } from '@sotto/widget-core';
import { useEffect, useRef, useState } from 'react';
import { ChatWidget, type ChatWidgetProps } from './ChatWidget';

/** A widget of a server, by its address and id. */
export interface HostedChatWidgetProps extends Omit<ChatWidgetProps, 'widget' | 'create'> {
  /** Address of the server, with an optional path prefix and without a trailing slash. */
  readonly base: string;
  /** Id of the widget. Its allowed origins must name this page's. */
  readonly widgetId: string;
  /** Settings over the owner's; read when the widget is made. */
  readonly config?: WidgetConfig;
  /** Hears why the widget could not be shown, and what goes wrong later. */
  readonly onError?: (error: WidgetError) => void;
}

/** The chat widget of a server in your own page, without an iframe. Draws nothing on a server and until the settings are there. */
export function HostedChatWidget({ base, widgetId, config, onError, ...rest }: HostedChatWidgetProps) {
  const [options, setOptions] = useState<WidgetOptions>();
  const latest = useRef({ config, onError });
  useEffect(() => {
    latest.current = { config, onError };
  });
  useEffect(() => {
    const abort = new AbortController();
    const environment = browserEnvironment(window);
    const report = (error: WidgetError): void => latest.current.onError?.(error);
    loadIntegration(base, widgetId, environment, abort.signal).then(
      (integration) => {
        if (!abort.signal.aborted) setOptions({ base, integration, environment, config: latest.current.config, onError: report });
      },
      (error: unknown) => {
        if (!abort.signal.aborted && isWidgetError(error)) report(error);
      },
    );
    return () => {
      abort.abort();
      setOptions(undefined);
    };
  }, [base, widgetId]);
  return options ? <ChatWidget key={`${base} ${widgetId}`} create={() => createWidget(options)} {...rest} /> : null;
}
