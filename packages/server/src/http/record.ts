import type { JsonObject } from '@sotto/widget-core/api';
import type { Audit, AuditAction, AuditEvent } from '../domain/accounts/audit';
import type { AppContext } from './appEnv';
import { callerAddress } from './rateLimits';
import type { TrustedProxies } from '../lib/trustedProxies';
import type { UserCaller } from '../accounts/userCaller';

/** Fields of an audit record, without the caller. */
export interface Recorded {
  readonly target?: AuditEvent['target'];
  readonly details?: JsonObject;
  /** The account whose data it concerns. @default the workspace of the call */
  readonly accountId?: string | null | undefined;
}

/** Dependencies. */
interface RecordDeps {
  readonly audit: Audit;
  readonly trustedProxies: TrustedProxies;
}

/** Adds actions of people and programs to the audit log, with their network. */
export async function record(
  context: AppContext,
  deps: RecordDeps,
  caller: UserCaller,
  action: AuditAction,
  { target, details, accountId }: Recorded = {},
): Promise<void> {
  await deps.audit.append({ ...eventOf(context, deps, caller, accountId), action, target, details });
}

/**
 * Records that somebody reads visitors' messages, before they are shown: once per reader, conversation and hour.
 *
 * @param accountId - as in `Recorded`
 */
export async function recordReads(
  context: AppContext,
  deps: RecordDeps,
  caller: UserCaller,
  conversationIds: readonly string[],
  accountId?: string | null,
): Promise<void> {
  const event = eventOf(context, deps, caller, accountId);
  await deps.audit.appendReads(
    [...new Set(conversationIds)].map((id) => ({
      ...event,
      action: 'conversation.read',
      target: { type: 'conversation', id },
    })),
  );
}

function eventOf(
  context: AppContext,
  { trustedProxies }: RecordDeps,
  caller: UserCaller,
  accountId: string | null | undefined,
): Omit<AuditEvent, 'action'> {
  return {
    accountId: accountId === undefined ? caller.workspaceId : (accountId ?? undefined),
    actor: caller.isSecret ? 'key' : 'person',
    actorId: caller.user.id,
    keyId: caller.keyId,
    network: networkPrefix(callerAddress(context, trustedProxies)),
  };
}

/** Network of an address: /24 for IPv4, /64 for IPv6. */
export function networkPrefix(address: string): string {
  return address.replace(/^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/, '$1.0/24');
}
