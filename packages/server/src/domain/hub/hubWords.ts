import type { Clock } from '@sotto/widget-core/api';
import { createWordIndex, type SpellingIndex } from '../../datasets/spelling';
import type { Database } from '../../db/database';
import { listHubWords } from '../../db/queries/hub/hubWordQueries';

/** How long the words are kept in memory. */
const KEPT_MS = 60_000;

/** Corrects typing mistakes in a search to words of public items, and to no others. */
export interface HubWords {
  correct(text: string): Promise<string>;
}

/** Reads the words when a search first needs them, and again when they are a minute old. */
export function createHubWords({ db, clock }: { db: Database; clock: Clock }): HubWords {
  let kept: { readonly index: Promise<SpellingIndex>; readonly until: number } | undefined;

  async function readIndex(): Promise<SpellingIndex> {
    try {
      return createWordIndex(await listHubWords(db));
    } catch (error) {
      kept = undefined;
      throw error;
    }
  }

  return {
    async correct(text) {
      if (!kept || clock.now() >= kept.until) kept = { index: readIndex(), until: clock.now() + KEPT_MS };
      return (await kept.index).correct(text);
    },
  };
}
