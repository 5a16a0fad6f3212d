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

/** Handles a message or a reply request. A repeated call joins the reply of the first one. */
export async function complete(context: CallContext, request: Request, conversationId: string): Promise<Response> {
  const body = await readBody(request, completeRequestSchema);
  const id = body.id ?? createId('msg', context.clock);
  const key = body.text === undefined ? (request.headers.get('Idempotency-Key') ?? id) : id;
  const asked = { ...body, id };
  const isResumed = request.headers.get('Last-Event-ID') !== null;
  // In one change, so that two simultaneous calls create only one reply.
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

/** Streams the running reply to clients that did not start it. */
export async function goOn(context: CallContext, request: Request, conversationId: string): Promise<Response> {
  const run = context.runs.newest(conversationId);
  const after = request.headers.get('Last-Event-ID');
  if (!run && after !== null) throw new WidgetError('GONE');
  if (!run || (after === null && run.isDone())) return new Response(null, { status: 204 });
  return answer(context, request, conversationId, run, false);
}

/**
 * Adds the visitor's message to the conversation.
 *
 * @returns the reply, if the message was answered earlier and its events are no longer kept
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

/** Replays the final events of a complete reply. */
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

/** The number of the last event that the reader has seen. Throws `GONE` for events of another reply. */
function readAfter(request: Request, { id }: Followed): number {
  const after = request.headers.get('Last-Event-ID');
  if (after === null) return 0;
  const number = Number(after.slice(id.length + 1));
  if (!after.startsWith(`${id}.`) || !Number.isInteger(number) || number < 0) throw new WidgetError('GONE');
  return number;
}
