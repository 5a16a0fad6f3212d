import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { VisitorValues } from '../../model/tools/abilityTemplate';

/**
 * What a proof says of the visitor of a conversation: `sub`, `email`, `claims.NAME`. It comes from what the host's
 * backend has signed and from nowhere else: neither what a page or a visitor says, nor what a model writes, is in it.
 *
 * @returns undefined for an anonymous visitor, and where something is tried out on the Hub
 */
export function verifiedVisitor({
  subject,
  trial,
  visitor,
}: Pick<Conversation, 'subject' | 'trial' | 'visitor'>): VisitorValues | undefined {
  if (subject === null || trial !== null) return undefined;
  return new Map([
    ['sub', subject],
    ...(visitor?.email === undefined ? [] : [['email', visitor.email] as const]),
    ...Object.entries(visitor?.claims ?? {}).map(([name, value]) => [`claims.${name}`, value] as const),
  ]);
}
