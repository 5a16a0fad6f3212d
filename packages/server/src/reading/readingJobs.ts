import type { AbilityRequest, CheckFile } from '@sotto/hub-api';
import type { ReadLimits } from './readLimits';

/**
 * A passage of a document that can be found and quoted: the content below one heading, or a part of it if it is long.
 */
export interface Passage {
  readonly id: string;
  /** The document, like `guides/operator.md`. */
  readonly source: string;
  /** The document's title. */
  readonly page: string;
  /** Headings above the passage, below the document's title; the last is its own. Empty before the first heading. */
  readonly headings: readonly string[];
  /** Title and headings in one line, for people. */
  readonly title: string;
  readonly url: string;
  /** Markdown. Code blocks, tables and lists are whole, links are addresses of the site. */
  readonly text: string;
}

/** A passage with its search terms. */
export interface IndexedPassage extends Omit<Passage, 'id'> {
  readonly terms: string;
}

/** A crawled page. */
export interface SitePage {
  readonly title: string;
  readonly description: string;
  /** The name of the site; empty: unknown. */
  readonly siteName: string;
  /** Its language tag; empty: unknown. */
  readonly language: string;
  /** Its text without navigation, header and footer. */
  readonly markdown: string;
  /** Text of header, footer and asides, which is similar on most pages of a site. */
  readonly frames: string;
  /** Canonical address; empty if none. */
  readonly canonical: string;
  /** Whether it has no text without running scripts. */
  readonly isDrawnByScript: boolean;
  /** Absolute addresses, without fragments. */
  readonly links: readonly string[];
  /** Whether it may be indexed, and whether its links may be followed (`meta name="robots"`). */
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
  /** Public address of the document, or empty. */
  readonly url: string;
  readonly passagesMax: number;
}

/** A document that was read. */
export interface ReadDocument {
  readonly passages: readonly IndexedPassage[];
  /** Remarks for the owner on how it was read, one sentence each. */
  readonly notes: readonly string[];
}

/** An ability that an import makes. */
export interface AbilityDraft {
  readonly name: string;
  readonly description: string;
  /** The question before it acts; empty: its name. */
  readonly confirm: string;
  readonly request: AbilityRequest;
  /** Secrets that its headers name. */
  readonly secrets: readonly DraftSecret[];
}

/** A secret of an import; without a value if the source had only a placeholder for it. */
export interface DraftSecret {
  readonly name: string;
  readonly value?: string;
}

/** An OpenAPI document, and which of its operations are imported. */
export interface OpenApiInput {
  readonly text: string;
  /** Where it was found, for servers with relative addresses. */
  readonly address?: string | undefined;
  /** Operations to import, such as `GET /orders/{id}`; none: all are listed. */
  readonly keys: readonly string[];
  /** Names of secrets that there are. */
  readonly taken: readonly string[];
}

/** An operation of an OpenAPI document. */
export interface OperationSummary {
  /** Method and path. */
  readonly key: string;
  readonly summary: string;
  readonly isActing: boolean;
  /** Why it cannot be imported. */
  readonly problem?: string;
}

/** An OpenAPI document that was read. */
export interface OpenApiRead {
  readonly title: string;
  readonly operations: readonly OperationSummary[];
  readonly drafts: readonly AbilityDraft[];
}

/**
 * Parsers of all untrusted input. They run in threads, which isolates their memory and time. Implemented by
 * `readingWorker`.
 */
export interface ReadingJobs {
  /**
   * Splits a document into passages. @throws ApiError 422 if it has no text, cannot be read, or has too many passages
   */
  passages(input: DocumentInput, limits: ReadLimits): Promise<ReadDocument>;
  /** The beginning of a document's text. @throws ApiError 422 */
  text(input: FileInput, limits: ReadLimits): Promise<string>;
  /** The metadata of a page. */
  preview(input: FileInput & { readonly url: string }): PagePreview;
  /** Parses a crawled page. `asked`: its robots header. */
  sitePage(input: FileInput & { readonly address: string; readonly asked?: string }): SitePage;
  /** Lists the operations of an OpenAPI document, or makes abilities of some. @throws ApiError 422 */
  openApi(input: OpenApiInput): OpenApiRead;
  /** The checks of a file. @throws ApiError 422 */
  checkFile(input: { readonly content: string }): CheckFile;
  /** A small version of a picture; undefined if the file is not a picture. */
  thumbnail(input: { readonly bytes: Uint8Array }): Promise<Uint8Array | undefined>;
}
