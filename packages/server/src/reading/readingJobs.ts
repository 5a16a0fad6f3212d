import { ApiError } from '../lib/apiError';
import { toPassages, type Passage } from '../datasets/passages';
import { readDocument } from '../datasets/readDocument';
import { readSitePage, type SitePage } from '../datasets/site/readSitePage';
import type { ReadLimits } from '../datasets/readers/readLimits';
import { toTerms } from '../datasets/terms';
import { decodePage, readPreview, type PagePreview } from '../unfurl/readPreview';
import { cutFileText } from '../uploads/fileText';
import { drawThumbnail } from '../uploads/thumbnails';

/** A passage with the words it is found by. */
export interface IndexedPassage extends Omit<Passage, 'id'> {
  readonly terms: string;
}

/** A document on its way into a dataset. */
interface DocumentInput {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Its file name. */
  readonly source: string;
  /** Where people can read it, or empty. */
  readonly url: string;
  readonly passagesMax: number;
}

/**
 * Everything that is read of what strangers send or serve. All of it runs in threads: whatever a job takes, it takes
 * from nobody else.
 */
export const readingJobs = {
  /**
   * A document cut into passages. @throws ApiError 422 when it says nothing, cannot be read, or has more passages than
   * allowed
   */
  async passages(
    { type, bytes, source, url, passagesMax }: DocumentInput,
    limits: ReadLimits,
  ): Promise<IndexedPassage[]> {
    const document = await readDocument(type, bytes, limits);
    const list = toPassages({
      ...document,
      source,
      url,
      resolveLink: (href) => (/^https?:/i.test(href) ? href : undefined),
    });
    if (list.length > passagesMax)
      throw new ApiError('UNPROCESSABLE_ENTITY', 'This document is too long. Cut it into several');
    return list.map(({ id: _, ...passage }) => ({
      ...passage,
      terms: [...new Set(toTerms(`${passage.title} ${passage.text}`))].join(' '),
    }));
  },

  /** The beginning of what a document says. @throws ApiError 422 */
  async text(
    { type, bytes }: { readonly type: string; readonly bytes: Uint8Array },
    limits: ReadLimits,
  ): Promise<string> {
    return cutFileText((await readDocument(type, bytes, limits)).text);
  },

  /** What a page says about itself. */
  preview({
    bytes,
    type,
    url,
  }: {
    readonly bytes: Uint8Array;
    readonly type: string;
    readonly url: string;
  }): PagePreview {
    return readPreview(decodePage(bytes, type), url);
  },

  /** A page of a site that is crawled. */
  sitePage({
    bytes,
    type,
    address,
  }: {
    readonly bytes: Uint8Array;
    readonly type: string;
    readonly address: string;
  }): SitePage {
    return readSitePage(bytes, type, address);
  },

  /** A picture, small; undefined when it is none. */
  thumbnail({ bytes }: { readonly bytes: Uint8Array }): Promise<Uint8Array | undefined> {
    return drawThumbnail(bytes);
  },
};

/** The jobs by name. */
export type ReadingJobs = typeof readingJobs;
