import { setImmediate } from 'node:timers/promises';
import type { Database } from '../db/database';
import { countPassages, readPassagesVersion, readTerms } from '../db/queries/hub/passageQueries';
import { isGerman } from './germanMeanings';
import { loadThesaurus } from './germanWords';
import { countTerms, createVocabulary, type Vocabulary } from './vocabulary';

/** Passages whose terms are read. More change little in how rare a term is. */
const PASSAGES_MAX = 20_000;
/** Passages read by one query. Others get their turn between two. */
const BATCH = 50;
/** Vocabularies kept at the same time, the least recently used goes first. */
const KEPT_MAX = 16;
/** Deleted passages are forgotten when they are more than this share. */
const DELETED_SHARE = 0.1;

interface Kept {
  readonly version: string;
  readonly counts: Map<string, number>;
  readonly total: number;
  readonly last: number;
  /** Whether the terms of all passages were read. */
  readonly isWhole: boolean;
  readonly vocabulary: Vocabulary;
}

/** The vocabularies of datasets, kept in this process. What was added since the last time is read. */
export function createDatasetVocabularies(
  db: Database,
  passagesMax = PASSAGES_MAX,
): {
  of(datasetIds: readonly string[]): Promise<Vocabulary>;
  /** Reads all again at the next search. */
  forget(): void;
} {
  const kept = new Map<string, Promise<Kept>>();

  async function read(datasetIds: readonly string[], before: Kept | undefined): Promise<Kept> {
    const version = await readPassagesVersion(db, datasetIds);
    if (before?.version === version) return before;
    const { count, last } = await countPassages(db, datasetIds);
    if (before?.last === last && before.total === Math.min(count, passagesMax)) return { ...before, version };
    const isUsable = before !== undefined && before.total - count <= count * DELETED_SHARE;
    const counts = isUsable ? before.counts : new Map<string, number>();
    let total = isUsable ? before.total : 0;
    let after = isUsable ? before.last : 0;
    while (after < last && total < passagesMax) {
      const rows = await readTerms(db, datasetIds, { after, take: Math.min(BATCH, passagesMax - total) });
      countTerms(
        rows.map(({ terms }) => terms.split(' ')),
        counts,
      );
      total += rows.length;
      after = rows.at(-1)?.sequence ?? last;
      await setImmediate();
    }
    const isWhole = (!isUsable || before.isWhole) && after >= last;
    const thesaurus = isGerman(counts, total) ? await loadThesaurus() : undefined;
    const vocabulary = createVocabulary(counts, total, { size: count, isWhole, thesaurus });
    return { version, counts, total, last, isWhole, vocabulary };
  }

  return {
    forget: () => kept.clear(),
    async of(datasetIds) {
      const key = [...datasetIds].sort().join(' ');
      // One after the other for the same datasets, so that nothing is counted twice.
      const before = kept.get(key);
      const reading = (before ?? Promise.resolve(undefined))
        .catch(() => undefined)
        .then((one) => read(datasetIds, one));
      kept.delete(key);
      kept.set(key, reading);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return (await reading).vocabulary;
    },
  };
}
