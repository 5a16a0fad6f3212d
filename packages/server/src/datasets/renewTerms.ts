import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { readTexts, saveTerms } from '../db/queries/hub/passageQueries';
import { readSetting, saveSetting } from '../db/queries/settingQueries';
import { indexedTerms, TERMS_VERSION } from './terms';

const SETTING = 'passage-terms';
/** Passages indexed at a time: other work gets its turn between two batches. */
const BATCH = 20;

/**
 * Indexes the passages again that an earlier release has stored, once for each database. Interrupted, it starts anew.
 *
 * @returns whether there was something to do
 */
export async function renewTerms(db: Database, clock: Clock): Promise<boolean> {
  if ((await readSetting(db, SETTING)) === TERMS_VERSION) return false;
  let after = 0;
  for (;;) {
    const rows = await readTexts(db, after, BATCH);
    const last = rows.at(-1);
    if (last === undefined) break;
    await saveTerms(
      db,
      rows.map((row) => ({ sequence: row.sequence, terms: indexedTerms(row) })),
    );
    after = last.sequence;
  }
  await saveSetting(db, SETTING, TERMS_VERSION, clock.now());
  return after > 0;
}
