import {
  abilityRequestSchema,
  skillsetCreateRequestSchema,
  skillsetUpdateRequestSchema,
  type KeyScope,
} from '@sotto/hub-api';
import { toUser } from '../accounts/toUser';
import { ApiError } from '../lib/apiError';
import type { Database } from '../db/database';
import { toStorable } from '../lib/storable';
import { listAbilities } from '../db/queries/hub/abilityQueries';
import { listPublic, type ResourceType, type ResourceRow } from '../db/queries/hub/resourceQueries';
import { requireScope } from '../accounts/keyScopes';
import { createAbility, type AbilitiesOptions } from '../domain/hub/abilities';
import type { Plans } from '../domain/accounts/plans';
import type { Resources } from '../domain/hub/resources';
import type { UserCaller } from '../accounts/userCaller';
import { BODY_MAX_DEPTH, check } from '../http/validate';
import { readByAge } from '../lib/paging';
import { queryOf, type PageArgs } from './pages';
import { visitorResolvers } from './visitorResolvers';

/** Dependencies of the resolvers. */
export interface ResolverDeps extends AbilitiesOptions {
  resources: Resources;
  plans: Plans;
  db: Database;
  /** Records that the caller has seen the contents of these conversations. */
  noteReads: (conversationIds: readonly string[]) => Promise<void>;
}

/** The scope a key needs for each field: that of the HTTP call with the same purpose. */
const SCOPES = {
  me: 'account:read',
  usage: 'account:read',
  skillset: 'build:read',
  mine: 'build:read',
  hub: 'build:read',
  conversations: 'visitors:read',
  contacts: 'visitors:read',
  votes: 'visitors:read',
  createSkillset: 'build:write',
  updateSkillset: 'build:write',
  createAbility: 'build:write',
  deleteSkillset: 'build:write',
} as const satisfies Record<keyof ReturnType<typeof fieldsOf>, KeyScope>;

/**
 * Resolvers for one caller. Every field uses the function of the HTTP call with the same purpose, with the same
 * rights; `isAssistant` as in {@link visitorResolvers}.
 */
export function createResolvers(deps: ResolverDeps, caller: UserCaller, isAssistant = false): object {
  const fields = Object.entries(fieldsOf(deps, caller, isAssistant)) as [
    keyof typeof SCOPES,
    (args: never) => unknown,
  ][];
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      (args: never) => {
        requireScope(caller.scopes ?? null, SCOPES[name]);
        // A query can also contain escaped characters, which the check of the request did not see.
        return field(toStorable(args, BODY_MAX_DEPTH) as never);
      },
    ]),
  );
}

function fieldsOf(deps: ResolverDeps, caller: UserCaller, isAssistant: boolean) {
  const { db, resources, plans, noteReads } = deps;
  const skillset = (row: ResourceRow<'skillset'>) => ({ ...row, abilities: () => listAbilities(db, [row.id]) });

  return {
    me: () => toUser(caller.user, caller.user),
    usage: () => plans.usage(caller.workspaceId),
    skillset: async ({ id }: { id: string }) => {
      const row = await resources.requireVisible('skillset', caller, id).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined;
        throw error;
      });
      return row ? skillset(row) : null;
    },
    ...visitorResolvers({ db, resources, noteReads }, caller, isAssistant),
    hub: async ({ type, q, ...args }: PageArgs & { type: ResourceType; q?: string | null }) =>
      readByAge(queryOf(args), (after, take) => listPublic(db, type, q ?? undefined, after, take)),
    mine: async ({ type, ...args }: PageArgs & { type: ResourceType }) => resources.list(type, caller, queryOf(args)),

    createSkillset: async ({ input }: { input: object }) => {
      const id = await resources.create('skillset', caller, check(skillsetCreateRequestSchema, { ...input }));
      return skillset(await resources.require('skillset', caller, id));
    },
    updateSkillset: async ({ id, input }: { id: string; input: object }) => {
      const { version, ...changes } = check(skillsetUpdateRequestSchema, { ...input });
      return skillset(await resources.update('skillset', caller, id, changes, version));
    },
    createAbility: async ({ skillsetId, input }: { skillsetId: string; input: object }) => {
      const { name = '', description = '', instruction = '', ...rest } = check(abilityRequestSchema, { ...input });
      const fields = { name, description, instruction };
      return {
        ...fields,
        ...(await createAbility(deps, caller, skillsetId, { ...fields, ...rest })),
      };
    },
    deleteSkillset: async ({ id }: { id: string }) => {
      await resources.delete('skillset', caller, id);
      return id;
    },
  };
}
