import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { referrals } from '../../schema';

/** Counts a purchase started by a referred visitor. @param period - like `2026-11` */
export async function countReferral(db: Database, code: string, period: string): Promise<void> {
  await db
    .insert(referrals)
    .values({ code, period, checkouts: 1 })
    .onConflictDoUpdate({
      target: [referrals.period, referrals.code],
      set: { checkouts: sql`${referrals.checkouts} + 1` },
    });
}

/** Referrers of purchases started in a month, most frequent first. */
export async function listReferrals(
  db: Database,
  period: string,
  take: number,
): Promise<{ referral: string; checkouts: number }[]> {
  return db
    .select({ referral: referrals.code, checkouts: referrals.checkouts })
    .from(referrals)
    .where(eq(referrals.period, period))
    .orderBy(desc(referrals.checkouts), asc(referrals.code))
    .limit(take);
}
