import type { Hono } from 'hono';
import { readAppPage } from '../../db/queries/hub/mcpServerQueries';
import { readWidget } from '../../db/queries/hub/widgetQueries';
import type { AppContext, AppEnv } from '../../http/appEnv';

import { pathId } from '../../http/pathId';
import { APP_SHELL, appCsp, shellCsp } from '../../http/files/appPage';
import { ApiError } from '../../lib/apiError';
import type { Services } from '../services';
import { sources } from './widgetPageRoutes';

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, max-age=3600',
  Vary: 'Sec-Fetch-Dest',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-read=(), clipboard-write=()',
  'Cross-Origin-Embedder-Policy': 'credentialless',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Pages of MCP Apps. Their digest names them; the arguments and results of tools are never in them. */
export function mountAppPages(app: Hono<AppEnv>, services: Services): void {
  const { db, origins } = services;
  const path = '/integrations/widget/:widgetId/app/:digest';

  app.get(path, async (context) => {
    requireFrame(context);
    const [widget, page] = await Promise.all([
      readWidget(db, pathId(context, 'widgetId')),
      readAppPage(db, pathId(context, 'digest')),
    ]);
    if (!widget || !page) throw new ApiError('NOT_FOUND', 'There is no such app');
    const sites = origins.sitesOf(widget.allowedOrigins);
    return context.body(APP_SHELL, 200, {
      ...HEADERS,
      'Content-Security-Policy': shellCsp(origins.own(context), sites && sources(sites)),
    });
  });
  app.get(`${path}/page`, async (context) => {
    requireFrame(context);
    const page = await readAppPage(db, pathId(context, 'digest'));
    if (!page) throw new ApiError('NOT_FOUND', 'There is no such app');
    return context.body(page.html, 200, { ...HEADERS, 'Content-Security-Policy': appCsp(page.policy) });
  });
}

/** A stranger's page is not shown by itself under the address of this server: only inside a frame. */
function requireFrame(context: AppContext): void {
  const destination = context.req.header('sec-fetch-dest');
  if (destination !== undefined && destination !== 'iframe')
    throw new ApiError('NOT_AUTHORIZED', 'An app is shown inside a chat only');
}
