import * as v from 'valibot';
import { isWidgetError, WidgetError } from '../../errors';
import { completeRequestSchema, type CompleteRequest } from '../../api/requests';
import type { NumberedReplyEvent } from '../../api/replyEvents';
import { routes } from '../../api/routes';
import { streamReply, toNetworkError, withToken, type StreamOptions } from '../../http/httpClient';
import type { SendRequest, WireTransport } from '../../transport/wireTransport';
import type { Effect, EffectOf } from '../events';
import type { RunnerContext } from '../openSession';
import type { Send } from '../state';

/**
 * Sends messages, reads reply streams and fetches lists. Only this file aborts requests: one stream is open at a time,
 * and results of a closed stream are not dispatched.
 */
export function createNetworkRunner(
  { api, outbox, describeSend, conversation: { dispatch } }: RunnerContext,
  transport: WireTransport,
): (effect: Effect) => void {
  let stream: AbortController | undefined;

  function close(): void {
    stream?.abort(new WidgetError('ABORTED'));
    stream = undefined;
  }

  async function read(
    attempt: number,
    open: (options: StreamOptions) => AsyncIterable<NumberedReplyEvent>,
  ): Promise<void> {
    close();
    const { signal } = (stream = new AbortController());
    const onReconnecting = (isReconnecting: boolean): void => {
      dispatch({ type: 'stream-reconnecting', attempt, isReconnecting });
    };
    try {
      for await (const event of open({ signal, onReconnecting })) {
        if (signal.aborted) return;
        dispatch({ type: 'stream-event', attempt, event });
      }
      if (!signal.aborted) dispatch({ type: 'stream-ended', attempt });
    } catch (cause) {
      if (!signal.aborted) dispatch({ type: 'stream-ended', attempt, error: toNetworkError(cause, signal) });
    }
  }

  function send(attempt: number, given: Send): void {
    if (!outbox.has(given.id)) {
      dispatch({ type: 'send-missing', attempt, id: given.id });
      return;
    }
    // Parsed, so that it equals what storage returns later: a retry with a different body counts as a new send.
    const body = given.body ?? parseBody(toBody(given, describeSend()));
    if (!given.body) dispatch({ type: 'body-made', id: given.id, body });
    void read(attempt, (options) => transport.send({ key: given.id, body }, options));
  }

  async function create({ attempt, generation, key, request }: EffectOf<'create-message'>): Promise<void> {
    try {
      const { id } = api ? await api.createMessage(request) : request;
      dispatch({ type: 'created', attempt, generation, key, id: id ?? key });
    } catch (error) {
      dispatch({ type: 'create-failed', attempt, error });
    }
  }

  async function stopRun({ key, reason }: EffectOf<'stop-run'>): Promise<void> {
    const isConfirmed = await api?.abort(reason).then(
      () => true,
      () => false,
    );
    if (reason === undefined) dispatch({ type: 'stop-answered', key, isConfirmed: isConfirmed === true });
  }

  async function list({ attempt, purpose }: EffectOf<'list-messages'>): Promise<void> {
    const outcome = await api?.listMessages().catch((cause: unknown) => ({
      error: isWidgetError(cause) ? cause : new WidgetError('failed', { cause }),
    }));
    if (outcome) dispatch({ type: 'listed', attempt, purpose, outcome });
  }

  return (effect) => {
    if (effect.type === 'open-stream') send(effect.attempt, effect.send);
    else if (effect.type === 'resume-stream')
      void read(effect.attempt, (options) => transport.resume(effect.lastEventId, options));
    else if (effect.type === 'close-stream') close();
    else if (effect.type === 'create-message') void create(effect);
    else if (effect.type === 'stop-run') void stopRun(effect);
    else if (effect.type === 'list-messages') void list(effect);
  };
}

/** Throws WidgetError `BAD_REQUEST` naming the first rule that the body breaks. */
function parseBody(body: CompleteRequest): NonNullable<Send['body']> {
  const parsed = v.safeParse(completeRequestSchema, body);
  if (!parsed.success) throw new WidgetError('BAD_REQUEST', { message: parsed.issues[0].message });
  return parsed.output;
}

function toBody(
  { id, message, replaces, continues }: Send,
  described: Pick<NonNullable<Send['body']>, 'functions' | 'language'>,
): CompleteRequest {
  return {
    ...described,
    type: message?.type === 'input' ? 'input' : 'user',
    hidden: message?.extra?.hidden === true,
    ...(message && { id, text: message.text }),
    ...(replaces !== undefined && { replaces }),
    ...(continues !== undefined && { continues }),
    ...(message?.meta && { meta: message.meta }),
    ...(message?.attachments && {
      attachments: message.attachments.flatMap((attachment) => (attachment.id ? [{ id: attachment.id }] : [])),
    }),
  };
}

/**
 * The Sotto API: sends with POST, and resumes after the last event seen with the same POST or with GET [S-12, W-15]
 * (contract 1.6, 1.7).
 */
export function createPlatformTransport({
  http,
  session,
  patience,
  environment: { timeZone },
}: RunnerContext): WireTransport {
  function stream(
    request: SendRequest | undefined,
    startAfter: string | undefined,
    options: StreamOptions,
  ): AsyncIterable<NumberedReplyEvent> {
    let conversationId: string | undefined;
    async function open(lastEventId: string | undefined, signal: AbortSignal): Promise<Response | undefined> {
      const response = await withToken(session, (present) => {
        // A run belongs to its conversation: a send is never repeated in another one.
        if (lastEventId !== undefined && conversationId !== undefined && conversationId !== present.conversationId)
          throw new WidgetError('GONE');
        conversationId = present.conversationId;
        return http.open(routes.complete(conversationId), {
          token: present.token,
          body: request?.body,
          headers: {
            Accept: 'text/event-stream',
            ...(timeZone !== undefined && { 'X-Timezone': timeZone }),
            ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
            ...(request && { 'Idempotency-Key': request.key }),
          },
          signal,
        });
      });
      return request || response.status !== 204 ? response : undefined;
    }
    return streamReply(open, startAfter, { ...patience, watchSilence: http.watchSilence }, options);
  }
  return {
    send: (request, options) => stream(request, undefined, options),
    resume: (lastEventId, options) => stream(undefined, lastEventId, options),
  };
}
