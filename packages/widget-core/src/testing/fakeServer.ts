import { attempt } from '../lib/attempt';
import type { Clock } from '../lib/clock';
import { parseJson, type Json } from '../lib/json';
import type { ApiErrorCode } from '../errors';
import type { Message } from '../api/message';
import { fail, json } from './fakeAnswers';
import { createFakeConversation, listMessages, type FakeConversation } from './fakeConversation';
import { createFakeRun, type FakeRun } from './fakeRun';
import { createFakeSubjects } from './fakeSubjects';
import { isWithinSessionLimits } from './sessionLimits';

/** One call as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, Json> | undefined;
}

/** A server that behaves as part 1 of the contract says, and misbehaves when told. */
export interface FakeServer {
  readonly fetch: typeof globalThis.fetch;
  readonly requests: SeenRequest[];
  readonly conversations: Map<string, FakeConversation>;
  /** The pieces of the next replies. @default the echo of the text, word by word */
  answerWith(pieces: (text: string | undefined) => readonly string[]): void;
  /** Replies wait for `emit` and `finish` from now on. */
  hold(): void;
  /** Lets the running reply say so many pieces more. */
  emit(pieces: number): void;
  /** Lets the running reply end, and every later one run through. */
  finish(): void;
  /** The running reply asks for a function of the browser. */
  want(name: string, args: Json, confirm?: boolean, isApproval?: boolean): string;
  /** The running reply fails in mid-stream. */
  breakReply(code: ApiErrorCode): void;
  /** The next stream is cut after so many bytes. */
  cutNextAfter(bytes: number): void;
  /** Cuts every open stream now. */
  cut(): void;
  /** Nobody answers any more. */
  down(): void;
  up(): void;
  /** Killed and started again: messages are kept, running replies are lost. */
  restart(): void;
  /** The next calls of this path fail so; `times` Infinity: all of them. */
  failNext(
    path: RegExp,
    code: ApiErrorCode,
    options?: { readonly times?: number; readonly headers?: Record<string, string> },
  ): void;
  /** The next answer of this path is lost after the server has done its work. */
  loseNextAnswer(path: RegExp): void;
  /** No token is accepted any more. */
  refuseTokens(): void;
  /** Old conversations are not continued. */
  forgetSessions(): void;
  /** Deletes every conversation: their tokens lead nowhere (404). */
  deleteConversations(): void;
  /** How many streams are open. */
  openStreams(): number;
  /** From now on the running reply does not continue when a call is answered. @returns lets it continue */
  holdCalls(): (channel: string) => void;
  /** Published channel messages. */
  readonly published: { readonly channel: string; readonly message: Json }[];
}

/** What the fake server is set up with. */
export interface FakeServerOptions {
  readonly clock: Clock;
  /** Bytes a chunk: small ones split characters and lines. @default whole events */
  readonly chunkBytes?: number;
}

/** @see FakeServer */
export function createFakeServer({ clock, chunkBytes }: FakeServerOptions): FakeServer {
  const conversations = new Map<string, FakeConversation>();
  const requests: SeenRequest[] = [];
  const published: { channel: string; message: Json }[] = [];
  const refused = new Set<string>();
  const deleted = new Set<string>();
  const subjects = createFakeSubjects();
  const failures: { path: RegExp; code: ApiErrorCode; times: number; headers: Record<string, string> }[] = [];
  const losses: RegExp[] = [];
  const streams = new Set<{ cut(): void }>();
  let count = 0;
  let isHeld = false;
  let areCallsHeld = false;
  let isDown = false;
  let isForgetful = false;
  let cutAfter: number | undefined;
  let pieces = (text: string | undefined): readonly string[] => (text ?? 'Hello! How can I help?').split(/(?<= )/);

  const id = (prefix: string): string => `${prefix}_${String((count += 1))}`;
  const liveRun = (): FakeRun | undefined =>
    [...conversations.values()].map(({ run }) => run).find((run) => run?.isLive());

  function makeToken(conversationId: string, seconds: number): string {
    const now = Math.floor(clock.now() / 1000);
    const encode = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll('=', '');
    const claims = {
      sub: conversationId,
      iat: now,
      exp: now + seconds,
      jti: id('jti'),
      ...subjects.claimsOf(conversationId),
    };
    return `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`;
  }
  function readToken(headers: Headers, allowExpired: boolean): FakeConversation | undefined {
    const token = headers.get('Authorization')?.replace('Bearer ', '') ?? '';
    const claims = parseJson(attempt(() => atob(token.split('.')[1] ?? '')) ?? '') as
      | { sub: string; exp: number; vis?: string }
      | undefined;
    if (!claims || token.split('.')[2] !== 'signature') return undefined;
    if (
      !allowExpired &&
      (refused.has(token) ||
        claims.exp * 1000 + 60_000 < clock.now() ||
        claims.vis !== subjects.claimsOf(claims.sub).vis)
    )
      return undefined;
    return conversations.get(claims.sub);
  }

  function createSession({ headers, body }: SeenRequest): Response {
    if (!isWithinSessionLimits(body)) return fail('UNPROCESSABLE_ENTITY');
    const known = isForgetful || body?.['conversationId'] === undefined ? undefined : readToken(headers, true);
    const isMeant = known !== undefined && known.id === body?.['conversationId'];
    const admission = subjects.admit(isMeant ? known.id : undefined, body);
    if (typeof admission === 'string') return fail(admission);
    const resumed = isMeant && admission.mayContinue;
    const conversation = resumed ? known : createFakeConversation(id('conv'));
    if (!resumed) subjects.begin(conversation.id, body);
    conversations.set(conversation.id, conversation);
    if (!resumed)
      for (const message of (body?.['messages'] ?? []) as { text: string }[]) store(conversation, 'user', message.text);
    const seconds = 3600;
    return json(200, {
      conversationId: conversation.id,
      token: makeToken(conversation.id, seconds),
      expiresAt: clock.now() + seconds * 1000,
      resumed,
    });
  }

  function store(
    conversation: FakeConversation,
    type: Message['type'],
    text: string,
    clientId?: string,
    replaces?: string,
  ): Message {
    const message: Message = {
      id: id('msg'),
      ...(clientId !== undefined && { originalMessageId: clientId }),
      type,
      text,
      createdAt: clock.now(),
    };
    conversation.versions.add(message, replaces);
    return message;
  }

  function complete(conversation: FakeConversation, request: SeenRequest): Response {
    const key = request.headers.get('Idempotency-Key') ?? id('key');
    const known = conversation.runs.get(key);
    if (known) {
      if (known.body !== JSON.stringify(request.body)) return fail('UNPROCESSABLE_ENTITY');
      return stream(known.run, request.headers.get('Last-Event-ID'));
    }
    if (conversation.run?.isLive()) return fail('CONFLICT');
    const replaces = request.body?.['replaces'] as string | undefined;
    const continues = conversation.messages.find(({ id: known }) => known === request.body?.['continues']);
    if (replaces !== undefined && !conversation.versions.has(replaces)) return fail('NOT_FOUND');
    const [text, clientId] = [request.body?.['text'], request.body?.['id']] as (string | undefined)[];
    const stored = clientId === undefined ? undefined : conversation.byClientId.get(clientId);
    const user =
      text === undefined
        ? undefined
        : (stored ??
          store(
            conversation,
            (request.body?.['type'] as Message['type'] | undefined) ?? 'user',
            text,
            clientId,
            replaces,
          ));
    if (user && clientId !== undefined) conversation.byClientId.set(clientId, user);
    const run = createFakeRun({
      runId: id('run'),
      conversationId: conversation.id,
      messageId: continues?.id ?? id('msg'),
      userMessageId: user?.id,
      pieces: pieces(text),
      stood: continues?.text,
      onStored: (message) => {
        conversation.versions.add({ ...message, createdAt: clock.now() }, user ? undefined : replaces);
      },
      onUnanswered: (failure) => {
        conversation.unanswered = failure;
      },
    });
    Object.assign(conversation, { run, unanswered: undefined });
    conversation.runs.set(key, { run, body: JSON.stringify(request.body) });
    if (!isHeld) run.finish();
    return stream(run, null);
  }

  function attach(conversation: FakeConversation, headers: Headers): Response {
    const lastEventId = headers.get('Last-Event-ID');
    const run =
      lastEventId === null
        ? conversation.run
        : [...conversation.runs.values()]
            .map((entry) => entry.run)
            .find((known) => lastEventId.startsWith(`${known.runId}.`));
    if (lastEventId !== null && !run) return fail('GONE');
    const hasMore = run?.isLive() === true || (lastEventId !== null && run?.after(lastEventId).length !== 0);
    return run && hasMore ? stream(run, lastEventId) : new Response(null, { status: 204 });
  }

  function stream(run: FakeRun, lastEventId: string | null): Response {
    const encoder = new TextEncoder();
    let budget = cutAfter ?? Infinity;
    cutAfter = undefined;
    let stop = (): void => undefined;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        const line = {
          cut: () => {
            end();
            controller.error(new TypeError('network error'));
          },
        };
        const end = (): void => {
          streams.delete(line);
          unsubscribe();
        };
        stop = end;
        streams.add(line);
        let unsubscribe = (): void => undefined;
        const write = (text: string): boolean => {
          const bytes = encoder.encode(text);
          const sent = bytes.slice(0, budget);
          budget -= sent.length;
          const size = chunkBytes ?? Math.max(sent.length, 1);
          for (let at = 0; at < sent.length; at += size) controller.enqueue(sent.slice(at, at + size));
          if (sent.length === bytes.length) return true;
          // What was sent before arrives: an errored stream would drop it, a closed one ends just as early.
          end();
          controller.close();
          return false;
        };
        const early: string[] = [];
        let isReady = false;
        unsubscribe = run.subscribe(lastEventId, (text) => {
          if (!isReady) early.push(text);
          else if (streams.has(line) && write(text) && !run.isLive() && text.includes('completeEnd')) {
            end();
            controller.close();
          }
        });
        isReady = true;
        for (const text of early) if (!write(text)) return;
        if (!run.isLive()) {
          end();
          controller.close();
        }
      },
      cancel() {
        stop();
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  function list(conversation: FakeConversation, query: URLSearchParams): Response {
    const items = listMessages(conversation);
    if (query.get('order') === 'desc') items.reverse();
    const from = Number(query.get('cursor') ?? 0);
    const take = Number(query.get('take') ?? 50);
    const more = from + take < items.length;
    return json(200, { items: items.slice(from, from + take), cursor: more ? String(from + take) : null });
  }

  /** Those of the same subject, the last made first; or a token of one of them. */
  function threads({ id: own }: FakeConversation, asked: string, query: URLSearchParams): Response {
    const { vis } = subjects.claimsOf(own);
    if (vis === undefined) return fail('NOT_AUTHORIZED');
    const theirs = [...conversations.values()]
      .filter((one) => subjects.claimsOf(one.id).vis === vis && one.messages.length > 0)
      .reverse();
    if (asked !== 'list') {
      if (deleted.has(asked) || !theirs.some((one) => one.id === asked)) return fail('NOT_FOUND');
      return json(200, { conversationId: asked, token: makeToken(asked, 3600), expiresAt: clock.now() + 3_600_000 });
    }
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('take') ?? 20);
    const items = theirs.slice(from, to).map(({ id: name, messages: [first] }) => ({
      id: name,
      title: first?.text ?? '',
      createdAt: first?.createdAt ?? 0,
      updatedAt: clock.now(),
    }));
    return json(200, { items, cursor: to < theirs.length ? String(to) : null });
  }

  function route(request: SeenRequest, query: URLSearchParams): Response {
    const { method, path } = request;
    if (path.endsWith('/session/create')) return createSession(request);
    if (deleted.has(/\/conversation\/([^/]+)\//.exec(path)?.[1] ?? '')) return fail('NOT_FOUND');
    const conversation = readToken(request.headers, false);
    if (!conversation) return fail('NOT_AUTHENTICATED');
    const channel = /\/v1\/channel\/([^/]+)\/publish$/.exec(path)?.[1];
    if (channel !== undefined) {
      if (published.some((earlier) => earlier.channel === channel)) return fail('CONFLICT');
      published.push({ channel, message: request.body?.['message'] ?? null });
      if (!areCallsHeld) conversation.run?.answered(channel);
      return json(200, { id: channel });
    }
    if (/\/conversation\/([^/]+)\//.exec(path)?.[1] !== conversation.id) return fail('NOT_FOUND');
    if (path.endsWith('/complete'))
      return method === 'POST' ? complete(conversation, request) : attach(conversation, request.headers);
    if (path.endsWith('/abort')) {
      const { run } = conversation;
      const isLive = run?.isLive() === true;
      if (isLive) run.abort();
      return json(200, { id: isLive ? run.runId : null });
    }
    if (path.endsWith('/message/list')) return list(conversation, query);
    const opened = /\/thread\/([^/]+)/.exec(path)?.[1];
    if (opened !== undefined) return threads(conversation, opened, query);
    if (path.endsWith('/message/create')) {
      const { id: clientId, text, type } = request.body as { id: string; text: string; type: Message['type'] };
      const stored = conversation.byClientId.get(clientId) ?? store(conversation, type, text, clientId);
      conversation.byClientId.set(clientId, stored);
      return json(200, { id: stored.id });
    }
    const chosen = /\/message\/([^/]+)\/choose$/.exec(path)?.[1];
    if (chosen !== undefined) {
      if (!conversation.versions.has(chosen)) return fail('NOT_FOUND');
      if (conversation.run?.isLive()) return fail('CONFLICT');
      conversation.versions.choose(chosen);
      return json(200, { id: chosen });
    }
    if (path.endsWith('/contact/upsert')) return json(200, { id: id('contact') });
    const vote = /\/message\/([^/]+)\/(upvote|downvote)$/.exec(path);
    if (vote?.[1] !== undefined && vote[2] !== undefined) {
      conversation.votes.set(vote[1], vote[2]);
      conversation.voteReasons.set(vote[1], (request.body as { reason?: string }).reason);
      return json(200, { id: vote[1] });
    }
    return fail('NOT_FOUND');
  }

  const refuseAll = (): void => {
    for (const conversation of conversations.values()) conversation.run?.die();
  };

  return {
    requests,
    conversations,
    published,
    answerWith(next) {
      pieces = next;
    },
    hold: () => (isHeld = true),
    emit: (number) => liveRun()?.emit(number),
    finish() {
      isHeld = false;
      liveRun()?.finish();
    },
    want(name, args, confirm = false, isApproval = false) {
      const channel = `${id('channel')}_0123456789abcdef`;
      liveRun()?.want(channel, name, args, confirm, isApproval);
      return channel;
    },
    holdCalls() {
      areCallsHeld = true;
      return (channel) => liveRun()?.answered(channel);
    },
    breakReply: (code) => liveRun()?.fail(code),
    cutNextAfter: (bytes) => void (cutAfter = bytes),
    cut() {
      for (const open of [...streams]) open.cut();
    },
    down() {
      isDown = true;
      for (const open of [...streams]) open.cut();
    },
    up: () => (isDown = false),
    restart() {
      isDown = false;
      for (const open of [...streams]) open.cut();
      refuseAll();
      for (const conversation of conversations.values()) {
        conversation.run = undefined;
        conversation.runs.clear();
      }
    },
    failNext(path, code, { times = 1, headers = {} } = {}) {
      failures.push({ path, code, times, headers });
    },
    loseNextAnswer: (path) => losses.push(path),
    refuseTokens() {
      for (const { headers } of requests) {
        const token = headers.get('Authorization')?.replace('Bearer ', '');
        if (token) refused.add(token);
      }
    },
    forgetSessions: () => (isForgetful = true),
    deleteConversations() {
      refuseAll();
      for (const deletedId of conversations.keys()) deleted.add(deletedId);
      conversations.clear();
    },
    openStreams: () => streams.size,
    async fetch(input, init) {
      await Promise.resolve();
      if (isDown) throw new TypeError('Failed to fetch');
      const url = new URL(input instanceof Request ? input.url : String(input));
      const body = typeof init?.body === 'string' ? (parseJson(init.body) as Record<string, Json>) : undefined;
      const request = { method: init?.method ?? 'GET', path: url.pathname, headers: new Headers(init?.headers), body };
      requests.push(request);
      init?.signal?.throwIfAborted();
      const failure = failures.find(({ path, times }) => times > 0 && path.test(`${request.method} ${url.pathname}`));
      if (failure) {
        failure.times -= 1;
        return fail(failure.code, failure.headers);
      }
      const response = route(request, url.searchParams);
      const loss = losses.findIndex((path) => path.test(`${request.method} ${url.pathname}`));
      if (loss < 0) return response;
      losses.splice(loss, 1);
      throw new TypeError('Failed to fetch');
    },
  };
}
