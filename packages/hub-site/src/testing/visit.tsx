import { renderToStaticMarkup } from 'react-dom/server';
import { createTestMailer, signInAs } from '../../../server/src/testing/testSignIn';
import { startTestServer, type TestServer } from '../../../server/src/testing/startTestServer';
import { ApiFailure, createHubClient } from '../site/hubClient';
import { matchRoute, sortRoutes } from '../app/matchRoute';
import type { Page, PageRequest, Route } from '../site/route';
import { SiteProvider } from '../site/SiteContext';
import { readSiteSettings } from '../site/siteSettings';

const ORIGIN = 'http://localhost:3000';

/** What came back: a page as HTML, or where the browser is sent. */
export interface Answer {
  readonly status: number;
  readonly html: string;
  readonly location: string | null;
  readonly cookies: readonly string[];
}

/** Somebody with a browser: a fresh one, or one that is signed in. */
export interface Visitor {
  get(path: string): Promise<Answer>;
  /** Sends a form of the page at this path. */
  send(path: string, fields: Record<string, string | readonly string[]>): Promise<Answer>;
  headers: Record<string, string>;
}

/** Pages of these routes over a real server: what forms do happens. */
export interface SiteTest {
  readonly server: TestServer;
  readonly mailer: ReturnType<typeof createTestMailer>;
  anybody(): Visitor;
  person(name: string): Promise<Visitor>;
}

/** Starts a server in memory and shows routes over it. */
export async function startSiteTest(
  routes: readonly Route[],
  environment: Record<string, string> = {},
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<SiteTest> {
  const mailer = createTestMailer();
  const server = await startTestServer({ mailer, ...options });
  const settings = readSiteSettings(environment);
  const sorted = sortRoutes(routes);

  function visitor(headers: Record<string, string>): Visitor {
    async function visit(path: string, form?: URLSearchParams): Promise<Answer> {
      const request = new Request(ORIGIN + path, { headers });
      const hub = createHubClient((call) => server.server.fetch(call), request, ORIGIN, { form });
      const url = new URL(path, ORIGIN);
      const match = matchRoute(sorted, url.pathname);
      if (!match) return { status: 404, html: '', location: null, cookies: [] };
      const page: PageRequest = {
        url,
        params: match.params,
        form: form ?? new URLSearchParams(),
        method: form ? 'POST' : 'GET',
        requestId: 'req_test',
        hub,
        viewer: (await hub.session()).user,
        workspaces: (await hub.session()).workspaces,
        settings,
        href: (to) => to,
        absolute: (to) => ORIGIN + to,
        cookie: () => undefined,
      };
      try {
        return toAnswer(await (form ? (match.route.act ?? match.route.show) : match.route.show)(page), page);
      } catch (error) {
        if (error instanceof ApiFailure)
          return { status: error.code === 'NOT_FOUND' ? 404 : 400, html: error.message, location: null, cookies: [] };
        throw error;
      }
    }
    return {
      headers,
      get: (path) => visit(path),
      send: (path, fields) =>
        visit(
          path,
          new URLSearchParams(
            Object.entries(fields).flatMap(([name, value]) =>
              typeof value === 'string' ? [[name, value]] : value.map((each) => [name, each]),
            ),
          ),
        ),
    };
  }

  function toAnswer(answer: Page | Response, request: PageRequest): Answer {
    if (answer instanceof Response)
      return {
        status: answer.status,
        html: '',
        location: answer.headers.get('Location'),
        cookies: request.hub.cookies,
      };
    const view = {
      path: request.url.pathname,
      viewer: request.viewer,
      workspaces: request.workspaces,
      settings,
      href: request.href,
      asset: () => undefined,
    };
    return {
      status: answer.status ?? 200,
      html: renderToStaticMarkup(<SiteProvider view={view}>{answer.body}</SiteProvider>),
      location: null,
      cookies: request.hub.cookies,
    };
  }

  return {
    server,
    mailer,
    anybody: () => visitor({}),
    person: async (name) => visitor(await signInAs(server, mailer, `${name}@example.com`)),
  };
}
