import type { User, Workspace } from '@sotto/hub-api';
import type { Json } from '@sotto/widget-core/api';
import type { ReactNode } from 'react';
import type { HubClient } from './hubClient';
import type { SiteSettings } from './siteSettings';

/** The data available to a page about its request. */
export interface PageRequest {
  /** The requested address, below the site's prefix; its origin is the site's own. */
  readonly url: URL;
  /** What stands for the `:names` of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The fields of a form that was sent; empty for GET. */
  readonly form: URLSearchParams;
  readonly method: 'GET' | 'POST';
  /** Names the request in the server's log; written into the page, so that a failure seen there can be found. */
  readonly requestId: string;
  /** The JSON API, called in process with this visitor's rights: a page shows what a program would get. */
  readonly hub: HubClient;
  /** Who is signed in. */
  readonly viewer: User | null;
  /** The workspaces that they may enter; empty for visitors. */
  readonly workspaces: readonly Workspace[];
  readonly settings: SiteSettings;
  /** An address of this site with its path prefix, for links and redirects. */
  readonly href: (path: string) => string;
  /** The same with the origin, for what leaves the page. */
  readonly absolute: (path: string) => string;
  /** A cookie of this browser. */
  readonly cookie: (name: string) => string | undefined;
}

/** Around what a page is drawn: the Hub's navigation, the site's, an owner's workspace, or nothing at all. */
export type Shell = 'hub' | 'site' | 'workspace' | 'none';

/** The metadata of a page for search engines, previews and browser tabs. */
export interface PageHead {
  /** The whole title. */
  readonly title: string;
  readonly description?: string | undefined;
  /** The one address of this page, as a path of the site. @default none is named */
  readonly canonical?: string | undefined;
  /** Keeps the page out of search engines. @default false */
  readonly noindex?: boolean;
  /** Picture for previews, 1200 × 630, as a path of the site. */
  readonly image?: { readonly path: string; readonly alt: string } | undefined;
  /** @default 'website' */
  readonly kind?: 'website' | 'article' | 'profile';
  /** The nodes of the JSON-LD `@graph`. */
  readonly graph?: readonly Json[] | undefined;
  /** Other forms of the page: feeds, markdown, JSON, oEmbed. */
  readonly alternates?: readonly { readonly type: string; readonly path: string; readonly title?: string }[];
  /** Pages before and after this one in a list. */
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** What a route answers with: a page to be drawn inside a shell. */
export interface Page {
  readonly shell: Shell;
  readonly head: PageHead;
  readonly body: ReactNode;
  /** @default 200 */
  readonly status?: number;
  /** Sent beside the site's own; replaces those of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One address of the site and what is found there. Every page file exports its own. */
export interface Route {
  /** Such as `/hub/skillsets/:key`; `:name` stands for one part, a last `*` for the rest. */
  readonly path: string;
  /** What a GET gets. @throws ApiFailure with the API's code, which becomes the page for it */
  readonly show: (request: PageRequest) => Page | Response | Promise<Page | Response>;
  /** What a form of this page does. Only forms of this site get here. */
  readonly act?: (request: PageRequest) => Page | Response | Promise<Page | Response>;
}

/** Sends the browser on. 303 after a form, 308 for an address that has moved for good. */
export function redirect(location: string, status: 303 | 307 | 308 = 303): Response {
  return new Response(null, { status, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** Redirects to the sign-in page, and back to the current page afterwards. */
export function signInFirst({ url, href }: PageRequest): Response {
  return redirect(href(`/signin?callbackUrl=${encodeURIComponent(url.pathname + url.search)}`));
}
