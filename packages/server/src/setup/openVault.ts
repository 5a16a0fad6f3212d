import type { Clock } from '@sotto/widget-core/api';
import { createVault, isSealed, type Vault } from '../accounts/vault';
import { ConfigError } from '../config/configError';
import type { Database } from '../db/database';
import { readOrCreateSetting, replaceSetting } from '../db/queries/settingQueries';
import { createSecret } from '../domain/conversations/sessionTokens';

/** Setting that holds the signing secret where `SOTTO_SECRET` is not set. */
export const SECRET_SETTING = 'token-secret';

/**
 * The secret that signs tokens, and the vault. A signing secret that the server has made itself is sealed as soon as
 * there is a key.
 *
 * @param keys - those of `SOTTO_KEY` @throws ConfigError when the database was sealed with a key that is not among them
 */
export async function openVault(
  db: Database,
  clock: Clock,
  { secret, keys }: { readonly secret: string | undefined; readonly keys: readonly string[] },
): Promise<{ readonly secret: string; readonly vault: Vault }> {
  if (secret !== undefined) return { secret, vault: createVault(secret, keys) };
  const sealer = createVault(undefined, keys);
  const seal = (text: string): string => (keys.length === 0 ? text : sealer.seal(text, SECRET_SETTING));
  const stored = await readOrCreateSetting(db, SECRET_SETTING, seal(createSecret()), clock.now());
  const opened = sealer.openOrPlain(stored, SECRET_SETTING);
  if (opened === undefined)
    throw new ConfigError(
      keys.length === 0
        ? 'SOTTO_KEY is missing: this database was sealed with a key. Set the one it was sealed with.'
        : 'SOTTO_KEY: this database was sealed with another key. Add that one after yours, with a comma between them.',
    );
  if (!isSealed(stored) && keys.length > 0)
    await replaceSetting(db, SECRET_SETTING, { from: stored, to: seal(opened), now: clock.now() });
  return { secret: opened, vault: createVault(opened, keys) };
}
