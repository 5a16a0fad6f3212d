import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { readTexts, saveTerms } from '../db/queries/hub/passageQueries';
import { readSetting, saveSetting } from '../db/queries/settingQueries';
import { indexedTerms, TERMS_VERSION } from './terms';

const SETTING = 'passage-terms';
/** Passages per batch, so that other work can run in between. */
const BATCH = 20;

/**
 * Indexes passages stored by an earlier release again, once per database. If interrupted, it starts over.
 *
 * @returns whether there was anything to do
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
