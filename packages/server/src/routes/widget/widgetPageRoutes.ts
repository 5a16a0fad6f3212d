import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { ApiError } from '../../lib/apiError';
import { packageVersion } from '../../db/packageFiles';
import { readPublicFile } from '../../db/queries/conversations/fileQueries';
import { readWidget, type Widget } from '../../db/queries/hub/widgetQueries';
import { toIntegration, toLoaderConfig, widgetTitle } from '../../domain/integration';
import type { AppContext, AppEnv } from '../../http/appEnv';

import { pathId } from '../../http/pathId';
import { sendContent, type Content, type FileContents } from '../../http/files/fileAnswer';
import { readFirstScreenRequest, readVisitorLanguage } from '../../http/files/firstScreens';
import { HOSTED_PAGE_STYLE, renderFramePage, renderHostedPage } from '../../http/files/framePage';
import { renderLoaderModule } from '../../http/files/loaderModule';
import type { Services } from '../services';

const FOR_ALL_SITES = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
};
const IMMUTABLE = 'public, max-age=31536000, immutable';
const LOADER_CACHE = 'public, max-age=600, stale-while-revalidate=86400';
const CONFIG_CACHE = 'public, max-age=300, stale-while-revalidate=86400';
const PERMISSIONS =
  'camera=(), display-capture=(), geolocation=(), payment=(), usb=(), microphone=(self), autoplay=(self), clipboard-write=(self), fullscreen=(self)';

/** Names of conversations that the hosted page takes from its address. */
const SESSION_NAME = /^[\w-]{1,80}$/;

/** What the pages stand on. */
export interface WidgetPagesOptions {
  services: Services;
  contents: FileContents;
  /** Widget ids behind `/auto/widget/frame?type=`. */
  autoWidgets: Readonly<Record<string, string>>;
}

/**
 * Reads the widget of a page; `seen` records the requesting site. An icon that is no address may be a file of ours.
 */
function createReaders({ db, installs }: Services) {
  const requireWidget = async (id: string): Promise<Widget> => {
    const widget = await readWidget(db, id);
    if (!widget) throw new ApiError('NOT_FOUND', 'There is no such widget');
    return widget;
  };
  const seen = async (context: AppContext, id: string): Promise<Widget> => {
    const widget = await requireWidget(id);
    await installs.note(context, widget);
    return widget;
  };
  const iconFile = async (icon: string | null | undefined) =>
    icon && /^[\w-]+$/.test(icon) ? readPublicFile(db, 'icon', icon) : undefined;
  return { requireWidget, seen, iconFile };
}

/** The script tag's file and its chunk, the frame and its settings, with the headers of loader.md 2.1 [L-1, L-2]. */
export function mountWidgetPages(app: Hono<AppEnv>, options: WidgetPagesOptions): void {
  const { services, contents } = options;
  const files = services.browserFiles;
  const folder = '/integrations/widget';
  const server = packageVersion();
  const { requireWidget, seen, iconFile } = createReaders(services);

  app.get(`${folder}/v2.js`, async (context) => sendScript(context, await files.loader(), LOADER_CACHE));
  // Named in the console by a script without a widget's id; relative, for servers below a path.
  app.get(`${folder}/help`, (context) => context.redirect('../../docs/guides/site-owner#if-nothing-appears'));
  app.get(`${folder}/integrity.json`, async (context) =>
    context.json(await files.integrity(), 200, { ...FOR_ALL_SITES, 'Cache-Control': 'public, max-age=600' }),
  );
  app.get(`${folder}/:name{v2\\.\\d+\\.\\d+\\.js}`, async (context) =>
    sendScript(context, await files.fixed(context.req.param('name')), IMMUTABLE),
  );
  app.get(`${folder}/v2/:hash/:name`, async (context) => {
    const { hash, name } = context.req.param();
    const chunk = await files.fixed(`v2/${hash}/${name}`);
    // A page of an unknown release requests files that no longer exist, and then retries once with `t`: it gets the
    // current release.
    const present = !chunk && context.req.query('t') !== undefined ? await files.presentHash() : undefined;
    if (present === undefined || present === hash) return sendScript(context, chunk, IMMUTABLE);
    for (const [header, value] of Object.entries({ ...FOR_ALL_SITES, 'Cache-Control': 'no-store' }))
      context.header(header, value);
    return context.redirect(`../${present}/${encodeURIComponent(name)}`);
  });
  app.get(`${folder}/assets/:name`, async (context) =>
    sendScript(context, await files.fixed(`assets/${context.req.param('name')}`), IMMUTABLE),
  );

  app.get(`${folder}/diagram.html`, async (context) => {
    const page = await files.diagramPage();
    if (!page) throw new ApiError('NOT_FOUND', 'There is no such file');
    return sendContent(context, page, {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': diagramCsp(services.origins.own(context)),
      'Cross-Origin-Embedder-Policy': 'credentialless',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
  app.get(`${folder}/:widgetId/frame`, async (context) =>
    sendFrame(context, options, await seen(context, pathId(context, 'widgetId')), '../'),
  );
  app.get('/auto/widget/frame', async (context) => {
    const type = context.req.query('type') ?? 'default';
    const id = Object.hasOwn(options.autoWidgets, type) ? options.autoWidgets[type] : undefined;
    if (id === undefined) throw new ApiError('NOT_FOUND', 'There is no widget of this type');
    return sendFrame(context, options, await requireWidget(id), '../../integrations/widget/');
  });

  app.get(`${folder}/:widgetId/config.json`, async (context) => {
    const config = { ...toLoaderConfig(await seen(context, pathId(context, 'widgetId'))), server };
    return sendText(context, contents, JSON.stringify(config), 'application/json; charset=utf-8', {
      ...FOR_ALL_SITES,
      'Cache-Control': CONFIG_CACHE,
    });
  });
  app.get(`${folder}/:widgetId/config.mjs`, async (context) => {
    const config = { ...toLoaderConfig(await seen(context, pathId(context, 'widgetId'))), server };
    return sendText(
      context,
      contents,
      renderLoaderModule(
        config,
        await iconFile(config.buttonIcon),
        (await files.launcherScheme())?.body.toString('utf8'),
      ),
      'text/javascript; charset=utf-8',
      { ...FOR_ALL_SITES, 'Cache-Control': CONFIG_CACHE },
    );
  });

  app.get('/w/:widgetId', async (context) => {
    const widget = await requireWidget(pathId(context, 'widgetId'));
    // The name under which this browser keeps a conversation, such as one that a mail has opened.
    const session = context.req.query('session') ?? '';
    const page = renderHostedPage(
      widgetTitle(widget),
      `../integrations/widget/${widget.id}/frame?embed=page&layout=fullscreen${
        SESSION_NAME.test(session) ? `&session=${session}` : ''
      }`,
    );
    return sendText(context, contents, page, 'text/html; charset=utf-8', {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy':
        `default-src 'none'; style-src '${digestOf(HOSTED_PAGE_STYLE)}'; frame-src 'self'; base-uri 'none'; ` +
        `form-action 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'strict-origin-when-cross-origin',
    });
  });
}

/**
 * What the frame's page may do. Scripts come from this server alone; pictures and requests also from the origins that
 * the owner has configured.
 * Style attributes are allowed because formulas are laid out with them; style elements and sheets are not.
 *
 * @param sites - where the widget may be embedded; undefined: anywhere
 */
export function frameCsp(
  widget: Pick<Widget, 'imageOrigins' | 'formOrigins'>,
  sites: readonly string[] | undefined,
): string {
  const own = sources(sites ?? []);
  const ancestors = sites === undefined ? '*' : `'self' ${own}`;
  const pictures = `'self' data: blob: ${own} ${sources(widget.imageOrigins)}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src ${pictures}`,
    `media-src ${pictures}`,
    "font-src 'self' data:",
    // Forms of a message may be sent to the host page's own origin as well.
    `connect-src 'self' ${own} ${sources(widget.formOrigins)}`,
    // The overlay shows pages of a host, and pages on this machine while they are being made.
    "frame-src 'self' https: http://localhost:*",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    // No code of ours turns text into HTML or scripts: the browser holds it, and every library, to that.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${ancestors}`,
  ]
    .map((directive) => directive.trim().replaceAll(/ {2,}/g, ' '))
    .join('; ');
}

/**
 * What the page that draws diagrams may do: run our script and set styles, and reach nothing. It is shown in a frame
 * without an origin, where `'self'` matches nothing, so the server is named. Diagrams can reference pictures: this
 * policy blocks them.
 */
function diagramCsp(origin: string): string {
  return `default-src 'none'; script-src ${origin}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; object-src 'none'`;
}

async function sendFrame(
  context: AppContext,
  { contents, services }: WidgetPagesOptions,
  widget: Widget,
  base: string,
): Promise<Response> {
  const template = await services.browserFiles.framePage();
  if (template === undefined)
    throw new ApiError('SERVICE_UNAVAILABLE', 'The chat page has not been built on this server');
  const { scheme, isolated } = context.req.query();
  const embedder = embedderPolicy(context.req.header('user-agent'), isolated);
  const integration = toIntegration(widget, services.media);
  const language = readVisitorLanguage(context, integration);
  const request = readFirstScreenRequest(context, language);
  const screen = request && (await services.firstScreens.draw(integration, services.origins.own(context), request));
  const page = renderFramePage(template, { integration, base, scheme, language, screen });
  return sendText(context, contents, page, 'text/html; charset=utf-8', {
    'Cache-Control': 'no-cache',
    Vary: 'User-Agent, Accept-Language',
    'Content-Security-Policy': frameCsp(widget, services.origins.sitesOf(widget.allowedOrigins)),
    ...(embedder && { 'Cross-Origin-Embedder-Policy': embedder }),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': PERMISSIONS,
    'Origin-Agent-Cluster': '?1',
  });
}

/**
 * What the frame requires of its subresources, as an isolated page requires it of the frame
 * (Cross-Origin-Embedder-Policy);
 * undefined: nothing.
 *
 * Firefox has no `credentialless` attribute for frames: with the header, no page of others could be shown in the
 * overlay. There it is sent for isolated pages only, which the loader reports. WebKit, Safari and every browser of an
 * iPhone, has no such policy at all: to an isolated page it lets the frame in by the stricter one.
 */
function embedderPolicy(userAgent = '', isolated?: string): 'credentialless' | 'require-corp' | undefined {
  if (isolated === undefined) return / Firefox\//.test(userAgent) ? undefined : 'credentialless';
  return / AppleWebKit\//.test(userAgent) && !/ Chrome\//.test(userAgent) ? 'require-corp' : 'credentialless';
}

function sendScript(context: AppContext, content: Content | undefined, cacheControl: string): Response {
  if (!content) throw new ApiError('NOT_FOUND', 'There is no such file');
  return sendContent(context, content, { ...FOR_ALL_SITES, 'Cache-Control': cacheControl });
}

async function sendText(
  context: AppContext,
  contents: FileContents,
  text: string,
  type: string,
  headers: Record<string, string>,
): Promise<Response> {
  return sendContent(context, await contents.ofText(text, type), headers);
}

/** Origins as CSP sources. What is not an origin is left out, so that no setting can add a directive. */
export function sources(origins: readonly string[]): string {
  return origins.filter((origin) => /^https?:\/\/(?:\*\.)?[A-Za-z0-9.-]+(?::\d{1,5})?$/.test(origin)).join(' ');
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
