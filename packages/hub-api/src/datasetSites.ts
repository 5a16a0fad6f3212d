import { idSchema, timeSchema } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { parseAddress } from '@sotto/widget-core/internal/server';

/** Number of pages to read per site: default and maximum. */
export const SITE_PAGES = 100;
export const SITE_PAGES_MAX = 500;

const hasScheme = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text);
function isWebAddress(text: string): boolean {
  if (hasScheme(text)) return /^https?:\/\//i.test(text) && parseAddress(text) !== undefined;
  // An email address has a user.
  return text !== '' && parseAddress(`https://${text}`)?.username === '';
}

/** Addresses that a text may mean, the likelier first: one without a scheme is tried with https, then with http. */
export function siteAddresses(text: string): readonly [string, ...string[]] {
  return hasScheme(text) ? [text] : [`https://${text}`, `http://${text}`];
}

const addressSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2048),
  v.check(isWebAddress, 'Enter the address of a site, such as example.com'),
);

/** POST /v1/dataset/{id}/site/create. `url`: a page or the sitemap of the site; https, else http, if it has no scheme. */
export const datasetSiteRequestSchema = v.object({
  url: addressSchema,
  pagesMax: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(SITE_PAGES_MAX)), SITE_PAGES),
});

/** Progress of a site. */
export const SITE_STATES = ['queued', 'reading', 'done', 'failed'] as const;

const siteEntries = {
  id: idSchema,
  url: v.string(),
  pagesMax: v.number(),
  state: v.picklist(SITE_STATES),
  /** Why it could not be read; null on success. */
  error: v.nullable(v.string()),
  /** Pages read and pages known, of the current or last run. */
  pagesDone: v.number(),
  pagesFound: v.number(),
  failures: v.array(v.object({ url: v.string(), reason: v.string() })),
  /** Changes found by the last run, as addresses; null for the first run. */
  changes: v.nullable(
    v.object({ added: v.array(v.string()), changed: v.array(v.string()), removed: v.array(v.string()) }),
  ),
  readAt: v.nullable(timeSchema),
  /** Time of the next run. */
  renewAt: timeSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
};

/** GET /v1/dataset/{id}/site/list: oldest first, at most 20. */
export const datasetSiteListResponseSchema = v.object({
  items: v.array(v.object(siteEntries)),
  cursor: v.nullable(v.string()),
});
export type DatasetSiteItem = v.InferOutput<typeof datasetSiteListResponseSchema>['items'][number];

/** GET /v1/dataset/{id}/site/{siteId}/fetch: with its pages. */
export const datasetSiteSchema = v.object({
  ...siteEntries,
  pages: v.array(v.object({ id: idSchema, name: v.string(), url: v.nullable(v.string()), passages: v.number() })),
});
export type DatasetSite = v.InferOutput<typeof datasetSiteSchema>;

/** POST /v1/dataset/{id}/text/create: a text, or a question (`title`) with its answer. */
export const datasetTextRequestSchema = v.object({
  title: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter a title'), v.maxLength(500)),
  text: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter a text'), v.maxLength(200_000)),
});

/** POST /v1/site/look. */
export const siteLookRequestSchema = v.object({ url: addressSchema });
/** Colours and name of a site; empty if unknown. `url`: the address after redirects. */
export const siteLookResponseSchema = v.object({
  url: v.string(),
  name: v.string(),
  description: v.string(),
  language: v.string(),
  /** A CSS colour. */
  color: v.string(),
  /** Address of a picture. */
  logo: v.string(),
});
export type SiteLook = v.InferOutput<typeof siteLookResponseSchema>;
