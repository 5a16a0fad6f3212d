import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../../db/database';
import { readSetting, replaceSetting } from '../../db/queries/settingQueries';
import { abilitySecrets, idempotencyKeys, mails, mcpServers, secondFactors, webhooks, widgets } from '../../db/schema';
import { identityPlace } from '../conversations/identity';
import { ADDRESS, secretPlace, SIGN_IN } from '../hub/skillsetSecrets';
import { secondFactorPlace } from '../../accounts/secondFactor';
import { signingPlace } from '../webhooks/signWebhook';
import { mailPlace } from '../../accounts/mailQueue';
import type { Vault } from '../../accounts/vault';

/** Result of a rotation. */
export interface Rotation {
  /** Values newly encrypted with the current key. */
  readonly renewed: number;
  /** Values that no key can decrypt, by row. They are unchanged. */
  readonly lost: readonly string[];
}

/**
 * Encrypts everything with the current key that was encrypted with an earlier one or not at all. Afterwards, earlier
 * keys are needed only for older backups. Can run beside a server that has both keys; values changed in the meantime
 * are kept.
 */
export async function rotateKeys(
  db: Database,
  vault: Vault,
  { secretSetting, clock }: { readonly secretSetting: string; readonly clock: Clock },
): Promise<Rotation> {
  let renewed = 0;
  const lost: string[] = [];
  /** @returns the value encrypted with the current key; undefined if it already is */
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

  const secret = await readSetting(db, secretSetting);
  const nextSecret = secret === undefined ? undefined : renew(secret, secretSetting, 'the signing secret');
  if (secret !== undefined && nextSecret !== undefined)
    await replaceSetting(db, secretSetting, { from: secret, to: nextSecret, now: clock.now() });
  for (const { id, skillsetId, name, sealed } of await db.select().from(abilitySecrets)) {
    const next = renew(sealed, secretPlace(skillsetId, name), `the secret ${name} of ${skillsetId}`);
    if (next !== undefined)
      await db
        .update(abilitySecrets)
        .set({ sealed: next })
        .where(and(eq(abilitySecrets.id, id), eq(abilitySecrets.sealed, sealed)));
  }
  for (const { id, url, headers, signIn } of await db.select().from(mcpServers)) {
    const before = renewed;
    const address = renew(url, secretPlace(id, ADDRESS), `the address of ${id}`) ?? url;
    const renewedHeaders = Object.entries(headers).map(
      ([name, value]) => [name, renew(value, secretPlace(id, name), `the header ${name} of ${id}`) ?? value] as const,
    );
    const nextSignIn =
      signIn === null ? null : (renew(signIn, secretPlace(id, SIGN_IN), `the sign-in at ${id}`) ?? signIn);
    if (renewed > before)
      await db
        .update(mcpServers)
        .set({ url: address, headers: Object.fromEntries(renewedHeaders), signIn: nextSignIn })
        .where(
          and(
            eq(mcpServers.id, id),
            eq(mcpServers.url, url),
            eq(mcpServers.headers, headers),
            signIn === null ? isNull(mcpServers.signIn) : eq(mcpServers.signIn, signIn),
          ),
        );
  }
  for (const { id, ...stored } of await db.select().from(webhooks)) {
    const before = renewed;
    const url = renew(stored.url, secretPlace(id, ADDRESS), `the address of ${id}`) ?? stored.url;
    const signing = (sealed: string): string =>
      renew(sealed, signingPlace(id), `the signing secret of ${id}`) ?? sealed;
    const secret = signing(stored.secret);
    const previousSecret = stored.previousSecret === null ? null : signing(stored.previousSecret);
    if (renewed > before)
      await db
        .update(webhooks)
        .set({ url, secret, previousSecret })
        .where(and(eq(webhooks.id, id), eq(webhooks.url, stored.url), eq(webhooks.secret, stored.secret)));
  }
  for (const { userId, secret } of await db.select().from(secondFactors)) {
    if (secret === null) continue;
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
  const waiting = await db.select({ id: mails.id, content: mails.content }).from(mails).where(isNull(mails.gaveUpAt));
  for (const { id, content } of waiting) {
    const next = renew(content, mailPlace(id), `the mail ${id}`);
    if (next !== undefined)
      await db
        .update(mails)
        .set({ content: next })
        .where(and(eq(mails.id, id), eq(mails.content, content)));
  }
  for (const { key, answer } of await db.select().from(idempotencyKeys)) {
    if (answer === null || vault.isCurrent(answer)) continue;
    const opened = vault.open(answer, key);
    // Stored for only a day, so an undecryptable value is no loss.
    if (opened === undefined) await db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    else
      await db
        .update(idempotencyKeys)
        .set({ answer: vault.seal(opened, key) })
        .where(eq(idempotencyKeys.key, key));
  }
  return { renewed, lost };
}
