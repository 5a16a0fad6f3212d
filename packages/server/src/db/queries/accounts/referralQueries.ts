import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database';
import { referrals } from '../../schema';

/** Counts a purchase that a referred visitor has begun. @param period - like `2026-11` */
export async function countReferral(db: Database, code: string, period: string): Promise<void> {
  await db
    .insert(referrals)
    .values({ code, period, checkouts: 1 })
    .onConflictDoUpdate({
      target: [referrals.period, referrals.code],
      set: { checkouts: sql`${referrals.checkouts} + 1` },
    });
}

/** Who sent people that began a purchase in a month, most first. */
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
