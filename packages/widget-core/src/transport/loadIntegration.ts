import type { WidgetEnvironment } from '../lib/environment';
import { integrationSchema, type Integration } from '../api/responses';
import { routes } from '../api/routes';
import { createHttpClient } from '../http/httpClient';
import { serverAddress } from './serverAddress';

/**
 * Loads the public settings of a widget, which `createWidget` requires.
 *
 * @param base - URL of the server, with an optional path prefix; the URL of its script is taken, too
 * @throws WidgetError, for example `NOT_FOUND` for an unknown widget or `NETWORK`
 */
export function loadIntegration(
  base: string,
  widgetId: string,
  environment: Pick<WidgetEnvironment, 'fetch' | 'clock'>,
  signal?: AbortSignal,
): Promise<Integration> {
  const http = createHttpClient(serverAddress(base), environment);
  return http.request(routes.widgetConfig(widgetId), integrationSchema, { signal });
}
