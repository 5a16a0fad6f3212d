import { createId, type Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import {
  findPassages,
  insertDocument,
  readEmbeddings,
  readFirstPassages,
  readPassages,
  readUnembedded,
  saveEmbedding,
  type NewPassage,
  type StoredPassage,
} from '../db/queries/hub/passageQueries';
import type { Embeddings } from '../model/openAi/embeddings';
import type { IndexedPassage } from '../reading/readingJobs';
import type { ReadingPool } from '../reading/readingPool';
import type { FileStore } from '../uploads/fileStore';
import { requireDocumentType } from './documentType';
import type { Passage } from './passages';
import { DATASET_LIMITS } from './readers/readLimits';
import { createRetriever, type Found, type Retriever } from './retrieve';
import { toTerms } from './terms';

/** Largest document, in bytes (10 MiB). */
export const DOCUMENT_MAX_BYTES = 10_485_760;
/** Most passages of one document. */
const PASSAGES_MAX = 5_000;
/** Words of a question that count. */
const TERMS_MAX = 24;
/** Passages that the database finds by words, for the ranking to choose from. */
const CANDIDATES = 60;
/** Most passages whose meanings are compared in one search. */
const COMPARED_MAX = 20_000;
/** Texts in one call of the embedding model. */
const EMBED_BATCH = 64;
/** A passage less alike than this says nothing about the question (cosine). */
const MIN_LIKENESS = 0.35;
/** Softens the first places when two rankings are joined (reciprocal rank fusion). */
const FUSION = 60;
/** Most results of one search. */
const MAX_FOUND = 10;

/** A document on its way into a dataset. `url`: where people can read it. */
export interface NewDocument {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly url: string | undefined;
  /** The site it is a page of. @default none */
  readonly siteId?: string;
  /** SHA-256 of its bytes, for pages of sites. */
  readonly hash?: string;
}

/** What bots know: documents of datasets, found by words and, where a model for that is configured, by meaning. */
export interface Library {
  /** Reads a document and makes it findable. @throws ApiError 422 */
  add(datasetId: string, document: NewDocument): Promise<string>;
  /** The passages that fit, best first. */
  search(datasetIds: readonly string[], query: string): Promise<Found[]>;
  /**
   * What the embedded guide may quote for these words: the found passages, `more` of other origin, and what else there
   * is to ask about.
   */
  retrieverFor(
    datasetIds: readonly string[],
    questions: readonly string[],
    more?: readonly Passage[],
  ): Promise<Retriever>;
}

/** What the library stands on. */
export interface LibraryOptions {
  db: Database;
  clock: Clock;
  store: FileStore;
  reading: ReadingPool;
  embeddings: Embeddings | undefined;
  /** Told when the embedding model fails: words alone then find what they can. */
  onError: (error: unknown) => void;
}

/** Opens the library of this server. */
export function createLibrary(options: LibraryOptions): Library {
  const { db, clock, store, reading, embeddings, onError } = options;

  async function candidates(datasetIds: readonly string[], query: string): Promise<Passage[]> {
    const terms = [...new Set(toTerms(query, true))].slice(0, TERMS_MAX);
    return (await findPassages(db, datasetIds, terms, CANDIDATES)).map(toPassage);
  }

  async function byMeaning(datasetIds: readonly string[], query: string): Promise<Found[]> {
    if (!embeddings) return [];
    try {
      await embedMissing(db, embeddings, datasetIds);
      const [embedded = []] = await embeddings.of([query]);
      const known = await readEmbeddings(db, datasetIds, embeddings.model, COMPARED_MAX);
      const alike = known
        .map(({ sequence, embedding }) => ({ sequence, likeness: cosine(embedded, embedding) }))
        .filter(({ likeness }) => likeness >= MIN_LIKENESS)
        .sort((a, b) => b.likeness - a.likeness)
        .slice(0, MAX_FOUND);
      const stored = new Map(
        (
          await readPassages(
            db,
            alike.map(({ sequence }) => sequence),
          )
        ).map((row) => [row.sequence, row]),
      );
      return alike.flatMap(({ sequence, likeness }) => {
        const row = stored.get(sequence);
        return row ? [{ passage: toPassage(row), score: likeness, coverage: likeness }] : [];
      });
    } catch (error) {
      onError(error);
      return [];
    }
  }

  return {
    async add(datasetId, { name, type: declared, bytes, url, siteId, hash }) {
      const type = requireDocumentType(name, declared);
      const list = await reading.run(
        'passages',
        { type, bytes, source: name, url: url ?? '', passagesMax: PASSAGES_MAX },
        DATASET_LIMITS,
      );
      const id = createId('doc', clock);
      const now = clock.now();
      const rows = list.map((passage): NewPassage =>
        toRow(passage, { datasetId, fileId: id, hasUrl: url !== undefined }),
      );
      await store.write(id, bytes);
      await insertDocument(
        db,
        {
          id,
          datasetId,
          name,
          type,
          size: bytes.byteLength,
          url: url ?? null,
          siteId: siteId ?? null,
          hash: hash ?? null,
          createdAt: now,
          updatedAt: now,
        },
        rows,
      );
      return id;
    },
    async search(datasetIds, query) {
      const [words, meanings] = await Promise.all([
        candidates(datasetIds, query).then((found) => createRetriever(found).search(query)),
        byMeaning(datasetIds, query),
      ]);
      return meanings.length === 0 ? words : fuse([words, meanings]);
    },
    async retrieverFor(datasetIds, questions, more = []) {
      const found = await Promise.all([
        ...questions.map((question) => candidates(datasetIds, question)),
        readFirstPassages(db, datasetIds, CANDIDATES).then((rows) => rows.map(toPassage)),
      ]);
      return createRetriever([...more, ...new Map(found.flat().map((passage) => [passage.id, passage])).values()]);
    },
  };
}

function toRow(
  { headings, url, ...passage }: IndexedPassage,
  { datasetId, fileId, hasUrl }: { datasetId: string; fileId: string; hasUrl: boolean },
): NewPassage {
  return { ...passage, datasetId, fileId, headings: [...headings], url: hasUrl ? url : '' };
}

function toPassage({ sequence, source, page, headings, title, url, text }: StoredPassage): Passage {
  return { id: String(sequence), source, page, headings, title, url, text };
}

/** Gives passages that were added before the model was configured, or since, their meaning. */
async function embedMissing(db: Database, embeddings: Embeddings, datasetIds: readonly string[]): Promise<void> {
  for (;;) {
    const missing = await readUnembedded(db, datasetIds, embeddings.model, EMBED_BATCH);
    if (missing.length === 0) return;
    const meanings = await embeddings.of(missing.map(({ title, text }) => `${title}\n\n${text}`));
    for (const [index, { sequence }] of missing.entries())
      await saveEmbedding(db, sequence, embeddings.model, meanings[index] ?? []);
  }
}

/** Joins rankings by the places they give, since their scores cannot be compared. */
function fuse(rankings: readonly (readonly Found[])[]): Found[] {
  const joined = new Map<string, Found>();
  for (const ranking of rankings) {
    for (const [place, found] of ranking.entries()) {
      const known = joined.get(found.passage.id);
      joined.set(found.passage.id, {
        passage: found.passage,
        score: (known?.score ?? 0) + 1 / (FUSION + place),
        coverage: Math.max(known?.coverage ?? 0, found.coverage),
      });
    }
  }
  return [...joined.values()].sort((a, b) => b.score - a.score).slice(0, MAX_FOUND);
}

function cosine(first: readonly number[], second: readonly number[]): number {
  let [dot, one, two] = [0, 0, 0];
  for (let index = 0; index < first.length; index += 1) {
    const [a, b] = [first[index] ?? 0, second[index] ?? 0];
    dot += a * b;
    one += a * a;
    two += b * b;
  }
  return one === 0 || two === 0 ? 0 : dot / Math.sqrt(one * two);
}
