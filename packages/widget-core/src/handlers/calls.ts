import * as v from 'valibot';
import type { Attachment, Message } from '../api/message';
import { channelSchema } from '../api/replyEvents';
import {
  contactSchema,
  messageCreateRequestSchema,
  sessionCreateRequestSchema,
  VOTE_REASON_MAX_LENGTH,
} from '../api/requests';
import type { Integration } from '../api/responses';
import { WidgetError } from '../errors';
import { createId, createUuid, ID_PATTERN } from '../lib/ids';
import { jsonObjectSchema } from '../lib/json';
import type { Call, CallContext } from './callContext';
import { complete, goOn } from './completeCalls';
import { readBody } from './readBody';

/** Maximum number of messages per page of a list, and the default. */
const PAGE_MOST = 100;
const PAGE_SIZE = 50;
/** Maximum file size, in bytes: 10 MiB. */
const FILE_MAX_BYTES = 10_485_760;
const FILES_PER_MESSAGE = 10;

/** A call about a conversation whose token was verified. */
type ConversationCall = (
  context: CallContext,
  request: Request,
  conversationId: string,
  ...rest: string[]
) => Promise<Response>;

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  readonly call: (...parts: string[]) => Call;
}

const voteSchema = v.object({ reason: v.optional(v.pipe(v.string(), v.maxLength(VOTE_REASON_MAX_LENGTH))) });

const ID = '([A-Za-z0-9_-]{1,128})';
const route = (method: Route['method'], path: string, call: Route['call']): Route => ({
  method,
  path: new RegExp(`^/v1/${path.replaceAll('{id}', ID)}$`),
  call,
});
const about = (method: Route['method'], path: string, call: ConversationCall): Route =>
  route(method, `conversation/{id}/${path}`, (conversationId = '', ...rest) => async (context, request) => {
    await requireToken(context, request, conversationId);
    return call(context, request, conversationId, ...rest);
  });

const ROUTES: readonly Route[] = [
  route(
    'GET',
    'integration/widget/{id}/config',
    (widgetId = '') =>
      async (context) =>
        Response.json(describeWidget(context, widgetId)),
  ),
  route(
    'POST',
    'integration/widget/{id}/session/create',
    (widgetId = '') =>
      (context, request) =>
        createSession(context, request, widgetId),
  ),
  about('POST', 'complete', complete),
  about('GET', 'complete', goOn),
  about('POST', 'abort', async ({ runs }, _request, conversationId) => {
    const run = runs.newest(conversationId);
    if (!run || run.isDone()) return Response.json({ id: null });
    run.stop.abort();
    await run.ended.catch(() => undefined);
    return Response.json({ id: run.id });
  }),
  about('GET', 'message/list', listMessages),
  about('POST', 'message/create', createMessage),
  about('POST', 'message/{id}/choose', async ({ conversations, runs }, _request, conversationId, messageId = '') => {
    if (runs.newest(conversationId)?.isDone() === false) throw new WidgetError('CONFLICT');
    await conversations.change(conversationId, (tree) => {
      tree.choose(messageId);
    });
    return Response.json({ id: messageId });
  }),
  about('POST', 'message/{id}/(upvote|downvote)', async (context, request, conversationId, messageId = '', vote) => {
    const { reason } = await readBody(request, voteSchema);
    const message = (await context.conversations.read(conversationId)).find(messageId);
    if (!message) throw new WidgetError('NOT_FOUND');
    if (!context.transport.vote) throw new WidgetError('NOT_IMPLEMENTED');
    await context.transport.vote(message, vote === 'upvote' ? 'up' : 'down', reason);
    return Response.json({ id: messageId });
  }),
  about('POST', 'contact/upsert', async ({ transport }, request, conversationId) => {
    const { name, email, phone } = await readBody(request, contactSchema);
    await transport.identify?.({ name, email, phone });
    return Response.json({ id: conversationId });
  }),
  about('POST', 'attachment/upload', upload),
  route('POST', 'channel/([^/]+)/publish', (channel = '') => async (context, request) => {
    const { conversationId } = await readToken(context, request);
    if (!v.is(channelSchema, channel)) throw new WidgetError('NOT_FOUND');
    const { message } = await readBody(request, v.object({ message: jsonObjectSchema }));
    context.runs.newest(conversationId)?.publish(channel, message);
    return Response.json({ id: createId('pub', context.clock) });
  }),
];

/** Finds the call for a method and path. @throws WidgetError `NOT_FOUND`, `METHOD_NOT_ALLOWED` */
export function findCall(method: string, path: string): Call {
  const fitting = ROUTES.filter((one) => one.path.test(path));
  if (fitting.length === 0) throw new WidgetError('NOT_FOUND');
  const found = fitting.find((one) => one.method === method);
  if (!found) throw new WidgetError('METHOD_NOT_ALLOWED');
  return found.call(...(found.path.exec(path) ?? []).slice(1));
}

function describeWidget({ widgets, transport }: CallContext, widgetId: string): Integration {
  const config = widgets ? (Object.hasOwn(widgets, widgetId) ? widgets[widgetId] : undefined) : {};
  if (!config) throw new WidgetError('NOT_FOUND');
  return {
    integrationId: widgetId,
    version: 1,
    updatedAt: 0,
    config: { ...config },
    allowedOrigins: [],
    imageOrigins: [],
    formOrigins: [],
    languages: [],
    features: { synthesize: false, unfurl: false, upload: !!transport.upload, vote: !!transport.vote },
    limits: { attachmentMaxBytes: FILE_MAX_BYTES, attachmentsPerMessage: FILES_PER_MESSAGE, textMaxLength: 32_768 },
  };
}

/** Creates a conversation, or another token for a conversation whose latest token was sent. */
async function createSession(context: CallContext, request: Request, widgetId: string): Promise<Response> {
  describeWidget(context, widgetId);
  const { clock, conversations, tokens } = context;
  const body = await readBody(request, sessionCreateRequestSchema);
  const expiresAt = clock.now() + body.durationInSeconds * 1000;
  const shown = await readToken(context, request, true).catch(() => undefined);
  const isKnown =
    body.conversationId !== undefined &&
    shown?.conversationId === body.conversationId &&
    (await conversations.read(body.conversationId).then(
      () => true,
      () => false,
    ));
  const conversationId = isKnown && body.conversationId !== undefined ? body.conversationId : createUuid();
  if (!isKnown)
    await conversations.make(conversationId, (tree) => {
      for (const { type, text, meta } of body.messages ?? [])
        tree.append({ id: createId('msg', clock), type, text, createdAt: clock.now(), ...(meta && { meta }) });
    });
  return Response.json(
    { conversationId, token: await tokens.make(conversationId, expiresAt), expiresAt, resumed: isKnown },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

async function readToken(
  { tokens, clock }: CallContext,
  request: Request,
  mayHaveEnded = false,
): Promise<{ conversationId: string }> {
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.get('Authorization') ?? '') ?? [];
  const known = await tokens.read(token);
  if (!known || (!mayHaveEnded && known.expiresAt <= clock.now())) throw new WidgetError('NOT_AUTHENTICATED');
  return known;
}

/** For other tokens the conversation does not exist. */
async function requireToken(context: CallContext, request: Request, conversationId: string): Promise<void> {
  if ((await readToken(context, request)).conversationId !== conversationId) throw new WidgetError('NOT_FOUND');
}

async function listMessages(
  { conversations }: CallContext,
  { url }: Request,
  conversationId: string,
): Promise<Response> {
  const { searchParams } = new URL(url);
  const take = Number(searchParams.get('take') ?? PAGE_SIZE);
  const start = Number(searchParams.get('cursor') ?? 0);
  if (!Number.isInteger(take) || take < 1 || take > PAGE_MOST || !Number.isInteger(start) || start < 0)
    throw new WidgetError('BAD_REQUEST');
  const all = (await conversations.read(conversationId)).all();
  const ordered: readonly Message[] = searchParams.get('order') === 'desc' ? all.toReversed() : all;
  const items = ordered.slice(start, start + take);
  const cursor = start + take < all.length ? String(start + take) : null;
  return Response.json({ items, cursor }, { headers: { 'Cache-Control': 'no-store' } });
}

async function createMessage(
  { conversations, clock }: CallContext,
  request: Request,
  conversationId: string,
): Promise<Response> {
  const { hidden, ...message } = await readBody(request, messageCreateRequestSchema);
  await conversations.change(conversationId, (tree) => {
    if (tree.find(message.id)) return;
    tree.append({ ...message, createdAt: clock.now(), ...(hidden && { extra: { hidden } }) });
  });
  return Response.json({ id: message.id });
}

/** Passes the file to the transport; its attachment is stored with the message that refers to it. */
async function upload(context: CallContext, request: Request, conversationId: string): Promise<Response> {
  const { transport } = context;
  if (!transport.upload) throw new WidgetError('NOT_IMPLEMENTED');
  if (Number(request.headers.get('Content-Length')) > FILE_MAX_BYTES) throw new WidgetError('CONTENT_TOO_LARGE');
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > FILE_MAX_BYTES) throw new WidgetError('CONTENT_TOO_LARGE');
  const type = request.headers.get('Content-Type') ?? 'application/octet-stream';
  const name = decodeURIComponent(request.headers.get('X-File-Name') ?? 'file');
  const kept = await transport.upload(new File([bytes], name, { type }), {
    signal: request.signal,
    onProgress: () => undefined,
  });
  const id = kept.id != null && ID_PATTERN.test(kept.id) ? kept.id : createId('file', context.clock);
  const attachment: Attachment = { type: kept.type, localName: kept.localName, id, size: bytes.byteLength };
  if (kept.url != null) attachment.url = kept.url;
  await context.conversations.change(conversationId, (tree) => {
    tree.keepFile(id, attachment);
  });
  return Response.json({ id, name, type: kept.type, size: bytes.byteLength, url: kept.url ?? '' });
}
