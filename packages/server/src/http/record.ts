import type { JsonObject } from '@sotto/widget-core/api';
import type { Audit, AuditAction, AuditEvent } from '../domain/accounts/audit';
import type { AppContext } from './appEnv';
import { callerAddress } from './rateLimits';
import type { TrustedProxies } from '../lib/trustedProxies';
import type { UserCaller } from '../accounts/userCaller';

/** The fields of a record besides the caller. */
export interface Recorded {
  readonly target?: AuditEvent['target'];
  readonly details?: JsonObject;
  /** The account whose data it concerns. @default the workspace of the call */
  readonly accountId?: string | null | undefined;
}

/** Puts what an account's person or program does into the audit log, with the network they call from. */
export async function record(
  context: AppContext,
  { audit, trustedProxies }: { readonly audit: Audit; readonly trustedProxies: TrustedProxies },
  caller: UserCaller,
  action: AuditAction,
  { target, details, accountId }: Recorded = {},
): Promise<void> {
  await audit.append({
    action,
    accountId: accountId === undefined ? caller.workspaceId : (accountId ?? undefined),
    actor: caller.isSecret ? 'key' : 'person',
    actorId: caller.user.id,
    keyId: caller.keyId,
    network: networkPrefix(callerAddress(context, trustedProxies)),
    target,
    details,
  });
}

/** The network of an address: /24 of IPv4, the /64 that addresses of IPv6 count by. */
export function networkPrefix(address: string): string {
  return address.replace(/^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/, '$1.0/24');
}
