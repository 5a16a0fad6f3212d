import { toCallbackPath } from '@sotto/widget-core/api';
import type { AppContext } from '../../http/appEnv';
import { endpoint, type Endpoint } from '../../http/endpoint';
import { LINK_PAGE_CSP, renderLinkPage } from '../../http/files/linkPage';
import { readUser } from '../../db/queries/accounts/userQueries';
import { requireOwnOrigin } from '../../http/auth/userAuth';
import { readBody } from '../../http/bodies';
import { recordSignIn, setCookies, spendSignIn } from './signInSteps';
import type { Services } from '../services';

/** Longest form of the link's page, in bytes. */
const FORM_MAX_BYTES = 8_192;

/** The link of a sign-in mail: a page with one button, and what the button does [H-12]. */
export function signInLinkEndpoints(services: Services): Endpoint[] {
  const page = endpoint(
    {
      method: 'GET',
      path: '/auth/signin/link',
      summary: 'The page behind the link of a sign-in mail',
      auth: 'public',
      cost: 'none',
      errors: [],
    },
    async (context) => {
      const fields = readFields(new URL(context.req.url).searchParams);
      return context.body(renderLinkPage(fields), 200, pageHeaders());
    },
  );
  const press = endpoint(
    {
      method: 'POST',
      path: '/auth/signin/link',
      summary: 'The button of that page',
      auth: 'public',
      cost: 'none',
      errors: ['NOT_AUTHENTICATED', 'NOT_AUTHORIZED'],
    },
    async (context) => {
      requireOwnOrigin(context, services.origins, false);
      const fields = readFields(new URLSearchParams(new TextDecoder().decode(await readBody(context, FORM_MAX_BYTES))));
      await spendSignIn(context, services);
      const made = await recordSignIn(context, services, 'link', fields.email, () =>
        services.signIn.withLink(fields.email, fields.token, { userAgent: context.req.header('user-agent') }),
      );
      setCookies(context, made.cookies);
      const { callbackUrl } = fields;
      const user = await readUser(services.db, made.person.id);
      const next =
        user?.hasSecondFactor === true ? `/signin?${new URLSearchParams({ callbackUrl }).toString()}` : callbackUrl;
      return goTo(context, services, next);
    },
  );
  return [page, press];
}

function readFields(params: URLSearchParams): { email: string; token: string; callbackUrl: string } {
  return {
    email: (params.get('email') ?? '').slice(0, 254),
    token: (params.get('token') ?? '').slice(0, 64),
    callbackUrl: toCallbackPath(params.get('callbackUrl') ?? undefined),
  };
}

function goTo(context: AppContext, { publicUrl }: Services, path: string): Response {
  const prefix = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  return context.redirect(prefix + path, 303);
}

function pageHeaders(): Record<string, string> {
  // With `no-referrer` a browser would send `Origin: null` with the form.
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': LINK_PAGE_CSP,
    'Referrer-Policy': 'same-origin',
  };
}
