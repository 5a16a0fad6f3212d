import type { Message } from '../api/message';
import type { NumberedReplyEvent, ReplyResult } from '../api/replyEvents';
import { completeRequestSchema, type CheckedCompleteRequest } from '../api/requests';
import { WidgetError } from '../errors';
import { createId } from '../lib/ids';
import type { CallContext } from './callContext';
import type { ConversationTree } from './conversationTree';
import { readBody } from './readBody';
import { writeReply, writeWhole, type Followed } from './streamReply';
import { startReply } from './writeReply';

/** A message, or the wish that the bot goes on, and the reply. A repeated call joins the reply of the first. */
export async function complete(context: CallContext, request: Request, conversationId: string): Promise<Response> {
  const body = await readBody(request, completeRequestSchema);
  const id = body.id ?? createId('msg', context.clock);
  const key = body.text === undefined ? (request.headers.get('Idempotency-Key') ?? id) : id;
  const asked = { ...body, id };
  const isResumed = request.headers.get('Last-Event-ID') !== null;
  // In one turn, so that two calls at once make one reply.
  const { run, isRepeated } = await context.conversations.change(conversationId, (tree) => {
    const newest = context.runs.newest(conversationId);
    const known = tree.find(id);
    if (known && body.text !== undefined && known.text !== body.text) throw new WidgetError('UNPROCESSABLE_ENTITY');
    const isJoined = newest?.key === key && (newest.isWell() || isResumed);
    if (newest && isJoined) return { run: newest, isRepeated: true };
    if (newest?.isDone() === false) throw new WidgetError('CONFLICT');
    const finished = place(context, conversationId, tree, asked);
    if (finished) return { run: finished, isRepeated: true };
    const started = startReply(context, { conversationId, key, body: asked, shown: tree.shown() });
    return { run: started, isRepeated: false };
  });
  await run.begun;
  return answer(context, request, conversationId, run, isRepeated);
}

/** The reply that is running, for whoever was not there when it began. */
export async function goOn(context: CallContext, request: Request, conversationId: string): Promise<Response> {
  const run = context.runs.newest(conversationId);
  const after = request.headers.get('Last-Event-ID');
  if (after !== null && (!run || !after.startsWith(`${run.id}.`))) throw new WidgetError('GONE');
  if (!run || (after === null && run.isDone())) return new Response(null, { status: 204 });
  return answer(context, request, conversationId, run, false);
}

/**
 * Puts the visitor's words into the conversation.
 *
 * @returns the reply, when the message was answered before and its events are no longer kept
 */
function place(
  { clock }: CallContext,
  conversationId: string,
  tree: ConversationTree,
  { id, text, type, hidden, meta, attachments, replaces, continues }: CheckedCompleteRequest & { id: string },
): Followed | undefined {
  for (const needed of [replaces, continues]) if (needed !== undefined && !tree.find(needed)) throw notFound();
  if (text === undefined) return undefined;
  const known = tree.find(id);
  if (known) {
    const shown = tree.shown();
    const reply = shown[shown.findIndex((message) => message.id === id) + 1];
    return reply?.type === 'bot' && !reply.failure
      ? replay(reply, conversationId, id, createId('run', clock))
      : undefined;
  }
  const files = (attachments ?? []).map((file) => {
    const kept = tree.file(file.id);
    if (!kept) throw notFound();
    return kept;
  });
  const message: Message = {
    id,
    type,
    text,
    createdAt: clock.now(),
    ...(meta && { meta }),
    ...(hidden && { extra: { hidden } }),
    ...(files.length > 0 && { attachments: files }),
  };
  if (replaces === undefined) tree.append(message);
  else tree.replace(replaces, message);
  return undefined;
}

function notFound(): WidgetError {
  return new WidgetError('NOT_FOUND');
}

/** A finished reply as its stream would end. */
function replay(reply: Message, conversationId: string, userMessageId: string, runId: string): Followed {
  const { id, text, references, meta, attachments, parts, end } = reply;
  const result: ReplyResult = {
    id,
    text,
    usage: { token: 0 },
    end: { reason: end ?? 'stop' },
    userMessageId,
    ...(references && { references }),
    ...(meta && { meta }),
    ...(attachments && { attachments }),
    ...(parts && { parts }),
  };
  const begin = { id: runId, conversationId, messageId: id, userMessageId };
  const events: NumberedReplyEvent[] = [
    { type: 'completeBegin', data: begin },
    { type: 'result', data: result },
    { type: 'completeEnd', data: { id: runId } },
  ];
  return {
    id: runId,
    begun: Promise.resolve(),
    async *follow(after) {
      yield* events.map((event, index) => ({ ...event, id: `${runId}.${String(index + 1)}` })).slice(after);
    },
  };
}

async function answer(
  { clock, conversations }: CallContext,
  request: Request,
  conversationId: string,
  run: Followed,
  isRepeated: boolean,
): Promise<Response> {
  const accept = request.headers.get('Accept') ?? '';
  const headers: Record<string, string> = isRepeated ? { 'Idempotent-Replayed': 'true' } : {};
  const [, form] = /\b(event-stream|jsonl|json)\b/.exec(accept) ?? [];
  if (form === 'event-stream' || form === 'jsonl')
    return writeReply({ run, form, after: readAfter(request, run), clock, headers });
  return writeWhole(run, headers, async () => (await conversations.read(conversationId)).shown());
}

/** The number of the event that a reader has seen; what belongs to another reply is gone. */
function readAfter(request: Request, { id }: Followed): number {
  const after = request.headers.get('Last-Event-ID');
  if (after === null) return 0;
  const number = Number(after.slice(id.length + 1));
  if (!after.startsWith(`${id}.`) || !Number.isInteger(number) || number < 0) throw new WidgetError('GONE');
  return number;
}
