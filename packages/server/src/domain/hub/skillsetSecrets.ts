import { createId, type Clock } from '@sotto/widget-core/api';
import type { Vault } from '../../accounts/vault';
import type { Database } from '../../db/database';
import { listAbilitySecrets, upsertAbilitySecret } from '../../db/queries/hub/abilitySecretQueries';

/** What the abilities of a skillset prove themselves with. Written by its author, read by requests only. */
export interface SkillsetSecrets {
  /** Keeps a value under a name; an earlier one is forgotten. @returns its id */
  set(skillsetId: string, name: string, value: string): Promise<string>;
  /** Values by name. One that cannot be opened, because the server has another key now, is left out. */
  all(skillsetId: string): Promise<ReadonlyMap<string, string>>;
  /** Headers of an MCP server as the database keeps them. */
  sealHeaders(serverId: string, headers: Readonly<Record<string, string>>): Record<string, string>;
  openHeaders(serverId: string, headers: Readonly<Record<string, string>>): Record<string, string>;
}

/** Keeps them in the database, sealed. */
export function createSkillsetSecrets({
  db,
  clock,
  vault,
}: {
  db: Database;
  clock: Clock;
  vault: Vault;
}): SkillsetSecrets {
  const place = (skillsetId: string, name: string): string => `${skillsetId} ${name}`;
  return {
    set: (skillsetId, name, value) =>
      upsertAbilitySecret(db, {
        id: createId('asecret', clock),
        skillsetId,
        name,
        sealed: vault.seal(value, place(skillsetId, name)),
        createdAt: clock.now(),
        updatedAt: clock.now(),
      }),
    async all(skillsetId) {
      const stored = await listAbilitySecrets(db, skillsetId);
      return new Map(
        stored.flatMap(({ name, sealed }) => {
          const value = vault.open(sealed, place(skillsetId, name));
          return value === undefined ? [] : [[name, value] as const];
        }),
      );
    },
    sealHeaders: (serverId, headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, vault.seal(value, place(serverId, name))]),
      ),
    openHeaders: (serverId, headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, sealed]) => {
          const value = vault.open(sealed, place(serverId, name));
          return value === undefined ? [] : [[name, value]];
        }),
      ),
  };
}
