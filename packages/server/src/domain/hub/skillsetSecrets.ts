import { createId, type Clock } from '@sotto/widget-core/api';
import type { Vault } from '../../accounts/vault';
import type { Database } from '../../db/database';
import { listAbilitySecrets, upsertAbilitySecret } from '../../db/queries/hub/abilitySecretQueries';

/** What the abilities of a skillset prove themselves with. Written by its author, read by requests only. */
export interface SkillsetSecrets {
  /** Keeps a value under a name; an earlier one is forgotten. @param by - the transaction @returns its id */
  set(skillsetId: string, name: string, value: string, by?: Database): Promise<string>;
  /** Values by name. One that cannot be opened, because the server has another key now, is left out. */
  all(skillsetId: string): Promise<ReadonlyMap<string, string>>;
  /** Headers of an MCP server as the database keeps them. */
  sealHeaders(serverId: string, headers: Readonly<Record<string, string>>): Record<string, string>;
  /** The address of an MCP server as the database keeps it: many carry a key. */
  sealAddress(serverId: string, url: string): string;
  /** The sign-in at an MCP server as the database keeps it. */
  sealSignIn(serverId: string, signIn: string): string;
  /**
   * An MCP server with its address, headers and sign-in as they are sent. The address is empty, and a header or the
   * sign-in left out, when it cannot be opened because the server has another key now.
   */
  openServer<Server extends Sealed>(server: Server): Server;
}

/** An MCP server as the database keeps it. */
interface Sealed {
  readonly id: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signIn: string | null;
}

/** Where the vault keeps the address of a server, and the sign-in there. No header can have these names. */
export const ADDRESS = 'the address';
export const SIGN_IN = 'the sign-in';

/** Where the vault keeps a value: of a skillset or MCP server, under a name. */
export function secretPlace(id: string, name: string): string {
  return `${id} ${name}`;
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
  return {
    set: (skillsetId, name, value, by = db) =>
      upsertAbilitySecret(by, {
        id: createId('asecret', clock),
        skillsetId,
        name,
        sealed: vault.seal(value, secretPlace(skillsetId, name)),
        createdAt: clock.now(),
        updatedAt: clock.now(),
      }),
    async all(skillsetId) {
      const stored = await listAbilitySecrets(db, skillsetId);
      return new Map(
        stored.flatMap(({ name, sealed }) => {
          const value = vault.open(sealed, secretPlace(skillsetId, name));
          return value === undefined ? [] : [[name, value] as const];
        }),
      );
    },
    sealHeaders: (serverId, headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, vault.seal(value, secretPlace(serverId, name))]),
      ),
    sealAddress: (serverId, url) => vault.seal(url, secretPlace(serverId, ADDRESS)),
    sealSignIn: (serverId, signIn) => vault.seal(signIn, secretPlace(serverId, SIGN_IN)),
    openServer: (server) => ({
      ...server,
      signIn: (server.signIn !== null && vault.open(server.signIn, secretPlace(server.id, SIGN_IN))) || null,
      url: vault.openOrPlain(server.url, secretPlace(server.id, ADDRESS)) ?? '',
      headers: Object.fromEntries(
        Object.entries(server.headers).flatMap(([name, sealed]) => {
          const value = vault.open(sealed, secretPlace(server.id, name));
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    }),
  };
}
