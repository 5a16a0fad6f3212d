import type { Clock } from '@sotto/widget-core/api';
import * as v from 'valibot';
import type { Database } from '../../db/database';
import { readConversation } from '../../db/queries/conversations/conversationQueries';
import { readMessage, type StoredMessage } from '../../db/queries/conversations/messageQueries';
import { takeOverRun, type Run } from '../../db/queries/conversations/runQueries';
import type { Draft } from '../../db/schema';
import type { EventLog } from '../../events/eventLog';
import { newMessage } from '../conversations/conversations';
import { optionsSchema } from './handOver';
import { interruptRun } from './interruptRuns';
import type { ReplyTask } from './writeReply';

/**
 * Takes over a reply from another process. @returns the work; undefined if another process has it, or if it could not
 * be continued and was ended
 */
export async function takeOver(
  deps: { readonly db: Database; readonly clock: Clock; readonly log: EventLog },
  left: Run,
  owner: string,
): Promise<ReplyTask | undefined> {
  const { db, clock } = deps;
  const run = await takeOverRun(db, left.id, owner);
  if (!run) return undefined;
  const place = await readConversation(db, run.conversationId);
  const options = v.safeParse(optionsSchema, run.draft?.options);
  if (!place || !run.draft || !options.success) {
    await interruptRun(deps, run);
    return undefined;
  }
  const { draft } = run;
  return {
    ...place,
    run,
    draft,
    fork: draft.fork && { parent: draft.fork.parent, versionOf: draft.fork.versionOf },
    continued: draft.text === '' ? undefined : await readBegun(db, clock, run, draft),
    options: options.output,
  };
}

/** Its text as a message; when it continues an earlier message, that message with the new text. */
async function readBegun(
  db: Database,
  clock: Clock,
  { conversationId, botMessageId, isContinuation }: Run,
  { text, parts }: Draft,
): Promise<StoredMessage> {
  const stored = isContinuation ? await readMessage(db, conversationId, botMessageId) : undefined;
  const begun = {
    sequence: Number.MAX_SAFE_INTEGER,
    clientId: null,
    references: null,
    attachments: null,
    endReason: null,
    author: null,
    parentId: null,
    versionOf: null,
    isCurrent: true,
    meta: null,
    isHidden: false,
  };
  return {
    ...begun,
    ...newMessage(clock, conversationId, { id: botMessageId, type: 'bot', text }),
    ...stored,
    text,
    parts: parts && [...parts],
  } as StoredMessage;
}
