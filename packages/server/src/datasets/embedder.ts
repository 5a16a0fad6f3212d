import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database';
import { readDimensions, readUnembedded, saveEmbedding } from '../db/queries/hub/passageQueries';
import type { Vectors } from '../db/vectors';
import type { Embeddings } from './embeddings';

/** Texts in one call of the embedding model. */
const BATCH = 64;
/** How long the end waits for a vector that is being stored, in milliseconds. */
const CLOSE_WITHIN_MS = 500;

/** Gives passages their vectors, in the background: no question waits for it. */
export interface Embedder {
  /** Passages of this dataset have come. */
  wake(datasetId: string): void;
  /** Takes up what any dataset still lacks: after a failure, or since another model is configured. */
  sweep(): Promise<void>;
  /** The vector of a question, of length 1. */
  embed(question: string): Promise<number[]>;
  close(): Promise<void>;
}

/** @param onError - called when the model fails; the passages wait for the next sweep */
export function createEmbedder(options: {
  readonly db: Database;
  readonly vectors: Vectors;
  readonly embeddings: Embeddings;
  readonly onError: (error: unknown) => void;
}): Embedder {
  const { db, vectors, embeddings, onError } = options;
  /** Datasets with passages that wait. */
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
      // Before the first is stored: an index that is empty is made at once.
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
      // Neither a model that thinks nor an index that is being made is waited for.
      await Promise.race([running, wait(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** The same direction with length 1: half-precision numbers, which the index has, hold nothing large. */
function toUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? [...vector] : vector.map((value) => value / length);
}
