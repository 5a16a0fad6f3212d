import { parseAddress } from '@sotto/widget-core/internal/server';
import type { AppContext } from '../../http/appEnv';
import { isProxied } from '../../http/rateLimits';
import type { Visit } from '../../domain/conversations/conversations';
import type { Services } from '../services';

/** Longest address of a page that is kept. */
const PAGE_MAX_LENGTH = 2_048;

/** @param isVisitor - whether the call is made by the visitor's browser, and not by a program of the account */
export function readVisit(
  context: AppContext,
  { trustedProxies, countryHeader }: Pick<Services, 'trustedProxies' | 'countryHeader'>,
  { page, isVisitor }: { readonly page: string | undefined; readonly isVisitor: boolean },
): Visit {
  // A header that a visitor could set is not read.
  const country =
    isVisitor && countryHeader !== undefined && isProxied(context, trustedProxies)
      ? context.req.header(countryHeader)
      : undefined;
  return {
    page: page === undefined ? null : toPage(page),
    language: isVisitor ? toLanguage(context.req.header('accept-language') ?? '') : null,
    country: toCountry(country ?? ''),
  };
}

function toPage(address: string): string | null {
  const url = address.length > PAGE_MAX_LENGTH ? undefined : parseAddress(address);
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}`.slice(0, PAGE_MAX_LENGTH) : null;
}

/** The first language of an `Accept-Language` header, which browsers sort by preference. */
function toLanguage(header: string): string | null {
  const [tag = ''] = header.split(/[,;]/, 1);
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(tag.trim()) ? tag.trim() : null;
}

/** Proxies send `XX`, `T1` and similar codes for unknown countries and anonymous networks. */
function toCountry(code: string): string | null {
  return /^[a-z]{2}$/i.test(code) && code.toUpperCase() !== 'XX' ? code.toUpperCase() : null;
}
