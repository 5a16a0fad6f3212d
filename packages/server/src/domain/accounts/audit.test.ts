import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditLog } from '../../db/auditSchema';
import { emptyTables } from '../../backup/tables';
import type { Database } from '../../db/database';
import { createManualClock } from '../../testing/manualClock';
import { openTestPglite } from '../../testing/testDatabase';
import { createAudit, verifyAudit } from './audit';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('FS-9 the audit log shows when somebody has been at it', () => {
  const clock = createManualClock();
  let db: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ db, close } = await openTestPglite());
  });
  afterAll(() => close());
  beforeEach(async () => {
    await db.transaction((tx) => emptyTables(tx));
    const audit = createAudit({ db, clock, secret: 'secret' });
    for (let index = 1; index <= 5; index += 1)
      await audit.append({
        action: 'conversation.read',
        accountId: 'user_1',
        actor: 'person',
        actorId: 'user_1',
        target: { type: 'conversation', id: `conv_${String(index)}` },
        details: { b: 1, a: { d: index, c: null } },
      });
  });
  /** As somebody who owns the database would: with the trigger out of the way. */
  const tamper = async (work: (tx: Database) => Promise<unknown>): Promise<void> => {
    await db.execute(sql`alter table audit_log disable trigger audit_log_append_only`);
    await work(db);
    await db.execute(sql`alter table audit_log enable trigger audit_log_append_only`);
  };

  it('A707 nothing is wrong with a log that was only added to', async () => {
    expect(await verifyAudit(db)).toMatchObject({ rows: 5, fault: undefined });
  });

  it('SV-10 one row an hour stands for all reads of a conversation by the same reader, also by those at once', async () => {
    const audit = createAudit({ db, clock, secret: 'secret' });
    const read = (actorId: string, id: string) => ({
      action: 'conversation.read' as const,
      accountId: 'user_1',
      actor: 'person' as const,
      actorId,
      target: { type: 'conversation', id },
    });
    const rows = async (): Promise<number> => (await verifyAudit(db)).rows;
    await audit.appendReads([read('user_1', 'conv_1'), read('user_1', 'conv_2')]);
    expect(await rows()).toBe(5);
    // Another process: it knows the log and nothing else.
    const other = createAudit({ db, clock, secret: 'secret' });
    await Promise.all([audit, other, audit].map((each) => each.appendReads([read('user_2', 'conv_1')])));
    expect(await rows()).toBe(6);
    clock.advance(3_599_999);
    await audit.appendReads([read('user_1', 'conv_1'), read('user_2', 'conv_1')]);
    expect(await rows()).toBe(6);
    clock.advance(1);
    await audit.appendReads([read('user_1', 'conv_1'), read('user_1', 'conv_1'), read('user_2', 'conv_9')]);
    expect(await rows()).toBe(8);
    await audit.appendReads([]);
    expect(await verifyAudit(db)).toMatchObject({ rows: 8, fault: undefined });
  });

  it('A707 the database itself refuses to change or delete a row', async () => {
    const cause = { cause: expect.objectContaining({ message: 'The audit log is append-only' }) as unknown };
    await expect(db.update(auditLog).set({ actorId: 'x' })).rejects.toMatchObject(cause);
    await expect(db.delete(auditLog).where(eq(auditLog.sequence, 5))).rejects.toMatchObject(cause);
    expect((await verifyAudit(db)).rows).toBe(5);
  });

  it.each([
    ['a changed column', { actorId: 'user_2' }],
    ['another moment', { createdAt: 1 }],
    ['changed details', { details: { b: 1, a: { d: 4, c: null } } }],
  ])('A707 %s is found', async (_, change) => {
    await tamper((tx) => tx.update(auditLog).set(change).where(eq(auditLog.sequence, 3)));
    expect((await verifyAudit(db)).fault).toBe('Row 3 was changed');
  });

  it('A707 a row taken from the middle is found', async () => {
    await tamper((tx) => tx.delete(auditLog).where(eq(auditLog.sequence, 3)));
    expect((await verifyAudit(db)).fault).toBe('Row 3 is missing: row 4 follows 2');
  });

  it('A707 rows taken from the end are found', async () => {
    await tamper((tx) => tx.delete(auditLog).where(sql`${auditLog.sequence} > 3`));
    expect((await verifyAudit(db)).fault).toBe('Rows 4 to 5 are missing from the end');
  });

  it('A707 a log made anew does not hold the row that somebody noted', async () => {
    const { head } = await verifyAudit(db);
    await db.transaction((tx) => emptyTables(tx));
    const audit = createAudit({ db, clock, secret: 'secret' });
    for (let index = 1; index <= 5; index += 1) await audit.append({ action: 'conversation.read', actor: 'server' });
    expect((await verifyAudit(db)).fault).toBeUndefined();
    expect((await verifyAudit(db, head)).fault).toBe('Row 5 is not the one that was noted');
  });

  it('A707 calls at the same moment get one row each', async () => {
    const audit = createAudit({ db, clock, secret: 'secret' });
    await Promise.all(Array.from({ length: 20 }, () => audit.append({ action: 'key.create', actor: 'person' })));
    expect(await verifyAudit(db)).toMatchObject({ rows: 25, fault: undefined });
  });

  it('A707 what is recorded while a row is added is added together', async () => {
    const transaction = vi.spyOn(db, 'transaction');
    const audit = createAudit({ db, clock, secret: undefined });
    await Promise.all(Array.from({ length: 20 }, () => audit.append({ action: 'key.create', actor: 'person' })));
    expect(transaction).toHaveBeenCalledTimes(2);
    transaction.mockRestore();
    await audit.append({ action: 'key.create', actor: 'person' });
    expect(await verifyAudit(db)).toMatchObject({ rows: 26, fault: undefined });
  });

  it('A707 a row that the database refuses is an error of its own call alone', async () => {
    const audit = createAudit({ db, clock, secret: undefined });
    const append = (actorId: string): Promise<void> => audit.append({ action: 'key.create', actor: 'person', actorId });
    const outcomes = await Promise.allSettled(['a', 'b', 'no\0text', 'c'].map(append));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await verifyAudit(db)).toMatchObject({ rows: 8, fault: undefined });
  });

  it('A707 a row is stored when its call goes on, and while the database is away no call does', async () => {
    const audit = createAudit({ db, clock, secret: undefined });
    const transaction = vi.spyOn(db, 'transaction');
    transaction.mockRejectedValue(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 }, () => audit.append({ action: 'key.create', actor: 'person' })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    // One for the first row and one for those that waited: none is tried again by itself.
    expect(transaction).toHaveBeenCalledTimes(2);
    transaction.mockRestore();
    await audit.append({ action: 'key.create', actor: 'person', actorId: 'later' });
    expect((await audit.list(undefined, undefined, 1)).map(({ actorId }) => actorId)).toEqual(['later']);
  });

  describe('SV-36 rows that are past their time', () => {
    const DAY_MS = 86_400_000;
    const KEEP_DAYS = 30;
    const log = () => createAudit({ db, clock, secret: undefined, keepDays: KEEP_DAYS });
    const later = (days: number): void => clock.advance(days * DAY_MS);
    const append = (actorId: string): Promise<void> => log().append({ action: 'key.create', actor: 'person', actorId });
    const numbers = async (): Promise<number[]> =>
      (await log().list(undefined, undefined, 100)).map(({ sequence }) => sequence).reverse();

    it('SV-36 are deleted from the beginning once their day is over, and a row of the log proves which', async () => {
      expect(await log().sweep()).toBe(0);
      later(2);
      await append('younger');
      later(KEEP_DAYS - 1);
      expect(await log().sweep()).toBe(5);
      expect(await numbers()).toEqual([6, 7]);
      const [cut] = await log().list(undefined, undefined, 1);
      expect(cut).toMatchObject({ action: 'audit.cut', actor: 'server', details: { rows: 5, through: 5 } });
      expect(await verifyAudit(db)).toMatchObject({ rows: 2, cutThrough: 5, fault: undefined });
      // Within the same day there is nothing more to say.
      expect(await log().sweep()).toBe(0);
      expect(await numbers()).toEqual([6, 7]);
      later(2);
      expect(await log().sweep()).toBe(1);
      expect(await verifyAudit(db)).toMatchObject({ rows: 2, cutThrough: 6, fault: undefined });
      await append('last');
      expect(await numbers()).toEqual([7, 8, 9]);
    });

    it('SV-36 are kept for ever where no time is set', async () => {
      later(100_000);
      expect(await createAudit({ db, clock, secret: undefined }).sweep()).toBe(0);
      expect((await verifyAudit(db)).rows).toBe(5);
    });

    it('SV-36 no others can be deleted, before and after a cut', async () => {
      later(2);
      await append('younger');
      later(KEEP_DAYS - 1);
      await log().sweep();
      const cause = { cause: expect.objectContaining({ message: 'The audit log is append-only' }) as unknown };
      await expect(db.delete(auditLog).where(eq(auditLog.sequence, 6))).rejects.toMatchObject(cause);
      await expect(db.delete(auditLog).where(eq(auditLog.sequence, 7))).rejects.toMatchObject(cause);
      await expect(db.update(auditLog).set({ actorId: 'x' })).rejects.toMatchObject(cause);
    });

    it('SV-36 rows taken from the beginning are found when no row records it', async () => {
      await tamper((tx) => tx.delete(auditLog).where(sql`${auditLog.sequence} < 3`));
      expect((await verifyAudit(db)).fault).toBe('Rows 1 to 2 are missing, and no row records that they were deleted');
    });

    it('SV-36 more rows taken than a cut records are found, and so is a changed cut', async () => {
      later(2);
      await append('younger');
      later(KEEP_DAYS - 1);
      await log().sweep();
      await append('later');
      await tamper((tx) => tx.delete(auditLog).where(eq(auditLog.sequence, 6)));
      expect((await verifyAudit(db)).fault).toBe('Rows 1 to 6 are missing, and no row records that they were deleted');
      const [cut] = await db.select().from(auditLog).where(eq(auditLog.sequence, 7));
      const details = { ...cut?.details, through: 6, hash: cut?.previous ?? '' };
      await tamper((tx) => tx.update(auditLog).set({ details }).where(eq(auditLog.sequence, 7)));
      expect((await verifyAudit(db)).fault).toBe('Row 7 was changed');
    });

    it('SV-36 a row that was noted is compared while it is there, and the last one that was deleted as well', async () => {
      const fifth = (await verifyAudit(db)).head;
      const [fourth] = await db.select().from(auditLog).where(eq(auditLog.sequence, 4));
      later(2);
      await append('younger');
      const sixth = (await verifyAudit(db)).head;
      later(KEEP_DAYS - 1);
      await log().sweep();
      expect((await verifyAudit(db, sixth)).fault).toBeUndefined();
      expect((await verifyAudit(db, fifth)).fault).toBeUndefined();
      expect((await verifyAudit(db, { ...fifth, hash: 'f'.repeat(64) })).fault).toBe(
        'Row 5, which was noted, is missing',
      );
      expect((await verifyAudit(db, fourth)).fault).toBe('Row 4, which was noted, is missing');
    });
  });
});
