import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { VisitorValues } from '../../model/tools/abilityTemplate';

/**
 * Claims of the visitor's proof: `sub`, `email`, `claims.NAME`. They are signed by the host's backend and never come
 * from a page, a visitor or a model.
 *
 * @returns undefined for an anonymous visitor, and for a trial on the Hub
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
