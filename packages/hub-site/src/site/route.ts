import type { User, Workspace } from '@sotto/hub-api';
import type { Json } from '@sotto/widget-core/api';
import type { ReactNode } from 'react';
import type { HubClient } from './hubClient';
import type { SiteSettings } from './siteSettings';

/** Request data available to a page. */
export interface PageRequest {
  /** The requested address, without the site's prefix; its origin is the site's own. */
  readonly url: URL;
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Fields of a submitted form; empty for GET. */
  readonly form: URLSearchParams;
  readonly method: 'GET' | 'POST';
  /** Id of the request in the server's log; included in the page, so that errors can be looked up. */
  readonly requestId: string;
  /** The JSON API, in process, with this visitor's rights. */
  readonly hub: HubClient;
  /** The signed-in user. */
  readonly viewer: User | null;
  /** The user's workspaces; empty for visitors. */
  readonly workspaces: readonly Workspace[];
  readonly settings: SiteSettings;
  /** Adds the path prefix, for links and redirects. */
  readonly href: (path: string) => string;
  /** The same with the origin, for use outside the page. */
  readonly absolute: (path: string) => string;
  /** A cookie of this browser. */
  readonly cookie: (name: string) => string | undefined;
}

/** Shell of a page: the Hub's, the site's, the workspace's, or none. */
export type Shell = 'hub' | 'site' | 'workspace' | 'none';

/** The metadata of a page for search engines, previews and browser tabs. */
export interface PageHead {
  /** The whole title. */
  readonly title: string;
  readonly description?: string | undefined;
  /** Canonical path of this page. @default none */
  readonly canonical?: string | undefined;
  /** Excludes the page from search engines. @default false */
  readonly noindex?: boolean;
  /** Preview picture, 1200 × 630, as a path of the site. */
  readonly image?: { readonly path: string; readonly alt: string } | undefined;
  /** @default 'website' */
  readonly kind?: 'website' | 'article' | 'profile';
  /** The nodes of the JSON-LD `@graph`. */
  readonly graph?: readonly Json[] | undefined;
  /** Alternate formats: feeds, markdown, JSON, oEmbed. */
  readonly alternates?: readonly { readonly type: string; readonly path: string; readonly title?: string }[];
  /** Previous and next pages of a list. */
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** Response of a route: a page to render in a shell. */
export interface Page {
  readonly shell: Shell;
  readonly head: PageHead;
  readonly body: ReactNode;
  /** @default 200 */
  readonly status?: number;
  /** Additional headers; they override the site's. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A route. Every page file exports its own. */
export interface Route {
  /** Such as `/hub/skillsets/:key`; `:name` is one segment, a final `*` the rest. */
  readonly path: string;
  /** Handles GET. @throws ApiFailure, whose code selects the error page */
  readonly show: (request: PageRequest) => Page | Response | Promise<Page | Response>;
  /** Handles this page's forms. Forms of other sites are rejected before. */
  readonly act?: (request: PageRequest) => Page | Response | Promise<Page | Response>;
}

/** Redirects. 303 after a form, 308 for an address that has moved permanently. */
export function redirect(location: string, status: 303 | 307 | 308 = 303): Response {
  return new Response(null, { status, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** Redirects to the sign-in page, which returns to the current page. */
export function signInFirst({ url, href }: PageRequest): Response {
  return redirect(href(`/signin?callbackUrl=${encodeURIComponent(url.pathname + url.search)}`));
}
