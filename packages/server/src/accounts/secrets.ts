import { createHash, randomBytes } from 'node:crypto';
import type { KeyScope } from '@sotto/hub-api';
import { createId, type Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { insertSecret, readSecretOwner, touchSecret } from '../db/queries/accounts/secretQueries';

/** How a key begins, so that scanners of repositories recognise a lost one. */
const PREFIX = 'sk_';
/** How often the last use of a key is noted, in milliseconds. */
const TOUCH_MS = 60_000;

/** What a new key is for. */
export interface NewKey {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** From when it no longer works, in milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null;
}

/** Makes a key for programs. The key itself is returned this once; the database has its digest. */
export async function createApiSecret(
  db: Database,
  clock: Clock,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId: string },
  { name, scopes, expiresAt }: NewKey,
): Promise<{ id: string; secret: string }> {
  const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  const id = createId('secret', clock);
  await insertSecret(db, {
    id,
    userId,
    workspaceId,
    name,
    scopes: [...scopes],
    expiresAt,
    digest: digestOf(secret),
    ending: secret.slice(-4),
    createdAt: clock.now(),
  });
  return { id, secret };
}

/** Whose key this is, and which one; undefined for anything that is no key of ours, or has ended. */
export async function readApiSecret(
  db: Database,
  clock: Clock,
  secret: string,
): Promise<{ id: string; userId: string; workspaceId: string; scopes: readonly string[] | null } | undefined> {
  if (!isApiSecret(secret)) return undefined;
  const found = await readSecretOwner(db, digestOf(secret));
  if (found?.expiresAt != null && found.expiresAt <= clock.now()) return undefined;
  if (found && clock.now() - (found.lastUsedAt ?? 0) > TOUCH_MS) await touchSecret(db, found.id, clock.now());
  return (
    found && {
      id: found.id,
      userId: found.userId,
      workspaceId: found.workspaceId ?? found.userId,
      scopes: found.scopes,
    }
  );
}

/** Whether a bearer token has the form of a key. */
export function isApiSecret(token: string): boolean {
  return token.startsWith(PREFIX) && token.length === 46;
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
