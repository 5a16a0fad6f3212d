import { API_ERRORS, systemClock, type Clock } from '@sotto/widget-core/api';
import { createDocsLibrary } from '../docs/docsLibrary';
import { createContentLibrary } from '../content/contentLibrary';
import { NotFoundPage } from '../pages/NotFoundPage';
import { FailurePage } from '../pages/FailurePage';
import { siteRoutes } from '../routes';
import { readAssets, type SiteAssets } from './assets';
import { chooseEncoding, compress } from './compress';
import { ApiFailure, createHubClient, type CallServer } from '../site/hubClient';
import { enterNamedWorkspace } from './enterNamedWorkspace';
import { matchRoute, sortRoutes } from './matchRoute';
import { renderPage } from './renderPage';
import { referralCookie } from '../site/referral';
import { redirect, signInFirst, type Page, type PageRequest, type Route } from '../site/route';
import { readSiteSettings, type SiteSettings } from '../site/siteSettings';
import { siteHeaders } from '../site/siteHeaders';
import { toNamedPath, toRoutePath } from '../site/workspaceNames';

/** Options of the site. */
export interface SiteOptions {
  /** Folder with the documentation as markdown. */
  readonly docsDir: string;
  /** Path prefix, `''` or like `/chat`. @default '' */
  readonly basePath?: string;
  /** @default settings of an empty environment */
  readonly settings?: SiteSettings;
  /** Built files. @default those beside this module */
  readonly assets?: SiteAssets;
  /** Clock for the time a page takes. @default the system's */
  readonly clock?: Clock;
}

/** Context from the server for a request. */
export interface SiteCall {
  /** The JSON API, in process. */
  readonly call: CallServer;
  /** The site's own origin, from the server's configuration. */
  readonly origin: string;
  /** Whether that origin is configured; otherwise it is from the request and cannot be trusted. */
  readonly isOriginConfigured: boolean;
  /** Id of the request in the log, shown on errors. */
  readonly requestId: string;
  /** Called when a page throws; the visitor gets an error page. */
  onError(error: unknown): void;
}

/** Renders the page for a request; for an unknown address, the not-found page. */
export type Site = (request: Request, server: SiteCall) => Promise<Response>;

/** Maximum form size, in bytes. */
const FORM_MAX_BYTES = 262_144;

/** The Hub and the site around it, rendered on the server. */
export function createSite({
  docsDir,
  basePath = '',
  settings = readSiteSettings({}),
  assets = readAssets(),
  clock = systemClock,
}: SiteOptions): Site {
  const content = createContentLibrary();
  const routes = sortRoutes(siteRoutes({ docs: createDocsLibrary(docsDir, basePath), content, basePath }));

  return async (request, server) => {
    const { pathname } = new URL(request.url);
    const path = oneSlash(
      pathname.startsWith(`${basePath}/`) || pathname === basePath ? pathname.slice(basePath.length) || '/' : pathname,
    );
    if (path.startsWith('/site/')) return compress(request, sendAsset(assets, path.slice('/site/'.length), request));
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const named = toNamedPath(path);
    if (isReading && named !== path) return redirect(basePath + named + new URL(request.url).search, 308);
    let namesOrigin = false;
    const page = await toPageRequest(request, toRoutePath(path), {
      server,
      settings,
      basePath,
      clock,
      onOrigin: () => {
        namesOrigin = true;
      },
    });
    if (path !== '/' && path.endsWith('/') && isReading)
      return redirect(page.href(path.replace(/(?<!\/)\/+$/, '') + page.url.search), 308);
    const entered = isReading ? await enterNamedWorkspace(page) : undefined;
    const answer = entered ?? (await answerPage(routes, page, request, server));
    const response = answer instanceof Response ? answer : await renderPage(answer, page, assets);
    nameLocation(response, basePath);
    // A shared cache could send others to the host named in one request.
    if (namesOrigin && !server.isOriginConfigured) keepPrivate(response);
    for (const [name, value] of Object.entries(siteHeaders(path)))
      if (!response.headers.has(name)) response.headers.set(name, value);
    const referral = referralCookie(request, page.url, { sellsPlans: settings.sellsPlans, path: basePath });
    if (referral !== undefined) response.headers.append('Set-Cookie', referral);
    for (const cookie of page.hub.cookies) response.headers.append('Set-Cookie', cookie);
    return isUnchanged(request, response)
      ? new Response(null, { status: 304, headers: response.headers })
      : compress(request, response);
  };
}

/** Redirects within a workspace lead to its addresses at once. */
function nameLocation({ headers }: Response, basePath: string): void {
  const location = headers.get('Location');
  if (location?.startsWith(`${basePath}/`) === true)
    headers.set('Location', basePath + toNamedPath(location.slice(basePath.length)));
}

/** Two slashes at the start would be a host name, in redirects and joined addresses. */
function oneSlash(path: string): string {
  return path.replace(/^\/{2,}/, '/');
}

function keepPrivate({ headers }: Response): void {
  const kept = headers.get('Cache-Control');
  if (kept !== null) headers.set('Cache-Control', kept.replace(/\bpublic\b/, 'private'));
}

/** Whether the browser already has this response. */
function isUnchanged(request: Request, response: Response): boolean {
  const tag = response.headers.get('ETag');
  return (
    tag !== null &&
    (request.headers.get('if-none-match') ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
  );
}

async function answerPage(
  routes: readonly Route[],
  base: PageRequest,
  request: Request,
  server: SiteCall,
): Promise<Page | Response> {
  const match = matchRoute(routes, base.url.pathname);
  if (!match) return NotFoundPage(base);
  const page = { ...base, params: match.params };
  try {
    if (page.method === 'GET') return await match.route.show(page);
    if (!match.route.act)
      return new Response('This page does not accept form data.', {
        status: 405,
        headers: { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' },
      });
    // Cookies are sent with forms from any site, so only forms of this site are accepted.
    if (request.headers.get('origin') !== server.origin)
      throw new ApiFailure('NOT_AUTHORIZED', 'This form may only be sent from this site');
    return await match.route.act(page);
  } catch (error) {
    return failurePage(error, page, server);
  }
}

/** The page for a failure; an unexpected error is reported to the operator. */
async function failurePage(error: unknown, page: PageRequest, server: SiteCall): Promise<Page | Response> {
  const failure = error instanceof ApiFailure ? error : new ApiFailure('INTERNAL_SERVER_ERROR');
  if (failure.code === 'NOT_FOUND') return NotFoundPage(page);
  if (failure.code === 'NOT_AUTHENTICATED' && page.method === 'GET') return signInFirst(page);
  if (!(error instanceof ApiFailure)) server.onError(error);
  return FailurePage({
    status: API_ERRORS[failure.code].status,
    message: failure.message,
    requestId: failure.requestId ?? server.requestId,
  });
}

async function toPageRequest(
  request: Request,
  path: string,
  around: { server: SiteCall; settings: SiteSettings; basePath: string; clock: Clock; onOrigin: () => void },
): Promise<PageRequest> {
  const { server, settings, basePath, clock, onOrigin } = around;
  const url = new URL(path + new URL(request.url).search, server.origin);
  const form = request.method === 'POST' ? await readForm(request) : new URLSearchParams();
  const hub = createHubClient(server.call, request, server.origin, { form, clock });
  // If the session cannot be read at the moment, the page is rendered as for a signed-out visitor.
  const session = await hub.session().catch(() => ({ user: null, workspaces: [] }));
  return {
    url,
    params: {},
    form,
    method: request.method === 'POST' ? 'POST' : 'GET',
    requestId: server.requestId,
    hub,
    viewer: session.user,
    workspaces: session.workspaces,
    settings,
    href: (to) => basePath + to,
    absolute: (to) => {
      onOrigin();
      return server.origin + basePath + to;
    },
    cookie: (name) => readCookie(request.headers.get('cookie') ?? '', name),
  };
}

async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams();
  if (Number(request.headers.get('content-length') ?? FORM_MAX_BYTES + 1) > FORM_MAX_BYTES)
    return new URLSearchParams();
  return new URLSearchParams(await request.text());
}

function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key = '', ...value] = part.trim().split('=');
    if (key === name) return value.join('=');
  }
  return undefined;
}

function sendAsset(assets: SiteAssets, name: string, request: Request): Response {
  // Source names always refer to the current file, for static pages.
  const present = assets.nameOf(name);
  const file = assets.read(present ?? name);
  if (!file)
    return new Response('There is no such file.', {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  const brotli = chooseEncoding(request) === 'br' ? file.brotli : undefined;
  return new Response(brotli ?? file.bytes, {
    headers: {
      'Content-Type': file.type,
      ...(file.brotli && { Vary: 'Accept-Encoding' }),
      ...(brotli && { 'Content-Encoding': 'br' }),
      'Cache-Control': present === undefined ? 'public, max-age=31536000, immutable' : 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
