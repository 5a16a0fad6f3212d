import * as v from 'valibot';
import { isWebAddress } from '@sotto/widget-core/internal/server';

const webAddress = v.pipe(v.string(), v.trim(), v.check(isWebAddress, 'expected an http or https address'));
const linkSchema = v.object({ label: v.pipe(v.string(), v.minLength(1), v.maxLength(40)), href: webAddress });

/** `SITE_LINKS`: external addresses. Missing ones are not shown. */
const siteLinksSchema = v.object({
  platform: v.optional(webAddress),
  apps: v.optional(v.array(linkSchema), []),
  community: v.optional(webAddress),
  code: v.optional(webAddress),
  network: v.optional(webAddress),
  video: v.optional(webAddress),
  microblog: v.optional(webAddress),
  /** Contact address for contracts. */
  sales: v.optional(v.pipe(v.string(), v.email())),
});

/** Operator settings of the site. */
export interface SiteSettings {
  readonly links: v.InferOutput<typeof siteLinksSchema>;
  /** Source of `aggregateRating`: visitors, or the specification's fixed number. @default 'visitors' */
  readonly rating: 'visitors' | 'fixed';
  /** Whether plans are sold; otherwise prices are shown only on /pricing. @default false */
  readonly sellsPlans: boolean;
  /** Name in the copyright line. @default 'the Sotto authors' */
  readonly owner: string;
}

/**
 * Reads the site's settings from the environment: `SITE_LINKS` (JSON), `HUB_RATING`, `HUB_BILLING`, `SITE_OWNER`.
 *
 * @throws Error with a message for the operator
 */
export function readSiteSettings(environment: Readonly<Record<string, string | undefined>>): SiteSettings {
  const rating = environment['HUB_RATING'] ?? 'visitors';
  if (rating !== 'visitors' && rating !== 'fixed') throw new Error('HUB_RATING: expected visitors or fixed');
  return {
    links: readLinks(environment['SITE_LINKS']),
    rating,
    sellsPlans: (environment['HUB_BILLING'] ?? 'off') !== 'off',
    owner: environment['SITE_OWNER']?.trim() || 'the Sotto authors',
  };
}

function readLinks(text: string | undefined): SiteSettings['links'] {
  if (text === undefined || text.trim() === '') return { apps: [] };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error('SITE_LINKS: expected JSON such as {"code":"https://example.com/sotto"}');
  }
  const parsed = v.safeParse(siteLinksSchema, data);
  if (!parsed.success)
    throw new Error(`SITE_LINKS: ${v.getDotPath(parsed.issues[0]) ?? ''} ${parsed.issues[0].message}`);
  return parsed.output;
}
