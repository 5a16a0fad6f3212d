import { idSchema, isApiErrorCode, type FunctionDefinition, type ReplyEvent } from '@sotto/widget-core/api';
import { abortResponseSchema, completeRequestSchema, completeResponseSchema } from '@sotto/widget-core/internal/server';
import * as v from 'valibot';
import { ApiError } from '../../lib/apiError';
import { listTurnStarts, readMessage } from '../../db/queries/conversations/messageQueries';
import type { Run } from '../../db/queries/conversations/runQueries';
import { toMessage } from '../../domain/conversations/messageView';
import type { PartsReader } from '../../domain/replies/replyParts';
import { showEvent, showMessage } from '../../domain/conversations/toolResults';
import { followRun, type LoggedEvent } from '../../events/eventLog';
import type { AppContext } from '../../http/appEnv';
import type { Participant } from '../../http/auth/callerOf';
import { answer, endpoint, type Endpoint } from '../../http/endpoint';
import { readIdempotencyKey } from '../../http/idempotency';
import { callerAddress, spend } from '../../http/rateLimits';
import { chooseForm, sendReply, streamHeaders, streamReply } from '../../http/replyStream';
import type { Services } from '../services';

/** Largest definition of one function, in bytes (16 KiB). Contract 1.5. */
const FUNCTION_MAX_BYTES = 16_384;

/** What a trusted caller may add to the bot for one reply. */
const extensionsSchema = v.object({
  backstory: v.optional(v.pipe(v.string(), v.maxLength(50_000))),
  model: v.optional(v.pipe(v.string(), v.maxLength(200))),
  skillsets: v.optional(v.pipe(v.array(idSchema), v.maxLength(20))),
  datasets: v.optional(v.pipe(v.array(idSchema), v.maxLength(20))),
});
const sendRequestSchema = v.object({ ...completeRequestSchema.entries, extensions: v.optional(extensionsSchema) });

const abortRequestSchema = v.object({ reason: v.optional(v.pipe(v.string(), v.maxLength(200))) });

/** Sending a message and following its reply [S-12, W-15]. */
export function completeEndpoints(services: Services): Endpoint[] {
  return [sendEndpoint(services), attachEndpoint(services), abortEndpoint(services)];
}

function sendEndpoint(services: Services): Endpoint {
  const { turns } = services;
  return endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/complete',
      summary: 'Send a message and receive the reply, as a stream or whole',
      auth: 'party',
      cost: 'reply',
      body: sendRequestSchema,
      answer: completeResponseSchema,
      isStream: true,
      errors: ['NOT_AUTHORIZED', 'CONFLICT', 'GONE', 'UNPROCESSABLE_ENTITY', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE'],
    },
    async (context, { caller: place, body, pass }) => {
      const position = readPosition(context);
      if (position) return resume(context, services, place, position);

      const { value } = await body();
      if (value.attachments?.length && value.text === undefined)
        throw new ApiError('UNPROCESSABLE_ENTITY', 'Files need a message, whose text may be empty');
      if (value.continues !== undefined && (value.text !== undefined || value.replaces !== undefined))
        throw new ApiError(
          'UNPROCESSABLE_ENTITY',
          'The rest of a reply is asked for without a text, and replaces nothing',
        );
      const attachments = await services.media.attachments.ofMessage(
        place.conversation.id,
        (value.attachments ?? []).map(({ id }) => id),
      );
      const request = {
        ...toSendRequest(context, value, place.isVerbose),
        attachments,
        extensions: await checkExtensions(services, place, value.extensions),
      };
      const reply = await turns.send(place, request, async () => {
        // A program of the account sends for many visitors from one address.
        const address = callerAddress(context, services.trustedProxies);
        if (!place.caller)
          await spend(context, services.rates, `complete ${address}`, services.limits.completePerAddress);
        await spend(context, services.rates, `complete ${place.conversation.id}`, services.limits.complete);
        const counted = await pass.enter(place);
        await services.hub.noteTry(place.conversation);
        return counted;
      });
      if (reply.isReplayed) context.header('Idempotent-Replayed', 'true');
      return reply.stored
        ? respond(context, services, { run: reply.run, reader: place }, storedPages(reply.stored))
        : follow(context, services, { run: reply.run, reader: place }, 0);
    },
  );
}

function attachEndpoint(services: Services): Endpoint {
  const { turns, log } = services;
  return endpoint(
    {
      method: 'GET',
      path: '/conversation/:conversationId/complete',
      summary: 'Follow the reply that is being written',
      auth: 'party',
      cost: 'none',
      answer: completeResponseSchema,
      isStream: true,
      errors: ['GONE'],
    },
    async (context, { caller: place }) => {
      const position = readPosition(context);
      if (position) return resume(context, services, place, position);
      const run = await turns.running(place.conversation.id);
      return run && (await log.read(run.id, 0, 1))
        ? follow(context, services, { run, reader: place }, 0)
        : nothing(context);
    },
  );
}

function abortEndpoint({ turns }: Services): Endpoint {
  return endpoint(
    {
      method: 'POST',
      path: '/conversation/:conversationId/abort',
      summary: 'Stop the reply that is being written; its text so far is kept',
      auth: 'party',
      cost: 'none',
      body: abortRequestSchema,
      answer: abortResponseSchema,
      errors: [],
    },
    async (context, { caller: { conversation }, body }) => {
      const { value } = await body();
      return answer(context, { id: await turns.abort(conversation.id, value.reason) });
    },
  );
}

interface Position {
  readonly runId: string;
  readonly after: number;
}

function readPosition(context: AppContext): Position | undefined {
  const header = context.req.header('last-event-id');
  if (header === undefined || header === '') return undefined;
  const [, runId, number] = /^([A-Za-z0-9_-]{1,128})\.(\d{1,9})$/.exec(header) ?? [];
  if (runId === undefined || number === undefined)
    throw new ApiError('BAD_REQUEST', 'Last-Event-ID is not the id of an event of this server');
  return { runId, after: Number(number) };
}

async function resume(
  context: AppContext,
  services: Services,
  place: Participant,
  { runId, after }: Position,
): Promise<Response> {
  const run = await services.turns.find(place.conversation.id, runId);
  const page = run && (await services.log.read(run.id, after, 1));
  if (!run || !page) throw new ApiError('GONE', 'The events of this reply are no longer kept');
  const hasEnded = page.isOver && page.events.length === 0;
  // A client that resumes an interrupted reply has not seen its end: the message list has what was kept.
  if (hasEnded && run.status === 'interrupted') throw new ApiError('GONE', 'This reply was interrupted');
  return hasEnded ? nothing(context) : follow(context, services, { run, reader: place }, after);
}

/** Which reply is read, and by whom. */
interface Reading {
  readonly run: Run;
  readonly reader: PartsReader;
}

function follow(context: AppContext, services: Services, reading: Reading, after: number): Promise<Response> {
  const abort = new AbortController();
  return respond(context, services, reading, followRun(services.log, reading.run.id, after, abort.signal), abort);
}

async function respond(
  context: AppContext,
  services: Services,
  { run, reader }: Reading,
  pages: AsyncGenerator<readonly LoggedEvent[]>,
  abort = new AbortController(),
): Promise<Response> {
  const form = chooseForm(context.req.header('accept'));
  const show = (event: ReplyEvent): ReplyEvent => showEvent(event, reader);
  if (form === 'json') return answer(context, await wholeReply(services, { run, reader }, pages));
  services.watch.streamOpened(abort.signal);
  const following = services.turns.follow(run);
  abort.signal.addEventListener('abort', following.end, { once: true });
  const options = { runId: run.id, form, clock: services.clock, pages, show, abort, onPage: following.touch };
  const { outlet } = context.env;
  if (!outlet) return context.body(streamReply(options), 200, streamHeaders(form));
  outlet.send = (outgoing) => {
    sendReply(options, outgoing);
  };
  return context.body(null, 200, streamHeaders(form));
}

async function wholeReply(
  services: Services,
  { run, reader }: Reading,
  pages: AsyncGenerator<readonly LoggedEvent[]>,
): Promise<v.InferOutput<typeof completeResponseSchema>> {
  const events: ReplyEvent[] = [];
  for await (const page of pages) events.push(...page.map((entry) => showEvent(entry.event, reader)));
  const error = events.find((event) => event.type === 'error');
  if (error)
    throw new ApiError(isApiErrorCode(error.data.code) ? error.data.code : 'INTERNAL_SERVER_ERROR', error.data.message);
  const result = events.find((event) => event.type === 'result');
  if (!result) throw new ApiError('SERVICE_UNAVAILABLE', 'The reply was interrupted', { retryAfterSeconds: 2 });
  const stored = async (id: string | null): Promise<ReturnType<typeof toMessage>[]> => {
    const message = id === null ? undefined : await readMessage(services.db, run.conversationId, id);
    return message
      ? [
          showMessage(
            toMessage(
              message,
              undefined,
              undefined,
              (await listTurnStarts(services.db, run.conversationId, [message.id])).get(message.id),
            ),
            reader,
          ),
        ]
      : [];
  };
  const [sent, written] = await Promise.all([stored(run.userMessageId), stored(run.botMessageId)]);
  const between = events.flatMap((event) => (event.type === 'message' ? [event.data] : []));
  // A turn that ended on a call it could not wait for ends with that call.
  const orderedMessages = result.data.end.reason === 'activity' ? [...written, ...between] : [...between, ...written];
  return { ...result.data, messages: [...sent, ...orderedMessages] };
}

async function* storedPages(events: readonly ReplyEvent[]): AsyncGenerator<readonly LoggedEvent[]> {
  yield events.map((event, index) => ({ number: index + 1, event }));
}

function nothing(context: AppContext): Response {
  context.header('Cache-Control', 'no-store');
  return context.body(null, 204);
}

function toSendRequest(
  context: AppContext,
  value: v.InferOutput<typeof completeRequestSchema>,
  isVerbose: boolean,
): Parameters<Services['turns']['send']>[1] {
  return {
    clientId: value.id,
    idempotencyKey: readIdempotencyKey(context),
    text: value.text,
    type: value.type,
    hidden: value.hidden,
    meta: value.meta,
    replaces: value.replaces,
    continues: value.continues,
    functions: checkFunctions(value.functions),
    language: value.language,
    timezone: readTimezone(context),
    limits: value.limits,
    isVerbose,
    canWaitForBrowser: chooseForm(context.req.header('accept')) !== 'json',
  };
}

/** @throws ApiError 403 for a visitor, 422 for skillsets and datasets that are not the account's */
async function checkExtensions(
  { resources: things }: Services,
  { caller }: Participant,
  extensions: v.InferOutput<typeof extensionsSchema> | undefined,
): Promise<v.InferOutput<typeof extensionsSchema> | undefined> {
  if (!extensions) return undefined;
  if (!caller) throw new ApiError('NOT_AUTHORIZED', 'Only a trusted caller may set extensions');
  await things.requireParts(caller, extensions);
  return extensions;
}

function checkFunctions(
  functions: v.InferOutput<typeof completeRequestSchema>['functions'],
): Record<string, FunctionDefinition> | undefined {
  for (const [name, definition] of Object.entries(functions ?? {})) {
    if (Buffer.byteLength(JSON.stringify(definition)) > FUNCTION_MAX_BYTES) {
      throw new ApiError('UNPROCESSABLE_ENTITY', 'A function definition is larger than 16 KiB', {
        details: [{ path: `functions.${name}`, message: 'Larger than 16 KiB' }],
      });
    }
  }
  return functions;
}

/** The IANA time zone a client names; anything else is ignored, since the bot only uses it for the current date. */
function readTimezone(context: AppContext): string | undefined {
  const name = context.req.header('x-timezone');
  if (name === undefined || name.length > 64) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
