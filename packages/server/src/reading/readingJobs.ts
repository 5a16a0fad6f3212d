import type { ReadLimits } from './readLimits';

/**
 * A piece of a document that can be found and quoted: what stands under one heading, or a part of it when that is long.
 */
export interface Passage {
  readonly id: string;
  /** The document, like `guides/operator.md`. */
  readonly source: string;
  /** The document's title. */
  readonly page: string;
  /**
   * The headings above the passage, below the document's title; the last is its own. Empty before the first heading.
   */
  readonly headings: readonly string[];
  /** Title and headings in one line, for people. */
  readonly title: string;
  readonly url: string;
  /** Markdown. Code blocks, tables and lists are whole, links are addresses of the site. */
  readonly text: string;
}

/** A passage with the words it is found by. */
export interface IndexedPassage extends Omit<Passage, 'id'> {
  readonly terms: string;
}

/** A page of a site as a crawler needs it. */
export interface SitePage {
  readonly title: string;
  readonly description: string;
  /** The name of the site; empty: unknown. */
  readonly siteName: string;
  /** Its language tag; empty: unknown. */
  readonly language: string;
  /** Its text without navigation, header and footer. */
  readonly markdown: string;
  /** The text of header, footer and asides, which most pages of a site share. */
  readonly frames: string;
  /** The address that it names as its own; empty: none. */
  readonly canonical: string;
  /** Whether it has no text before its scripts have run. */
  readonly isDrawnByScript: boolean;
  /** Absolute addresses, without fragments. */
  readonly links: readonly string[];
  /** Whether it may be read into a dataset, and whether its links may be followed (`meta name="robots"`). */
  readonly isIndexable: boolean;
  readonly followsLinks: boolean;
  readonly themeColor: string;
  readonly logo: string;
  /** Rules inside the page, and addresses of its style sheets. */
  readonly styles: string;
  readonly styleSheets: readonly string[];
}

/** The metadata of a page. Texts are plain and clipped, addresses absolute http or https. */
export interface PagePreview {
  readonly title?: string;
  readonly description?: string;
  readonly image?: string;
  readonly logo?: string;
  readonly publisher?: string;
}

/** A file of a known type. */
interface FileInput {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A document that is added to a dataset. */
export interface DocumentInput extends FileInput {
  /** Its file name. */
  readonly source: string;
  /** Where people can read it, or empty. */
  readonly url: string;
  readonly passagesMax: number;
}

/** A document that was read. */
export interface ReadDocument {
  readonly passages: readonly IndexedPassage[];
  /** What its owner should know of how it was read, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Parsers of all untrusted input. They run in threads, so the memory and time of a job do not affect other work.
 * `readingWorker` implements them.
 */
export interface ReadingJobs {
  /**
   * A document cut into passages. @throws ApiError 422 when it has no text, cannot be read, or has more passages than
   * allowed
   */
  passages(input: DocumentInput, limits: ReadLimits): Promise<ReadDocument>;
  /** The beginning of a document's text. @throws ApiError 422 */
  text(input: FileInput, limits: ReadLimits): Promise<string>;
  /** The metadata of a page. */
  preview(input: FileInput & { readonly url: string }): PagePreview;
  /** A page of a site that is crawled. `asked`: what its header asks of crawlers. */
  sitePage(input: FileInput & { readonly address: string; readonly asked?: string }): SitePage;
  /** A small version of a picture; undefined if the file is not a picture. */
  thumbnail(input: { readonly bytes: Uint8Array }): Promise<Uint8Array | undefined>;
}
