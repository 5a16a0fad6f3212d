import { abilityRequestSchema, skillsetCreateRequestSchema, skillsetUpdateRequestSchema } from '@sotto/hub-api';
import { createId, type Clock } from '@sotto/widget-core/api';
import { toUser } from '../accounts/toUser';
import { ApiError } from '../lib/apiError';
import type { Database } from '../db/database';
import { insertAbility, listAbilities } from '../db/queries/hub/abilityQueries';
import { listPublic, type ResourceType, type ResourceRow } from '../db/queries/hub/resourceQueries';
import type { Plans } from '../domain/accounts/plans';
import type { Resources } from '../domain/hub/resources';
import type { UserCaller } from '../accounts/userCaller';
import { check } from '../http/validate';
import { afterOf, pageOf, takeOf, type PageArgs } from './pages';
import { visitorResolvers } from './visitorResolvers';

/** What resolvers stand on. */
export interface ResolverDeps {
  db: Database;
  clock: Clock;
  resources: Resources;
  plans: Plans;
  /** Records that the caller is shown what is in these conversations. */
  noteReads: (conversationIds: readonly string[]) => Promise<void>;
}

/**
 * Answers for one caller. Every field calls what its HTTP twin calls, with the same rights; `isAssistant` as in {@link
 * visitorResolvers}.
 */
export function createResolvers(
  { db, clock, resources, plans, noteReads }: ResolverDeps,
  caller: UserCaller,
  isAssistant = false,
) {
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
      pageOf(await listPublic(db, type, q ?? undefined, afterOf(args), takeOf(args) + 1), args.first),
    mine: async ({ type, ...args }: PageArgs & { type: ResourceType }) =>
      resources.list(type, caller, { cursor: args.after ?? undefined, take: takeOf(args) }),

    createSkillset: async ({ input }: { input: object }) => {
      const id = await resources.create('skillset', caller, check(skillsetCreateRequestSchema, { ...input }));
      return skillset(await resources.require('skillset', caller, id));
    },
    updateSkillset: async ({ id, input }: { id: string; input: object }) => {
      const { version, ...changes } = check(skillsetUpdateRequestSchema, { ...input });
      return skillset(await resources.update('skillset', caller, id, changes, version));
    },
    createAbility: async ({ skillsetId, input }: { skillsetId: string; input: object }) => {
      await resources.update('skillset', caller, skillsetId, {});
      const { name = '', description = '', instruction = '' } = check(abilityRequestSchema, { ...input });
      const ability = { id: createId('ability', clock), name, description, instruction };
      await insertAbility(db, { ...ability, skillsetId, createdAt: clock.now(), updatedAt: clock.now() });
      return ability;
    },
    deleteSkillset: async ({ id }: { id: string }) => {
      await resources.delete('skillset', caller, id);
      return id;
    },
  };
}
