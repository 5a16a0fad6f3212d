import { describeFailure, type Logger } from '../lib/logger';
import type { Clock } from '@sotto/widget-core/api';
import { Hono } from 'hono';
import { ApiError } from '../lib/apiError';
import { DATABASE_DEADLINES } from '../config/deadlines';
import { withDatabaseTime } from '../db/databaseTime';
import { readWidget } from '../db/queries/hub/widgetQueries';
import { assistantEndpoints } from '../routes/hub/assistantRoutes';
import { attachmentEndpoints } from '../routes/widget/attachmentRoutes';
import { AUTH_PATH } from '../accounts/signInLibrary';
import { auditEndpoints } from '../routes/account/auditLogRoutes';
import { authEndpoints } from '../routes/account/authRoutes';
import { billingEndpoints } from '../routes/account/billingRoutes';
import { blueprintEndpoints } from '../routes/builder/blueprintRoutes';
import { botEndpoints } from '../routes/builder/botRoutes';
import { checkEndpoints } from '../routes/builder/checkRoutes';
import { channelEndpoints } from '../routes/widget/channelRoutes';
import { completeEndpoints } from '../routes/widget/completeRoutes';
import { contactEndpoints } from '../routes/widget/contactRoutes';
import { datasetEndpoints } from '../routes/builder/datasetRoutes';
import { erasureEndpoints } from '../routes/account/erasureRoutes';
import { profileEndpoints } from '../routes/account/profileRoutes';
import { weeklyMailEndpoints } from '../routes/account/weeklyMailRoutes';
import { visitorSignOutEndpoints } from '../routes/account/visitorSignOutRoutes';
import { exportEndpoints } from '../routes/account/exportRoutes';
import { fileEndpoints } from '../routes/widget/fileRoutes';
import { graphqlEndpoints } from '../routes/hub/graphqlRoutes';
import { hubEndpoints } from '../routes/hub/hubRoutes';
import { hubSessionEndpoints } from '../routes/hub/hubSessionRoutes';
import { inboxEndpoints } from '../routes/builder/inboxRoutes';
import { inboxStreamEndpoints } from '../routes/builder/inboxStreamRoutes';
import { cannedReplyEndpoints } from '../routes/builder/cannedReplyRoutes';
import { noteEndpoints } from '../routes/builder/noteRoutes';
import { insightEndpoints } from '../routes/builder/insightRoutes';
import { incomingMailEndpoints } from '../routes/widget/incomingMailRoutes';
import { liveEndpoints } from '../routes/widget/liveRoutes';
import { messageEndpoints } from '../routes/widget/messageRoutes';
import { operatorAccountEndpoints } from '../routes/account/operatorAccountRoutes';
import { operatorEndpoints } from '../routes/hub/operatorRoutes';
import { operatorHubEndpoints } from '../routes/hub/operatorHubRoutes';
import { ownConversationEndpoints } from '../routes/builder/ownConversationRoutes';
import { publicConfigEndpoints } from '../routes/widget/publicConfigRoutes';
import type { Services } from '../routes/services';
import { secretEndpoints } from '../routes/account/secretRoutes';
import { sessionEndpoints } from '../routes/widget/sessionRoutes';
import { threadEndpoints } from '../routes/widget/threadRoutes';
import { skillsetEndpoints } from '../routes/builder/skillsetRoutes';
import { starterEndpoints } from '../routes/builder/starterRoutes';
import { speechEndpoints } from '../routes/widget/speechRoutes';
import { unfurlEndpoints } from '../routes/widget/unfurlRoutes';
import { usageEndpoints } from '../routes/account/usageRoutes';
import { visitorEndpoints } from '../routes/builder/visitorRoutes';
import { mailLogEndpoints } from '../routes/builder/mailLogRoutes';
import { mountVisitorMailPages, visitorMailEndpoints } from '../routes/widget/visitorMailRoutes';
import { webhookEndpoints } from '../routes/account/webhookRoutes';
import { appEndpoints } from '../routes/widget/appRoutes';
import { mountAppPages } from '../routes/widget/appPageRoutes';
import { voteEndpoints } from '../routes/widget/voteRoutes';
import { workspaceEndpoints } from '../routes/account/workspaceRoutes';
import { mountWidgetPages } from '../routes/widget/widgetPageRoutes';
import { widgetEndpoints } from '../routes/builder/widgetRoutes';
import type { Tracing } from '../telemetry/tracing';
import type { Telemetry } from '../telemetry/telemetry';
import { API_PAGE_CSP, renderApiPage } from './apiPage';
import type { AppContext, AppEnv } from '../http/appEnv';
import { readBody } from '../http/bodies';
import { assistantGate } from './assistantGate';
import { strictTransport } from './strictTransport';
import { cors } from './cors';
import { mountEndpoints, type Endpoint } from '../http/endpoint';
import { errorResponse } from './errorResponse';
import { createFileContents } from '../http/files/fileAnswer';
import { mountHealth, type Readiness } from './health';
import { openApiDocument } from './openApi';
import { requestLog } from '../http/requestLog';

/** The context of a request to the site. */
export interface SiteCall {
  /** This server's API, in process, with the same responses as over the network. */
  call(request: Request): Promise<Response>;
  /** The origin of the request. */
  readonly origin: string;
  /**
   * Whether that is the origin of `PUBLIC_URL`; otherwise it comes from the request, and responses that contain it
   * must not be cached for other visitors.
   */
  readonly isOriginConfigured: boolean;
  readonly requestId: string;
  /** Logs an error of the site. */
  onError(error: unknown): void;
}

/** A site beside the API: returns undefined for addresses that it does not serve. */
export type SiteHandler = (request: Request, server: SiteCall) => Promise<Response | undefined>;

/** Dependencies of the app. */
export interface AppOptions {
  services: Services;
  logger: Logger;
  clock: Clock;
  watch: Telemetry;
  /** The metrics of all processes in the format of Prometheus. */
  metrics: () => Promise<string>;
  tracing: Tracing;
  /** The token for `/metrics`; undefined if it does not exist. */
  metricsToken?: string | undefined;
  /** Version in the OpenAPI document. */
  version: string;
  /** Widget ids for `/auto/widget/frame?type=`. */
  autoWidgets: Readonly<Record<string, string>>;
  isReady: () => Promise<Readiness>;
  /** Called for every server error of a call. */
  onFailure: (error: unknown) => void;
  site?: SiteHandler | undefined;
  /** External path prefix of the server, such as `/chat`; requests with and without it are answered. @default none */
  pathPrefix?: string | undefined;
}

/**
 * All routes of the server, in mount order: health, the API under both prefixes, the widget's pages, the site, then
 * 404.
 */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { services, logger } = options;
  const app = new Hono<AppEnv>({
    getPath: (request) => pathWithin(new URL(request.url).pathname, options.pathPrefix ?? ''),
  });
  const contents = createFileContents();

  app.use(strictTransport(services.publicUrl));
  app.use(async (context, next) => {
    context.set('bodies', services.bodies);
    context.set('callers', services.callers);
    context.set('gate', services.gate);
    await next();
  });
  app.use(requestLog({ ...options, trustedProxies: services.trustedProxies }));
  app.onError((error, context) => {
    const response = errorResponse(context, error);
    if (response.status >= 500) {
      options.onFailure(error);
      logger.error({ event: 'failure', requestId: context.get('requestId'), ...describeFailure(error) });
    }
    return response;
  });

  mountHealth(app, options);
  app.use((_, next) => withDatabaseTime(DATABASE_DEADLINES.requestMs, next));
  const billing = billingEndpoints(services);
  const endpoints = [...callsOf(services, contents, logger), ...billing];
  // Created on the first request: it would be the slowest part of a start.
  let described: ReturnType<typeof openApiDocument> | undefined;
  const describe = () => (described ??= openApiDocument(endpoints, options.version));
  const api = new Hono<AppEnv>();
  api.use(cors(services.origins, async (widgetId) => (await readWidget(services.db, widgetId))?.allowedOrigins));
  api.use(assistantGate(services));
  api.get('/openapi.json', (context) =>
    context.body(JSON.stringify(describe()), 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    }),
  );
  api.get('/docs', (context) =>
    context.body(renderApiPage(describe()), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy': API_PAGE_CSP,
    }),
  );
  mountEndpoints(api, endpoints);
  api.all('*', () => {
    throw new ApiError('NOT_FOUND', 'There is no such call');
  });
  app.route('/v1', api);
  app.route('/api/v1', api);
  // The specification gives this call an address of its own [S-4].
  mountEndpoints(
    app,
    billing.map((each) => ({ ...each, path: `/api${each.path}` })),
  );

  // Public keys for the tokens of visitors (RFC 7517).
  app.get('/.well-known/jwks.json', async (context) =>
    context.json(await services.visitorTokens.keys(), 200, { 'Cache-Control': 'public, max-age=300' }),
  );

  // The callback of another provider; everything else of the library is called in process.
  app.get(`${AUTH_PATH}/callback/:provider`, (context) => services.signIn.handle(context.req.raw));

  mountWidgetPages(app, { services, contents, autoWidgets: options.autoWidgets });
  mountAppPages(app, services);
  mountVisitorMailPages(app, services);
  mountSite(app, options);
  return app;
}

/**
 * All routes of the API except billing, which also has a second address. Owners' requests use a connection pool of
 * their own.
 */
function callsOf(services: Services, contents: ReturnType<typeof createFileContents>, logger: Logger): Endpoint[] {
  const owners: Services = { ...services, ...services.forOwners };
  return [
    ...sessionEndpoints(services),
    ...threadEndpoints(services),
    ...completeEndpoints(services),
    ...messageEndpoints(services),
    ...liveEndpoints(services),
    ...contactEndpoints(services),
    ...visitorMailEndpoints(services),
    ...incomingMailEndpoints(services),
    ...voteEndpoints(services),
    ...appEndpoints(services),
    ...checkEndpoints(services),
    ...channelEndpoints(services),
    ...attachmentEndpoints(services),
    ...speechEndpoints(services),
    ...unfurlEndpoints(services),
    ...fileEndpoints(services),
    ...publicConfigEndpoints(services, contents),
    ...authEndpoints(services),
    ...secretEndpoints(owners),
    ...assistantEndpoints(owners),
    ...skillsetEndpoints(owners),
    ...datasetEndpoints(owners),
    ...starterEndpoints(owners),
    ...botEndpoints(owners),
    ...widgetEndpoints(owners),
    ...blueprintEndpoints(owners),
    ...hubSessionEndpoints(services),
    ...hubEndpoints(owners),
    ...ownConversationEndpoints(owners),
    ...inboxEndpoints(owners),
    ...inboxStreamEndpoints(owners),
    ...noteEndpoints(owners),
    ...cannedReplyEndpoints(owners),
    ...mailLogEndpoints(owners),
    ...insightEndpoints(owners),
    ...visitorEndpoints(owners),
    ...webhookEndpoints(owners),
    ...workspaceEndpoints(owners),
    ...profileEndpoints(owners),
    ...weeklyMailEndpoints(owners),
    ...erasureEndpoints(owners),
    ...visitorSignOutEndpoints(owners),
    ...exportEndpoints(owners),
    ...auditEndpoints(owners),
    ...operatorAccountEndpoints(owners),
    ...usageEndpoints(owners),
    ...graphqlEndpoints(owners, logger),
    ...operatorEndpoints(services),
    ...operatorHubEndpoints(owners),
  ];
}

/** The site around the API. It calls the API in process, with the rights of its visitors. */
function mountSite(app: Hono<AppEnv>, { site, services, logger }: AppOptions): void {
  app.all('*', async (context) => {
    const requestId = context.get('requestId');
    const response = await site?.(await withForm(context), {
      // The visitor's address is passed on; the connection is that of the page.
      call: async (request) => app.fetch(request, { ...context.env, outlet: undefined }),
      origin: services.origins.own(context),
      isOriginConfigured: services.origins.isConfigured,
      requestId,
      onError: (error) => {
        logger.error({ event: 'page', requestId, ...describeFailure(error) });
      },
    });
    if (!response) throw new ApiError('NOT_FOUND', 'There is nothing at this address');
    // A copy, because headers of a fetched response can be read-only.
    return new Response(response.body, response);
  });
}

/** Maximum size of a form, in bytes. */
const FORM_MAX_BYTES = 262_144;

/** The request with its form in memory: the site reads only bodies of limited size. */
async function withForm(context: AppContext): Promise<Request> {
  const { raw } = context.req;
  const { url, method, headers, signal } = raw;
  if (method === 'GET' || method === 'HEAD' || !raw.body) return raw;
  const body = (await readBody(context, FORM_MAX_BYTES)) as Uint8Array<ArrayBuffer>;
  return new Request(url, { method, headers, signal, body });
}

/** The path without the prefix, which proxies may or may not remove. */
export function pathWithin(path: string, prefix: string): string {
  if (prefix === '' || (path !== prefix && !path.startsWith(`${prefix}/`))) return path;
  return path.slice(prefix.length) || '/';
}
