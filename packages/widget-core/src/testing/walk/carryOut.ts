import type { Effect, EffectOf, Event, TabMessage } from '../../conversation/events';
import { isPlaced, type Message } from '../../api/message';
import { messageKey, type EngineState, type Send } from '../../conversation/state';
import { step, type Stepped } from '../../conversation/machine';
import { storageOf, type Call, type Stored, type Tab, type World } from './world';

const SURROUNDINGS = { now: 1, hasServer: true };
const BODY = { type: 'user' as const, hidden: false };

/** Takes a step in a tab and carries out what it wants. */
export function settle(world: World, tab: 0 | 1, event: Event): World {
  const { state, effects, fault } = takeStep(world.tabs[tab].state, event, world.isOnline);
  let next = withTab(fault === undefined ? world : { ...world, fault: world.fault ?? fault }, tab, { state });
  for (const effect of effects) next = carryOut(next, tab, effect);
  return next;
}

interface Taken extends Stepped {
  readonly fault: string | undefined;
}

const taken = new WeakMap<EngineState, Map<string, Taken>>();

/**
 * A step is pure: taken from the same state with the same event it is taken once, however often the rest of the world
 * differs. The state that comes of it is the same object then, and is not read again either.
 */
function takeStep(before: EngineState, event: Event, isOnline: boolean): Taken {
  let steps = taken.get(before);
  if (!steps) taken.set(before, (steps = new Map<string, Taken>()));
  const key = (isOnline ? '+' : '-') + keyOf(event);
  let known = steps.get(key);
  if (!known) {
    const stepped = step(before, event, { ...SURROUNDINGS, isOnline });
    steps.set(key, (known = { ...stepped, fault: compare(before, stepped.state, isList(event)) }));
  }
  return known;
}

/** The same for events that say the same; what is large is known by the objects in it. */
function keyOf(event: Event): string {
  switch (event.type) {
    case 'tab-message':
      return `told ${String(idOf(event.message))}`;
    case 'listed': {
      const { attempt, purpose, outcome } = event;
      return 'error' in outcome
        ? `unlisted ${String(attempt)} ${purpose}`
        : `listed ${String(attempt)} ${purpose} ${outcome.conversationId} ${outcome.items.map(idOf).join()}`;
    }
    case 'stream-ended':
      return `ended ${String(event.attempt)} ${event.error?.code ?? ''}`;
    default:
      return JSON.stringify(event);
  }
}

const ids = new WeakMap<object, number>();
let idCount = 0;

function idOf(value: object): number {
  let id = ids.get(value);
  if (id === undefined) ids.set(value, (id = idCount += 1));
  return id;
}

export function withTab(world: World, tab: 0 | 1, change: Partial<Tab>): World {
  const changed = { ...world.tabs[tab], ...change };
  return { ...world, tabs: tab === 0 ? [changed, world.tabs[1]] : [world.tabs[0], changed] };
}

/** Changes what a tab has stored. */
export function withStorage(world: World, tab: 0 | 1, change: Partial<Stored>): World {
  const stored = { ...storageOf(world, tab), ...change };
  return world.tabs[tab].own ? withTab(world, tab, { own: stored }) : { ...world, stored };
}

function carryOut(world: World, tab: 0 | 1, effect: Effect): World {
  const own = world.tabs[tab];
  const { lock } = world;
  const stored = storageOf(world, tab);
  switch (effect.type) {
    case 'post':
      return post(world, tab, effect.message);
    case 'wait':
      return withTab(world, tab, {
        timers: [...own.timers.filter((name) => name !== effect.name), effect.name].sort(),
      });
    case 'unwait':
      return withTab(world, tab, { timers: own.timers.filter((name) => name !== effect.name) });
    case 'keep-messages':
      return keepMessages(world, tab, effect);
    case 'keep-send': {
      const others = stored.sends.filter(({ id }) => id !== effect.send.id);
      const isThere = others.length < stored.sends.length;
      return effect.isNew || isThere ? withStorage(world, tab, { sends: [...others, effect.send] }) : world;
    }
    case 'drop-send':
      return withStorage(world, tab, { sends: stored.sends.filter(({ id }) => id !== effect.id) });
    case 'keep-reply':
      return withTab(world, tab, { note: effect.isWritten ? own.note : effect.reply });
    case 'clear': {
      const isLeft = ({ id }: Message): boolean => !own.written.some((known) => known.id === id);
      return withTab(
        withStorage(
          world,
          tab,
          effect.isOwn ? { session: undefined, messages: [], sends: [] } : { messages: stored.messages.filter(isLeft) },
        ),
        tab,
        { note: undefined, session: undefined, written: [] },
      );
    }
    case 'read-send':
      return settle(world, tab, {
        type: 'send-read',
        fact: effect.fact,
        kept: stored.sends.find(({ id }) => id === effect.fact.key),
      });
    case 'read-sends':
      return settle(adopt(world, tab), tab, { type: 'sends-read', sends: stored.sends, before: effect.before });
    case 'leave-session': {
      const left = own.session === effect.conversationId ? withTab(world, tab, { session: undefined }) : world;
      return stored.session === effect.conversationId ? withStorage(left, tab, { session: undefined }) : left;
    }
    case 'acquire':
      if (own.own) return settle(world, tab, { type: 'became-writer', sends: stored.sends });
      return {
        ...world,
        lock: { ...lock, waiting: lock.waiting.includes(tab) ? lock.waiting : [...lock.waiting, tab] },
      };
    case 'release':
      return {
        ...world,
        lock: {
          holder: lock.holder === tab ? undefined : lock.holder,
          waiting: lock.waiting.filter((other) => other !== tab),
        },
      };
    default:
      return carryOutCall(world, tab, effect);
  }
}

/** One message a key: what another tab has added meanwhile stays. */
function keepMessages(world: World, tab: 0 | 1, { messages, isWritten }: EffectOf<'keep-messages'>): World {
  const { written } = world.tabs[tab];
  const next = withTab(world, tab, { written: messages });
  if (isWritten) return next;
  const ids = new Set([...written, ...messages].map(({ id }) => id));
  const others = storageOf(world, tab).messages.filter(({ id }) => !ids.has(id));
  return withStorage(next, tab, { messages: [...messages, ...others] });
}

function carryOutCall(world: World, tab: 0 | 1, effect: Effect): World {
  const { state } = world.tabs[tab];
  switch (effect.type) {
    case 'open-stream':
    case 'resume-stream': {
      if (state.work.lock !== 'held' || (!world.tabs[tab].own && world.lock.holder !== tab))
        return { ...world, fault: world.fault ?? 'streams without the lock' };
      if (world.calls.some((call) => call.tab === tab && (call.kind === 'send' || call.kind === 'resume')))
        return { ...world, fault: world.fault ?? 'reads two streams at once' };
      const send = effect.type === 'open-stream' ? effect.send : undefined;
      const sendId = send?.id;
      if (sendId !== undefined && !storageOf(world, tab).sends.some(({ id }) => id === sendId))
        return settle(world, tab, { type: 'send-missing', attempt: effect.attempt, id: sendId });
      if (send?.message && world.withdrawn.includes(send.message.text))
        return { ...world, fault: world.fault ?? `${send.id} is sent, and was withdrawn` };
      const made =
        sendId === undefined
          ? world
          : settle(withSession(world, tab), tab, {
              type: 'body-made',
              id: sendId,
              body: { ...BODY, ...(send?.replaces !== undefined && { replaces: send.replaces }) },
            });
      const { session = 'none' } = made.tabs[tab];
      const call: Call = {
        tab,
        kind: sendId === undefined ? 'resume' : 'send',
        attempt: effect.attempt,
        conversationId: session,
        ...(send && { sendId: send.id, text: send.message?.text, ...placeOf(send) }),
      };
      return { ...made, calls: [...abandon(made.calls, tab), call] };
    }
    case 'close-stream':
      return { ...world, calls: abandon(world.calls, tab) };
    case 'list-messages':
      return {
        ...world,
        calls: [
          ...world.calls,
          {
            tab,
            kind: 'list',
            attempt: effect.attempt,
            purpose: effect.purpose,
            conversationId: world.tabs[tab].session ?? 'none',
          },
        ],
      };
    case 'stop-run':
      return {
        ...world,
        calls: [
          ...world.calls,
          {
            tab,
            kind: 'stop',
            attempt: 0,
            key: effect.key,
            conversationId: world.tabs[tab].session ?? effectConversation(effect, state),
          },
        ],
      };
    case 'call-function': {
      const { channel } = effect.request;
      const isOpen = world.calls.some(
        ({ kind, tab: other, run }) => kind === 'function' && other === tab && run === channel,
      );
      const call: Call = { tab, kind: 'function', attempt: 0, conversationId: 'none', run: channel };
      return isOpen ? world : { ...world, calls: [...world.calls, call] };
    }
    case 'end-call':
      return withoutFunctions(world, tab, effect.channel);
    case 'end-calls':
      return withoutFunctions(world, tab);
    default:
      return world;
  }
}

/** The functions that run in a tab are given up. */
function withoutFunctions(world: World, tab: 0 | 1, channel?: string): World {
  const calls = world.calls.filter(
    (call) => call.kind !== 'function' || call.tab !== tab || (channel !== undefined && call.run !== channel),
  );
  return { ...world, calls };
}

/** What a send replaces or continues. */
function placeOf({ message, replaces, continues }: Send): Pick<Call, 'replaces' | 'continues'> {
  return { ...(message && replaces !== undefined && { replaces }), ...(continues !== undefined && { continues }) };
}

/** A restart has forgotten the session by the time the run is stopped. */
function effectConversation(_: Effect, { work }: EngineState): string {
  return work.ended.at(-1) ?? 'none';
}

/** The stream of a tab is read no more. What is on its way to the server may still arrive. */
export function abandon(calls: readonly Call[], tab: number): readonly Call[] {
  return calls.flatMap((call) => {
    if (call.tab !== tab || (call.kind !== 'send' && call.kind !== 'resume')) return [call];
    return call.kind === 'send' && call.read === undefined ? [{ ...call, tab: undefined }] : [];
  });
}

function post(world: World, from: 0 | 1, message: TabMessage): World {
  if (world.tabs[from === 0 ? 1 : 0].isAway || world.tabs.some(({ own }) => own)) return world;
  const [first, second] = world.inbox;
  return { ...world, inbox: from === 0 ? [first, [...second, message]] : [[...first, message], second] };
}

function withSession(world: World, tab: 0 | 1): World {
  if (world.tabs[tab].session !== undefined) return world;
  if (storageOf(world, tab).session !== undefined) return adopt(world, tab);
  const session = `c${String(world.sessions + 1)}`;
  const made = withTab(withStorage({ ...world, sessions: world.sessions + 1 }, tab, { session }), tab, { session });
  return settle(made, tab, { type: 'fact', fact: { type: 'session-started', conversationId: session } });
}

export function adopt(world: World, tab: 0 | 1): World {
  const { session } = storageOf(world, tab);
  if (session === undefined || world.tabs[tab].session === session) return world;
  const { conversationId, generation } = world.tabs[tab].state;
  const adopted = settle(withTab(world, tab, { session }), tab, {
    type: 'fact',
    fact: { type: 'session-started', conversationId: session },
  });
  if (conversationId === session) return adopted;
  const read = settle(adopted, tab, { type: 'resume', session: 'none', stored: readStored(adopted, tab) });
  const call: Call = { tab, kind: 'list', attempt: 0, purpose: 'sync', conversationId: session };
  return generation > 0 ? { ...read, calls: [...read.calls, call] } : read;
}

/** As `historyStore.load`: a copy under the first id of a message that has a place at the server is none. */
export function readStored(world: World, tab: 0 | 1): Pick<Stored, 'messages' | 'sends'> {
  const { messages, sends } = storageOf(world, tab);
  const renamed = new Set(messages.filter(isPlaced).map(messageKey));
  return { messages: messages.filter(({ id }) => !renamed.has(id)), sends };
}

function isList(event: Event): boolean {
  return (
    event.type === 'listed' ||
    (event.type === 'tab-message' && event.message.type === 'event' && event.message.event.type === 'history-synced')
  );
}

/** What must never happen from one state of a tab to the next. */
function compare(before: EngineState, after: EngineState, isListed: boolean): string | undefined {
  if (before.generation !== after.generation) return undefined;
  if (
    before.reply &&
    after.reply &&
    before.reply.key === after.reply.key &&
    before.reply.runId === after.reply.runId &&
    !after.reply.text.startsWith(before.reply.text)
  )
    return 'the text of a reply shrank';
  if (before.messages === after.messages) return undefined;
  const texts = new Map(after.messages.map(({ id, text }) => [id, text]));
  for (const { id, type, text } of before.messages)
    if (type === 'bot' && !(texts.get(id) ?? text).startsWith(text)) return `the text of ${id} shrank`;
  // The server's list is the one authority for the order: what a tab has not heard of yet may stand elsewhere.
  if (isListed) return undefined;
  const place = new Map(after.messages.map((message, index) => [messageKey(message), index]));
  let last = -1;
  for (const message of before.messages) {
    if (message.id === messageKey(message) && message.type === 'user') continue;
    const index = place.get(messageKey(message));
    if (index === undefined) continue;
    if (index < last)
      return `messages changed places: ${before.messages.map(({ id }) => id).join(' ')} to ${after.messages.map(({ id }) => id).join(' ')}`;
    last = index;
  }
  return undefined;
}
