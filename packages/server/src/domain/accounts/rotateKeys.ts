import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { abilitySecrets, idempotencyKeys, mcpServers, secondFactors, settings, widgets } from '../../db/schema';
import { identityPlace } from '../conversations/identity';
import { ADDRESS, secretPlace } from '../hub/skillsetSecrets';
import { secondFactorPlace } from '../../accounts/secondFactor';
import type { Vault } from '../../accounts/vault';

/** What a rotation has done. */
export interface Rotation {
  /** Values that are sealed with the present key now, and were not before. */
  readonly renewed: number;
  /** Values that none of the keys opens, by the rows they stand in. They stay as they are. */
  readonly lost: readonly string[];
}

/**
 * Seals everything with the present key that was sealed with an earlier one, or not at all. Afterwards the earlier keys
 * are needed for older backups only. May run beside a server that has both keys; what is changed meanwhile stays as it
 * was changed.
 */
export async function rotateKeys(db: Database, vault: Vault, secretSetting: string): Promise<Rotation> {
  let renewed = 0;
  const lost: string[] = [];
  /** @returns the value under the present key; undefined when there is nothing to do */
  const renew = (stored: string, place: string, row: string): string | undefined => {
    if (vault.isCurrent(stored)) return undefined;
    const opened = vault.openOrPlain(stored, place);
    if (opened === undefined) {
      lost.push(row);
      return undefined;
    }
    renewed += 1;
    return vault.seal(opened, place);
  };

  for (const { value } of await db.select().from(settings).where(eq(settings.key, secretSetting))) {
    const next = renew(value, secretSetting, 'the signing secret');
    if (next !== undefined)
      await db
        .update(settings)
        .set({ value: next })
        .where(and(eq(settings.key, secretSetting), eq(settings.value, value)));
  }
  for (const { id, skillsetId, name, sealed } of await db.select().from(abilitySecrets)) {
    const next = renew(sealed, secretPlace(skillsetId, name), `the secret ${name} of ${skillsetId}`);
    if (next !== undefined)
      await db
        .update(abilitySecrets)
        .set({ sealed: next })
        .where(and(eq(abilitySecrets.id, id), eq(abilitySecrets.sealed, sealed)));
  }
  for (const { id, url, headers } of await db.select().from(mcpServers)) {
    const address = renew(url, secretPlace(id, ADDRESS), `the address of ${id}`);
    const renewedHeaders = Object.entries(headers).map(
      ([name, value]) => [name, renew(value, secretPlace(id, name), `the header ${name} of ${id}`) ?? value] as const,
    );
    await db
      .update(mcpServers)
      .set({ url: address ?? url, headers: Object.fromEntries(renewedHeaders) })
      .where(and(eq(mcpServers.id, id), eq(mcpServers.url, url)));
  }
  for (const { userId, secret } of await db.select().from(secondFactors)) {
    const next = renew(secret, secondFactorPlace(userId), `the authenticator app of ${userId}`);
    if (next !== undefined)
      await db
        .update(secondFactors)
        .set({ secret: next })
        .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, secret)));
  }
  const keyed = await db.select({ id: widgets.id, identitySecret: widgets.identitySecret }).from(widgets);
  for (const { id, identitySecret } of keyed) {
    if (identitySecret === null) continue;
    const next = renew(identitySecret, identityPlace(id), `the identity key of ${id}`);
    if (next !== undefined)
      await db
        .update(widgets)
        .set({ identitySecret: next })
        .where(and(eq(widgets.id, id), eq(widgets.identitySecret, identitySecret)));
  }
  // First answers live for a day; those that show a secret are forgotten rather than kept under an old key.
  for (const { caller, key, answer } of await db.select().from(idempotencyKeys)) {
    const sealed = answer?.['sealed'];
    if (typeof sealed !== 'string' || vault.isCurrent(sealed)) continue;
    await db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key)));
  }
  return { renewed, lost };
}
