import { createId, systemClock } from '@sotto/widget-core/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../../db/database';
import { deleteAbility, insertAbility, listAbilities, updateAbility } from '../../db/queries/hub/abilityQueries';
import { deleteResource, insertResource } from '../../db/queries/hub/resourceQueries';
import { countStored, readStored } from '../../db/queries/accounts/storageQueries';
import { users } from '../../db/schema';
import { createPlans, type Plans } from '../../domain/accounts/plans';
import { createManualClock } from '../manualClock';

/** What every database promises about the storage of workspaces. */
export function storageContract(name: string, open: () => Promise<OpenDatabase>): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const newId = (prefix: string): string => createId(prefix, systemClock);
  const WORDS = 'x'.repeat(10_000);

  describe(`what a workspace stores (${name})`, () => {
    let database: OpenDatabase;
    beforeAll(async () => {
      database = await open();
    });
    afterAll(() => database.close());

    async function workspace(storageBytes: number) {
      const { db } = database;
      const clock = createManualClock();
      const [ownerId, skillsetId] = [newId('u'), newId('skillset')];
      await db.insert(users).values({ id: ownerId, name: 'Ana', email: `${ownerId}@example.com` });
      const slug = skillsetId.toLowerCase().replaceAll('_', '-');
      await insertResource(db, 'skillset', { id: skillsetId, ownerId, slug, createdAt: 1, updatedAt: 1 });
      const plans: Plans = createPlans({ db, clock, isBillingOn: false, storageBytes });
      const place = { kind: 'skillset', id: skillsetId } as const;
      const add = (): Promise<string> =>
        plans.store(ownerId, place, async (tx) => {
          const id = newId('ability');
          await insertAbility(tx, { id, skillsetId, instruction: WORDS, createdAt: 1, updatedAt: 1 });
          return id;
        });
      const stored = async (): Promise<number> => (await readStored(db, ownerId))?.bytes ?? 0;
      return { db, clock, plans, ownerId, skillsetId, place, add, stored };
    }

    it('of many writes at once, no more get through than there is room for', async () => {
      const { add, db, skillsetId, stored, ownerId } = await workspace(55_000);
      const results = await Promise.allSettled(Array.from({ length: 12 }, add));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'LIMITS_REACHED', message: 'This workspace is full. Delete what is no longer needed' },
      });
      expect(await listAbilities(db, [skillsetId])).toHaveLength(5);
      const counted = await stored();
      expect((await countStored(db, ownerId, 1)).bytes).toBe(counted);
    });

    it('what is deleted or shortened is free at once, also with what belongs to it', async () => {
      const { add, db, plans, place, skillsetId, stored, ownerId } = await workspace(25_000);
      const [first] = [await add(), await add()];
      await expect(add()).rejects.toMatchObject({ code: 'LIMITS_REACHED' });
      await plans.free(ownerId, place, (tx) => deleteAbility(tx, skillsetId, first));
      const second = await add();
      await plans.store(ownerId, place, (tx) => updateAbility(tx, skillsetId, second, { instruction: '' }, 1));
      await add();
      expect(await stored()).toBeGreaterThan(20_000);
      await plans.free(ownerId, place, (tx) => deleteResource(tx, 'skillset', ownerId, skillsetId));
      expect(await stored()).toBe(0);
      expect((await countStored(db, ownerId, 1)).bytes).toBe(0);
    });

    it('a document is stored when it fits, to the last byte', async () => {
      const { plans, ownerId, stored } = await workspace(25_000);
      await plans.requireStorage(ownerId, 1);
      const left = 25_000 - (await stored());
      await expect(plans.requireStorage(ownerId, left)).resolves.toBeUndefined();
      await expect(plans.requireStorage(ownerId, left + 1)).rejects.toMatchObject({ code: 'LIMITS_REACHED' });
    });

    it('counts what was there before, and again what is gone without being counted', async () => {
      const { add, db, clock, skillsetId, ownerId, plans } = await workspace(25_000);
      const ability = { skillsetId, instruction: WORDS, createdAt: 1, updatedAt: 1 };
      const old = [newId('ability'), newId('ability')];
      for (const id of old) await insertAbility(db, { ...ability, id });
      await expect(add()).rejects.toMatchObject({ code: 'LIMITS_REACHED' });
      for (const id of old) await deleteAbility(db, skillsetId, id);
      await expect(add()).rejects.toMatchObject({ code: 'LIMITS_REACHED' });
      clock.advance(60_000);
      await add();
      for (const id of old) await insertAbility(db, { ...ability, id });
      expect((await plans.usage(ownerId)).storageBytes.used).toBeLessThan(15_000);
      clock.advance(86_400_000);
      await expect(add()).rejects.toMatchObject({ code: 'LIMITS_REACHED' });
    });
  });
}
