import type { EventOf } from '../../conversation/events';
import { WidgetError } from '../../errors';
import type { Message } from '../../api/message';
import { settle, withStorage } from './carryOut';
import { isTab, storageOf, storagesOf, type Call, type Run, type World } from './world';

/** What replies are made of. */
const TOKENS = ['a', 'b', 'c'];

export function write(world: World, index: number): World {
  const run = world.server.runs[index];
  if (!run) return world;
  return run.written < world.left.tokens
    ? withRun(world, index, { ...run, written: run.written + 1 })
    : endRun(world, index, 'stop');
}

function withRun(world: World, index: number, run: Run): World {
  return {
    ...world,
    server: { ...world.server, runs: world.server.runs.map((known, place) => (place === index ? run : known)) },
  };
}

function endRun(world: World, index: number, end: 'stop' | 'abort'): World {
  const run = world.server.runs[index];
  if (!run || run.end) return world;
  const text = textOf(world, run);
  const ended = withRun(world, index, { ...run, end });
  if (run.written === 0) return ended;
  const { conversationId, continues } = run;
  const id = continues ?? `b-${run.id}`;
  const message: Message = { id, type: 'bot', text, ...(end === 'abort' && { end: 'abort' as const }) };
  const { messages } = ended.server;
  const next =
    continues === undefined
      ? [...messages, { message, conversationId }]
      : messages.map((known) => (known.message.id === id ? { ...known, message } : known));
  return { ...ended, server: { ...ended.server, messages: next } };
}

/** The text of a run so far, with the text that it continues. */
function textOf({ server }: World, { continues, written, end }: Run): string {
  const stood = server.messages.find(({ message }) => message.id === continues)?.message.text ?? '';
  return end !== undefined && continues !== undefined ? stood : stood + TOKENS.slice(0, written).join('');
}

export function canAnswer(world: World, call: Call): boolean {
  const { server, isOnline } = world;
  if (!isOnline && call.tab !== undefined) return false;
  // A function runs once a tab has its lock, and goes on until its own end.
  if (call.kind === 'function') return call.read !== undefined || !isRunning(world, call);
  if (call.read === undefined || server.gone.includes(call.conversationId)) return true;
  const run = server.runs.find(({ id }) => id === call.run);
  return run !== undefined && call.read < eventsOf(world, run).length;
}

/** Whether a tab runs the function of this call. */
function isRunning({ calls }: World, { run }: Call): boolean {
  return calls.some((other) => other.kind === 'function' && other.run === run && other.read !== undefined);
}

type StreamEvent = EventOf<'stream-event'>['event'];

/** What the stream of a run has so far. */
function eventsOf(world: World, run: Run): readonly StreamEvent[] {
  const { id, written, conversationId, continues, tool, end } = run;
  const messageId = continues ?? `b-${id}`;
  const userMessageId = world.server.messages.find(({ message }) => message.originalMessageId === run.sendId)?.message
    .id;
  const tokens = TOKENS.slice(0, written).map((token) => ({ type: 'token', data: { token } }) as const);
  const wait = { channel: id, callId: id } as const;
  const asked = {
    type: 'waitForChannelMessageBegin',
    data: { ...wait, function: { name: 'pay', args: {} }, timeoutMs: 1 },
  } as const;
  const answered = { type: 'waitForChannelMessageEnd', data: { ...wait, ok: true } } as const;
  const text = written === 0 ? '' : textOf(world, run);
  const result = {
    type: 'result',
    data: { id: messageId, text, usage: { token: 1 }, end: { reason: end ?? 'stop' }, userMessageId },
  } as const;
  return [
    { type: 'completeBegin', data: { id, conversationId, messageId, userMessageId } } as const,
    ...tokens.slice(0, 1),
    ...(tool && written > 0 ? [asked] : []),
    ...(tool === 'answered' ? [answered] : []),
    ...tokens.slice(1),
    ...(end ? [result] : []),
  ].map((event, index) => ({ ...event, id: `${id}.${String(index + 1)}` }));
}

export function answer(world: World, index: number): World {
  const call = world.calls[index];
  if (!call) return world;
  const without: World = { ...world, calls: world.calls.toSpliced(index, 1) };
  if (world.server.gone.includes(call.conversationId)) return refuse(without, call);
  if (call.kind === 'list') return answerList(without, call);
  if (call.kind === 'stop') {
    const running = world.server.runs.findIndex(
      ({ end, conversationId }) => !end && conversationId === call.conversationId,
    );
    const stopped = running < 0 ? without : endRun(without, running, 'abort');
    return isTab(call.tab) && call.key !== undefined
      ? settle(stopped, call.tab, { type: 'stop-answered', key: call.key, isConfirmed: true })
      : stopped;
  }
  if (call.kind === 'function') return runFunction(world, without, index, call);
  return call.read === undefined ? arrive(world, without, index, call) : stream(world, without, index, call);
}

/**
 * A function of the page begins, and ends with its answer at the server. As `runners/functions.ts` has it: a note of one
 * that has begun and that no tab runs is one of a tab that is gone, and is answered without another run.
 */
function runFunction(world: World, without: World, index: number, call: Call): World {
  const { run = '', tab } = call;
  if (!isTab(tab)) return without;
  const { called } = world;
  const { notes } = storageOf(world, tab);
  if (call.read === undefined && !notes.includes(run))
    return {
      ...withStorage(world, tab, { notes: [...notes, run] }),
      calls: world.calls.map((other, place) => (place === index ? { ...call, read: 0 } : other)),
      called: { ...called, [run]: (called[run] ?? 0) + 1 },
    };
  const place = without.server.runs.findIndex(({ id, end }) => id === run && !end);
  const waiting = without.server.runs[place];
  return waiting ? withRun(without, place, { ...waiting, tool: 'answered' }) : without;
}

/** The server deletes a conversation. What it had taken is gone with it; what it had not is still to be kept. */
export function remove(world: World, conversationId: string): World {
  const { server, typed } = world;
  const sends = storagesOf(world).flatMap((stored) => stored.sends);
  const isOther = (entry: { readonly conversationId: string }): boolean => entry.conversationId !== conversationId;
  return {
    ...world,
    typed: typed.filter((text) => sends.some(({ message }) => message?.text === text)),
    server: {
      messages: server.messages.filter(isOther),
      runs: server.runs.filter(isOther),
      gone: [...server.gone, conversationId],
    },
  };
}

/** Whatever is asked of a conversation that was deleted is answered with 404. */
function refuse(world: World, { kind, tab, attempt, purpose = 'sync', key }: Call): World {
  if (!isTab(tab)) return world;
  const error = new WidgetError('NOT_FOUND', { status: 404 });
  if (kind === 'list') return settle(world, tab, { type: 'listed', attempt, purpose, outcome: { error } });
  if (kind !== 'stop') return settle(world, tab, { type: 'stream-ended', attempt, error });
  return key === undefined ? world : settle(world, tab, { type: 'stop-answered', key, isConfirmed: false });
}

/** A send or a wish to read on reaches the server. */
function arrive(world: World, without: World, index: number, call: Call): World {
  const { server } = world;
  const known = server.runs.find(
    ({ sendId, conversationId }) => sendId === call.sendId && conversationId === call.conversationId,
  );
  const running = server.runs.find(({ end, conversationId }) => !end && conversationId === call.conversationId);
  const attach = (next: World, run: string): World =>
    isTab(call.tab)
      ? { ...next, calls: next.calls.map((other, place) => (place === index ? { ...call, read: 0, run } : other)) }
      : { ...next, calls: next.calls.toSpliced(index, 1) };
  if (call.kind === 'resume') {
    if (running) return attach(world, running.id);
    return isTab(call.tab) ? settle(without, call.tab, { type: 'stream-ended', attempt: call.attempt }) : without;
  }
  if (known) return attach(world, known.id);
  if (running)
    return isTab(call.tab)
      ? settle(without, call.tab, {
          type: 'stream-ended',
          attempt: call.attempt,
          error: new WidgetError('CONFLICT', { status: 409 }),
        })
      : without;
  const sendId = call.sendId ?? '';
  const id = `r-${sendId}`;
  const { text, conversationId, replaces, continues } = call;
  const entry = (name: string | undefined): Message | undefined =>
    server.messages.find(({ message, ...known }) => message.id === name && known.conversationId === conversationId)
      ?.message;
  const refusal =
    replaces !== undefined && !entry(replaces)
      ? new WidgetError('NOT_FOUND', { status: 404 })
      : continues !== undefined && !entry(continues)?.end
        ? new WidgetError('UNPROCESSABLE_ENTITY', { status: 422 })
        : undefined;
  if (refusal)
    return isTab(call.tab)
      ? settle(without, call.tab, { type: 'stream-ended', attempt: call.attempt, error: refusal })
      : without;
  const messages =
    text === undefined
      ? server.messages
      : [
          ...hideFrom(server.messages, replaces),
          { message: { id: `s-${sendId}`, originalMessageId: sendId, type: 'user' as const, text }, conversationId },
        ];
  const asks = world.left.tools > 0;
  return attach(
    {
      ...world,
      server: {
        ...server,
        messages,
        runs: [
          ...server.runs,
          { id, sendId, conversationId, written: 0, continues, ...(asks && { tool: 'asked' as const }) },
        ],
      },
      left: asks ? { ...world.left, tools: world.left.tools - 1 } : world.left,
    },
    id,
  );
}

/** A message that was edited and what followed it are another version. */
function hideFrom(messages: World['server']['messages'], id: string | undefined): World['server']['messages'] {
  const start = messages.findIndex(({ message }) => message.id === id);
  return messages.map((entry, index) =>
    start < 0 || index < start ? entry : { ...entry, message: { ...entry.message, extra: { visible: false } } },
  );
}

/** The server refuses a send, as over a limit. */
export function refuseSend(world: World, index: number): World {
  const call = world.calls[index];
  if (!call || !isTab(call.tab)) return world;
  return settle({ ...world, calls: world.calls.toSpliced(index, 1) }, call.tab, {
    type: 'stream-ended',
    attempt: call.attempt,
    error: new WidgetError('LIMITS_REACHED', { status: 429 }),
  });
}

/** The next event of a stream. */
function stream(world: World, without: World, index: number, call: Call): World {
  const run = world.server.runs.find(({ id }) => id === call.run);
  if (!run || !isTab(call.tab) || call.read === undefined) return without;
  const { attempt, tab, read } = call;
  const events = eventsOf(world, run);
  const event = events[read];
  if (!event) return without;
  const isLast = event.type === 'result';
  const on: World = isLast
    ? without
    : { ...world, calls: world.calls.map((other, place) => (place === index ? { ...call, read: read + 1 } : other)) };
  const said = settle(on, tab, { type: 'stream-event', attempt, event });
  return isLast ? settle(said, tab, { type: 'stream-ended', attempt }) : said;
}

function answerList(world: World, { tab, attempt, purpose = 'sync', conversationId }: Call): World {
  if (!isTab(tab)) return world;
  const items = world.server.messages
    .filter((entry) => entry.conversationId === conversationId)
    .map(({ message }) => message);
  return settle(world, tab, { type: 'listed', attempt, purpose, outcome: { conversationId, items } });
}

/** The connection of a call breaks: before it has reached the server, or later. */
export function cut(world: World, index: number): World {
  const call = world.calls[index];
  if (!call || !isTab(call.tab)) return world;
  const without: World = { ...world, calls: world.calls.toSpliced(index, 1) };
  // Whether it was there already, nobody knows: what is on its way may still arrive.
  const ghost: World =
    call.kind === 'send' && call.read === undefined
      ? { ...without, calls: [...without.calls, { ...call, tab: undefined }] }
      : without;
  return settle(ghost, call.tab, { type: 'stream-ended', attempt: call.attempt, error: new WidgetError('NETWORK') });
}

/** The session's token is over, and another one cannot be had now. */
export function expire(world: World, index: number): World {
  const call = world.calls[index];
  if (!call || !isTab(call.tab)) return world;
  const without: World = { ...world, calls: world.calls.toSpliced(index, 1) };
  const { tab, attempt, purpose = 'sync' } = call;
  const error = new WidgetError('NOT_AUTHENTICATED', { status: 401 });
  return call.kind === 'list'
    ? settle(without, tab, { type: 'listed', attempt, purpose, outcome: { error } })
    : settle(without, tab, { type: 'stream-ended', attempt, error });
}
