import { createId, type Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import type { StorageMeter } from '../db/queries/accounts/storageQueries';
import {
  findPassages,
  insertDocument,
  deleteDatasetFile,
  listUnfinished,
  readEmbeddings,
  readFirstPassages,
  readPassages,
  type NewPassage,
  type FoundPassage,
} from '../db/queries/hub/passageQueries';
import { findNearest, type NearestQuery, type NearPassage } from '../db/queries/hub/nearestQueries';
import { readResource } from '../db/queries/hub/resourceQueries';
import type { Vectors } from '../db/vectors';
import type { Embeddings } from './embeddings';
import type { IndexedPassage } from '../reading/readingJobs';
import type { ReadingPool } from '../reading/readingPool';
import type { FileStore } from '../uploads/fileStore';
import { keepFile } from '../uploads/keepFile';
import { requireDocumentType } from './documentType';
import { ApiError } from '../lib/apiError';
import { createDatasetVocabularies } from './datasetVocabularies';
import { createEmbedder } from './embedder';
import type { Passage } from '../reading/readingJobs';
import { DATASET_LIMITS } from '../reading/readLimits';
import { renewTerms } from './renewTerms';
import { createRetriever, vocabularyOf, searchedWords, TERMS_MAX, type Found, type Retriever } from './retrieve';
import { toTerms } from './terms';
import type { Vocabulary } from './vocabulary';

/** Largest document, in bytes (10 MiB). */
export const DOCUMENT_MAX_BYTES = 10_485_760;
/** Most passages of one document. */
const PASSAGES_MAX = 5_000;
/** Passages that the database finds by words, for the ranking to choose from. */
const CANDIDATES = 60;
/** About how many passages it weighs to find them. */
const LIMITS = { take: CANDIDATES, lookedAt: 500 };
/** Most passages whose vectors are compared in this process in one search. */
const COMPARED_MAX = 20_000;
/** When a document is no longer being added, in milliseconds (1 hour), and how many such ones are deleted at a time. */
const UNFINISHED_MS = 3_600_000;
const UNFINISHED_MAX = 100;
/** A passage less similar than this is not about the question (cosine). */
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

/** A document of a dataset. */
export interface AddedDocument {
  readonly id: string;
  /** What its owner should know of how it was read, a sentence each. */
  readonly notes: readonly string[];
}

/** What bots know: documents of datasets, found by words and, where a model for that is configured, by meaning. */
export interface Library {
  /** Reads a document and makes it findable. @throws ApiError 404, 422, 429 when the workspace is full */
  add(datasetId: string, document: NewDocument): Promise<AddedDocument>;
  /** Deletes a document with its passages. @returns whether the dataset had it */
  remove(datasetId: string, id: string): Promise<boolean>;
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
  /**
   * Indexes passages of earlier releases again, gives those that lack it their vector, since a failure or since another
   * model is configured, and deletes documents whose process ended while they were added.
   */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** What the library stands on. */
export interface LibraryOptions {
  db: Database;
  clock: Clock;
  plans: StorageMeter;
  store: FileStore;
  reading: ReadingPool;
  /** How the database compares vectors. */
  vectors: Vectors;
  embeddings: Embeddings | undefined;
  /** Called when the embedding model fails: the search then uses words alone. */
  onError: (error: unknown) => void;
}

/** Opens the library of this server. */
export function createLibrary(options: LibraryOptions): Library {
  const { db, clock, plans, store, reading, vectors, embeddings, onError } = options;
  const vocabularies = createDatasetVocabularies(db);
  const embedder = embeddings && createEmbedder({ db, vectors, embeddings, onError });

  /** Passages that the ranking chooses from. */
  async function candidates(datasetIds: readonly string[], query: string, vocabulary: Vocabulary): Promise<Passage[]> {
    const words = [...new Set(toTerms(searchedWords(query), true))].slice(0, TERMS_MAX).map((word) => ({
      terms: vocabulary.meaningsOf(word).map(({ term, nearness }) => ({
        term,
        weight: nearness * vocabulary.weigh(term),
        share: vocabulary.shareOf(term),
      })),
    }));
    return (await findPassages(db, datasetIds, words, { ...LIMITS, size: vocabulary.size })).map(toPassage);
  }

  async function byMeaning(datasetIds: readonly string[], size: number, query: string): Promise<Found[]> {
    if (!embedder || !embeddings) return [];
    try {
      const { model } = embeddings;
      const alike = await nearest(options, { datasetIds, size, model, embedding: await embedder.embed(query) });
      return alike
        .filter(({ likeness }) => likeness >= MIN_LIKENESS)
        .map((row) => ({ passage: toPassage(row), score: row.likeness, coverage: row.likeness }));
    } catch (error) {
      onError(error);
      return [];
    }
  }

  /** @throws ApiError 404 */
  async function ownerOf(datasetId: string): Promise<string> {
    const dataset = await readResource(db, 'dataset', datasetId);
    if (!dataset) throw new ApiError('NOT_FOUND');
    return dataset.ownerId;
  }

  async function remove(datasetId: string, id: string): Promise<boolean> {
    const isGone = await plans.free(await ownerOf(datasetId), { kind: 'document', id }, (tx) =>
      deleteDatasetFile(tx, datasetId, id),
    );
    if (isGone) await store.delete(id);
    return isGone;
  }

  return {
    remove,
    async add(datasetId, { name, type: declared, bytes, url, siteId, hash }) {
      const type = requireDocumentType(name, declared);
      const { passages, notes } = await reading.run(
        'passages',
        { type, bytes, source: name, url: url ?? '', passagesMax: PASSAGES_MAX },
        DATASET_LIMITS,
      );
      const id = createId('doc', clock);
      const now = clock.now();
      const rows = passages.map((passage): NewPassage =>
        toRow(passage, { datasetId, fileId: id, hasUrl: url !== undefined }),
      );
      const file = {
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
      };
      await keepFile(store, { id, bytes }, async () => {
        const ownerId = await ownerOf(datasetId);
        const counted = (insert: (by: Database) => Promise<void>) =>
          plans.store(ownerId, { kind: 'document', id }, insert);
        if (!(await insertDocument(db, file, rows, counted))) throw new ApiError('NOT_FOUND');
      });
      embedder?.wake(datasetId);
      return { id, notes };
    },
    async search(datasetIds, query) {
      const vocabulary = await vocabularies.of(datasetIds);
      const [words, meanings] = await Promise.all([
        candidates(datasetIds, query, vocabulary).then((found) => createRetriever(found, vocabulary).search(query)),
        byMeaning(datasetIds, vocabulary.size, query),
      ]);
      return meanings.length === 0 ? words : fuse([words, meanings]);
    },
    async retrieverFor(datasetIds, questions, more = []) {
      const vocabulary = await vocabularies.of(datasetIds);
      const found = await Promise.all([
        ...questions.map((question) => candidates(datasetIds, question, vocabulary)),
        readFirstPassages(db, datasetIds, CANDIDATES).then((rows) => rows.map(toPassage)),
      ]);
      const passages = [...more, ...new Map(found.flat().map((passage) => [passage.id, passage])).values()];
      // The words of abilities are in no dataset.
      return createRetriever(
        passages,
        more.length === 0 ? vocabulary : vocabularyOf(passages, { thesaurus: vocabulary.thesaurus }),
      );
    },
    async sweep() {
      if (await renewTerms(db, clock)) vocabularies.forget();
      for (const { id, datasetId } of await listUnfinished(db, clock.now() - UNFINISHED_MS, UNFINISHED_MAX)) {
        await remove(datasetId, id);
      }
      await embedder?.sweep();
    },
    close: async () => embedder?.close(),
  };
}

function toRow(
  { headings, url, ...passage }: IndexedPassage,
  { datasetId, fileId, hasUrl }: { datasetId: string; fileId: string; hasUrl: boolean },
): NewPassage {
  return { ...passage, datasetId, fileId, headings: [...headings], url: hasUrl ? url : '' };
}

function toPassage({ sequence, source, page, headings, title, url, text }: FoundPassage): Passage {
  return { id: String(sequence), source, page, headings, title, url, text };
}

/** The passages most like a vector, compared by the database where it can, else in this process. */
async function nearest(
  { db, vectors }: Pick<LibraryOptions, 'db' | 'vectors'>,
  query: Omit<NearestQuery, 'type' | 'take'>,
): Promise<NearPassage[]> {
  const { datasetIds, model, embedding } = query;
  if (vectors.isInDatabase)
    return findNearest(db, { ...query, type: vectors.typeOf(embedding.length), take: MAX_FOUND });
  const known = await readEmbeddings(db, datasetIds, model, COMPARED_MAX);
  const best = known
    .map(({ sequence, embedding: other }) => [sequence, cosine(embedding, other)] as const)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_FOUND);
  const stored = await readPassages(
    db,
    best.map(([sequence]) => sequence),
  );
  return best.flatMap(([sequence, likeness]) =>
    stored.filter((row) => row.sequence === sequence).map((row) => ({ ...row, likeness })),
  );
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
