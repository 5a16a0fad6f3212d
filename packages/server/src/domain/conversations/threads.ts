import { cutText } from '@sotto/widget-core/internal/server';
import type { Clock } from '@sotto/widget-core/api';
import type { ThreadListResponse } from '@sotto/widget-core/internal/server';
import type { Database } from '../../db/database';
import {
  readConversation,
  touchConversation,
  type Conversation,
} from '../../db/queries/conversations/conversationQueries';
import { listThreads } from '../../db/queries/conversations/threadQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import { ApiError } from '../../lib/apiError';
import { PROOF_NEEDED } from './identity';
import type { SessionClaims, SessionTokens } from './sessionTokens';
import { byAge, readPage, type PageQuery } from '../../lib/paging';

/** Maximum validity of the token of an opened conversation, in seconds; it ends no later than the caller's token. */
const TOKEN_SECONDS = 3600;
/** Maximum length of a title, in characters. */
const TITLE_MAX_LENGTH = 80;

/** A visitor with a token, as `requireSession` gives it. */
interface Visitor {
  readonly claims: SessionClaims;
  readonly conversation: Conversation;
  readonly widget: Widget;
}

/** Only verified visitors have further conversations. */
function requireSubject({ conversation: { subject } }: Visitor): string {
  if (subject === null) throw new ApiError('NOT_AUTHORIZED', PROOF_NEEDED);
  return subject;
}

/** A page of the visitor's conversations with this widget. @throws ApiError 403 for an anonymous visitor */
export async function listThreadPage(db: Database, visitor: Visitor, query: PageQuery): Promise<ThreadListResponse> {
  const subject = requireSubject(visitor);
  const page = await readPage(
    query,
    byAge,
    (after, take) => listThreads(db, { widgetId: visitor.widget.id, subject }, after, take),
    ({ lastActivityAt, id }) => ({ createdAt: lastActivityAt, id }),
  );
  return {
    ...page,
    items: page.items.map(({ id, title, createdAt, lastActivityAt }) => ({
      id,
      title: toTitle(title),
      createdAt,
      updatedAt: lastActivityAt,
    })),
  };
}

/**
 * Claims of a token for another conversation of the same subject, with the same permissions and no longer validity.
 *
 * @throws ApiError 403 for an anonymous visitor; 404 for an unknown conversation or one of somebody else
 */
export async function openThread(
  { db, clock, tokens }: { readonly db: Database; readonly clock: Clock; readonly tokens: SessionTokens },
  visitor: Visitor,
  threadId: string,
): Promise<SessionClaims> {
  const subject = requireSubject(visitor);
  const { claims, widget } = visitor;
  const found = await readConversation(db, threadId);
  const isTheirs = found?.widget.id === widget.id && found.conversation.subject === subject;
  if (!isTheirs || found.conversation.trial !== null) throw new ApiError('NOT_FOUND');
  // From now on it can be renewed like an active one.
  await touchConversation(db, threadId, clock.now());
  return tokens.claimsFor({
    conversationId: threadId,
    widgetId: widget.id,
    isVerbose: claims.vb,
    seesToolResults: claims.tr === true,
    lifeSeconds: TOKEN_SECONDS,
    origin: claims.org,
    visitor: claims.vis === undefined ? undefined : { digest: claims.vis, provenUntil: claims.exp * 1000 },
    isTrusted: claims.own === true,
  });
}

/** The first line, cut between words. */
function toTitle(text: string): string {
  const line = text.trim().split('\n')[0]?.replace(/\s+/g, ' ') ?? '';
  if (line.length <= TITLE_MAX_LENGTH) return line;
  return `${cutText(line, TITLE_MAX_LENGTH).replace(/\s+\S*$/, '')}…`;
}
