import type { WidgetEnvironment } from '../lib/environment';
import { integrationSchema, type Integration } from '../api/responses';
import { routes } from '../api/routes';
import { createHttpClient } from '../http/httpClient';

/**
 * Loads the public settings of a widget, which `createWidget` requires.
 *
 * @param base - URL of the server, with an optional path prefix and without a trailing slash
 * @throws WidgetError, for example `NOT_FOUND` for an unknown widget or `NETWORK`
 */
export function loadIntegration(
  base: string,
  widgetId: string,
  environment: Pick<WidgetEnvironment, 'fetch' | 'clock'>,
  signal?: AbortSignal,
): Promise<Integration> {
  const http = createHttpClient(base, environment);
  return http.request(routes.widgetConfig(widgetId), integrationSchema, { signal });
}
