import type { abilityRequestSchema } from '@sotto/hub-api';
import { createId, type Clock, type JsonObject } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import type { UserCaller } from '../../accounts/userCaller';
import { countAbilities, insertAbility } from '../../db/queries/hub/abilityQueries';
import { ApiError, fieldError } from '../../lib/apiError';
import { refusedRequests } from '../../model/tools/abilities';
import { writeRequest } from '../../model/tools/abilityTemplateFields';
import type { Plans } from '../accounts/plans';
import type { Hub } from './hub';
import type { Resources } from './resources';

/** Most abilities of a skillset. */
export const ABILITIES_MAX = 100;

/** An ability as it is sent. */
export type AbilityFields = v.InferOutput<typeof abilityRequestSchema>;

/** What abilities are made with. */
export interface AbilitiesOptions {
  readonly clock: Clock;
  readonly resources: Pick<Resources, 'require' | 'update'>;
  readonly plans: Pick<Plans, 'store'>;
  readonly hub: Pick<Hub, 'noteClone'>;
  /** Hosts of the operator's own network. */
  readonly isTrustedHost: (url: URL) => boolean;
  /** Records that visitors will not be asked, or who they must be. */
  readonly noteTrust: (abilityId: string, details: JsonObject) => Promise<void>;
}

/**
 * Adds an ability behind the others of a skillset.
 *
 * @throws ApiError 404 for a skillset of another account, 402 after the plan has ended, 429 when the workspace is full, 422 when it is full or a request
 * of the ability would never be sent
 */
export async function createAbility(
  { clock, resources, plans, hub, isTrustedHost, noteTrust }: AbilitiesOptions,
  caller: UserCaller,
  skillsetId: string,
  sent: AbilityFields,
): Promise<{ readonly id: string }> {
  const fields = withRequest(sent);
  await resources.require('skillset', caller, skillsetId);
  requireRequests(fields, isTrustedHost);
  const id = createId('ability', clock);
  await plans.store(caller.workspaceId, { kind: 'skillset', id: skillsetId }, async (tx) => {
    if ((await countAbilities(tx, skillsetId)) >= ABILITIES_MAX)
      throw new ApiError('UNPROCESSABLE_ENTITY', `A skillset has at most ${String(ABILITIES_MAX)} abilities`);
    await insertAbility(tx, { ...fields, id, skillsetId, createdAt: clock.now(), updatedAt: clock.now() });
  });
  if (fields.needsApproval === false || fields.effect === 'read') await noteTrust(id, trustDetails(fields));
  await hub.noteClone('skillset', await resources.update('skillset', caller, skillsetId, {}));
  return { id };
}

/** The fields as they are stored: a request is written into the instruction and the schemas. */
export function withRequest<Fields extends AbilityFields>({ request, ...fields }: Fields): Omit<Fields, 'request'> {
  return request === undefined ? fields : { ...fields, ...writeRequest(request) };
}

/** Requires requests that can be sent. @throws ApiError 422 */
export function requireRequests(
  { instruction = '' }: Pick<AbilityFields, 'instruction'>,
  isTrustedHost: (url: URL) => boolean,
): void {
  const [refusal] = refusedRequests(instruction, isTrustedHost);
  if (refusal !== undefined) throw fieldError('instruction', refusal);
}

/** The fields that decide whether visitors must approve, and how they are identified. */
export function trustDetails({
  effect,
  needsApproval,
  requires,
}: Pick<AbilityFields, 'effect' | 'needsApproval' | 'requires'>): JsonObject {
  return {
    ...(effect !== undefined && { effect }),
    ...(needsApproval !== undefined && { needsApproval }),
    ...(requires !== undefined && { requires }),
  };
}
