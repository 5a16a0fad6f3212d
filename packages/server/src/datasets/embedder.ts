import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database';
import { readDimensions, readUnembedded, saveEmbedding } from '../db/queries/hub/passageQueries';
import type { Vectors } from '../db/vectors';
import type { Embeddings } from './embeddings';

/** Texts per call of the embedding model. */
const BATCH = 64;
/** How long closing waits for a vector being stored, in milliseconds. */
const CLOSE_WITHIN_MS = 500;

/** Computes embeddings of passages in the background, so that no question waits for them. */
export interface Embedder {
  /** Passages were added to this dataset. */
  wake(datasetId: string): void;
  /** Computes missing embeddings of all datasets: after a failure, or for a new model. */
  sweep(): Promise<void>;
  /** Embedding of a question, normalized to length 1. */
  embed(question: string): Promise<number[]>;
  close(): Promise<void>;
}

/** @param onError - called when the model fails; passages are retried in the next sweep */
export function createEmbedder(options: {
  readonly db: Database;
  readonly vectors: Vectors;
  readonly embeddings: Embeddings;
  readonly onError: (error: unknown) => void;
}): Embedder {
  const { db, vectors, embeddings, onError } = options;
  /** Datasets with pending passages. */
  const waiting = new Set<string>();
  let isSweepDue = false;
  let isOver = false;
  let running: Promise<void> | undefined;

  function report(error: unknown): void {
    if (!isOver) onError(error);
  }

  async function embedMissing(datasetIds: readonly string[] | undefined): Promise<void> {
    let isPrepared = false;
    for (let after = 0; !isOver;) {
      const missing = await readUnembedded(db, embeddings.model, { datasetIds, after, take: BATCH });
      if (missing.length === 0) return;
      const made = await embeddings.of(missing.map(({ title, text }) => `${title}\n\n${text}`));
      // Before the first is stored, because creating an index on an empty table is immediate.
      if (!isPrepared) await vectors.prepare(embeddings.model, made[0]?.length ?? 0).catch(report);
      isPrepared = true;
      for (const [index, { sequence }] of missing.entries()) {
        if (isOver) return;
        await saveEmbedding(db, sequence, embeddings.model, toUnit(made[index] ?? []));
        after = sequence;
      }
    }
  }

  async function run(): Promise<void> {
    while (!isOver && (isSweepDue || waiting.size > 0)) {
      const datasetIds = isSweepDue ? undefined : [...waiting];
      isSweepDue = false;
      waiting.clear();
      await embedMissing(datasetIds);
    }
  }
  function start(): Promise<void> {
    running ??= run()
      .catch(report)
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    wake(datasetId) {
      waiting.add(datasetId);
      if (!isOver) void start();
    },
    async sweep() {
      if (isOver) return;
      isSweepDue = true;
      await start();
      const dimensions = isOver ? undefined : await readDimensions(db, embeddings.model);
      if (dimensions !== undefined) await vectors.prepare(embeddings.model, dimensions).catch(report);
    },
    async embed(question) {
      const [embedded = []] = await embeddings.of([question]);
      return toUnit(embedded);
    },
    async close() {
      isOver = true;
      // Closing does not wait for the model, or for an index being created.
      await Promise.race([running, wait(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** Normalizes a vector to length 1, because the index uses half-precision numbers. */
function toUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? [...vector] : vector.map((value) => value / length);
}
