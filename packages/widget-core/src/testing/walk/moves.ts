import { isPlaced, type Message } from '../../api/message';
import type { Event } from '../../conversation/events';
import { isTakenBack, mayBeNewer } from '../../conversation/step/tabs';
import { adopt, settle, withTab } from './carryOut';
import { clearStorage, forget, mayShare, share, withdraw } from './consent';
import { comeBack, leave, reload } from './pages';
import { isUnfinished } from '../../conversation/step/replies';
import { answer, canAnswer, cut, expire, refuseSend, remove, write } from './server';
import { EMPTY_TAB, isTab, NOTHING_STORED, storageOf, type Budget, type Call, type Tab, type World } from './world';

/** Two tabs that were just opened, and nothing said. */
export function createWorld(left: Budget): World {
  const tab: Tab = left.consents > 0 ? { ...EMPTY_TAB, hasConsent: false, own: NOTHING_STORED } : EMPTY_TAB;
  const world: World = {
    tabs: [tab, tab],
    isOnline: true,
    lock: { holder: undefined, waiting: [] },
    inbox: [[], []],
    stored: NOTHING_STORED,
    server: { messages: [], runs: [], gone: [] },
    calls: [],
    left,
    called: {},
    typed: [],
    withdrawn: [],
    sessions: 0,
    fault: undefined,
  };
  const opened = settle(settle(world, 0, { type: 'resume', session: 'none' }), 1, { type: 'resume', session: 'none' });
  return { ...opened, inbox: [[], []] };
}

/** A change of the world that has a name. */
export interface Move {
  readonly name: string;
  readonly world: World;
}

/** Everything that can happen next. Moves that are nobody's choice come first: when there are none, all is quiet. */
export function listMoves(world: World): { readonly own: Move[]; readonly chosen: Move[] } {
  const own: Move[] = [];
  const chosen: Move[] = [];
  const { lock, inbox, calls, left, server } = world;
  if (lock.holder === undefined && lock.waiting.length > 0) own.push({ name: 'lock', world: grant(world) });
  for (const tab of [0, 1] as const) {
    if (world.tabs[tab].isAway) {
      own.push({ name: `back ${String(tab)}`, world: comeBack(world, tab) });
      continue;
    }
    const { revoked } = world.tabs[tab];
    // It reads what other tabs have stored, as a page does that comes back.
    if (mayShare(world, tab))
      own.push({ name: `share ${String(tab)}`, world: comeBack(share(leave(world, tab), tab), tab) });
    if (revoked === 'announced') own.push({ name: `forget ${String(tab)}`, world: forget(world, tab) });
    if (revoked === 'cleared')
      own.push({ name: `begin anew ${String(tab)}`, world: reload(clearStorage(world, tab), tab) });
    if (inbox[tab].length > 0) own.push({ name: `hear ${String(tab)}`, world: hear(world, tab) });
    for (const name of world.tabs[tab].timers) {
      // A tab that hangs is not part of this world.
      if (name !== 'silence') own.push({ name: `timer ${name} ${String(tab)}`, world: fire(world, tab, name) });
    }
  }
  server.runs.forEach((run, index) => {
    const isWaiting = run.tool === 'asked' && run.written > 0;
    if (!run.end && !isWaiting) own.push({ name: `write ${run.id}`, world: write(world, index) });
  });
  calls.forEach((call, index) => {
    if (isTab(call.tab) && world.tabs[call.tab].isAway) return;
    if (canAnswer(world, call)) own.push({ name: `${call.kind} of ${String(call.tab)}`, world: answer(world, index) });
    const isCuttable = (call.kind === 'send' || call.kind === 'resume') && call.tab !== undefined;
    if (isCuttable && left.cuts > 0)
      chosen.push({ name: `cut ${call.kind} of ${String(call.tab)}`, world: cut(spend(world, 'cuts'), index) });
    if (
      call.kind === 'send' &&
      call.tab !== undefined &&
      call.read === undefined &&
      left.refusals > 0 &&
      isNew(world, call)
    )
      chosen.push({ name: `refuse send of ${String(call.tab)}`, world: refuseSend(spend(world, 'refusals'), index) });
    if (
      call.kind !== 'function' &&
      call.kind !== 'stop' &&
      call.tab !== undefined &&
      call.read === undefined &&
      left.expiries > 0
    )
      chosen.push({
        name: `expire ${call.kind} of ${String(call.tab)}`,
        world: expire(spend(world, 'expiries'), index),
      });
    // Nobody waits for it any more: it may never arrive.
    if (call.tab === undefined)
      own.push({ name: `lose ${String(index)}`, world: { ...world, calls: world.calls.toSpliced(index, 1) } });
  });
  if (!world.isOnline)
    for (const tab of [0, 1] as const) own.push({ name: `online ${String(tab)}`, world: goOnline(world, tab) });
  for (const tab of [0, 1] as const) if (!world.tabs[tab].isAway) chosen.push(...visitorMoves(world, tab));
  if (world.isOnline && left.outages > 0)
    chosen.push({ name: 'offline', world: { ...spend(world, 'outages'), isOnline: false } });
  const { session } = world.stored;
  if (left.deletions > 0 && session !== undefined && !server.gone.includes(session))
    chosen.push({ name: `delete ${session}`, world: remove(spend(world, 'deletions'), session) });
  const isRevoked = world.tabs.some(({ revoked }) => revoked);
  if (left.withdrawals > 0 && !isRevoked && world.tabs.some(({ hasConsent }) => hasConsent))
    chosen.push({ name: 'withdraw', world: withdraw(spend(world, 'withdrawals')) });
  for (const tab of [0, 1] as const) {
    const { hasConsent, isAway } = world.tabs[tab];
    if (left.consents > 0 && !hasConsent && !isAway && !isRevoked)
      chosen.push({
        name: `allow ${String(tab)}`,
        world: withTab(spend(world, 'consents'), tab, { hasConsent: true }),
      });
  }
  return { own, chosen };
}

function visitorMoves(world: World, tab: 0 | 1): Move[] {
  const { left } = world;
  const { state, revoked } = world.tabs[tab];
  const moves: Move[] = [];
  const act = (name: string, next: World, event: Event): void => {
    moves.push({ name: `${name} ${String(tab)}`, world: settle(next, tab, event) });
  };
  if (left.sends > 0) {
    const id = `m${String(left.sends)}`;
    act(
      'say',
      { ...spend(world, 'sends'), typed: revoked ? world.typed : [...world.typed, id] },
      { type: 'send', message: { id, type: 'user', text: id }, respond: true },
    );
  }
  if (left.stops > 0 && state.reply) act('stop', spend(world, 'stops'), { type: 'stop' });
  if (left.restarts > 0 && state.messages.length > 0)
    act('restart', { ...spend(world, 'restarts'), typed: [] }, { type: 'restart', isOwn: true, isLogout: false });
  if (left.retries > 0 && (state.failure ?? state.sends.some(({ delivery }) => delivery.state === 'failed')))
    act('retry', spend(world, 'retries'), { type: 'retry', id: `w${String(left.retries)}` });
  if (left.reloads > 0 && !revoked)
    moves.push({ name: `reload ${String(tab)}`, world: reload(spend(world, 'reloads'), tab) });
  const isQuiet = !state.reply && state.sends.every(({ delivery }) => delivery.state === 'failed');
  const edited = state.messages.find((message) => message.type === 'user' && isShown(message) && isPlaced(message));
  if (left.edits > 0 && isQuiet && edited) {
    const id = `e${String(left.edits)}`;
    act(
      'edit',
      { ...spend(world, 'edits'), typed: [...world.typed, id] },
      { type: 'send', message: { id, type: 'user', text: id }, respond: true, replaces: edited.id },
    );
  }
  const stopped = state.messages.find((message) => isShown(message) && isUnfinished(message));
  if (left.continues > 0 && isQuiet && stopped)
    act('continue', spend(world, 'continues'), {
      type: 'request-reply',
      id: `k${String(left.continues)}`,
      continues: stopped.id,
    });
  if (left.leaves > 0)
    moves.push({ name: `leave ${String(tab)}`, world: share(leave(spend(world, 'leaves'), tab), tab) });
  return moves;
}

const isShown = ({ extra }: Message): boolean => extra?.visible !== false;

/** Whether the server has not taken this send yet. */
function isNew({ server }: World, { sendId, conversationId }: Call): boolean {
  return !server.runs.some((run) => run.sendId === sendId && run.conversationId === conversationId);
}

function spend(world: World, name: keyof Budget): World {
  return { ...world, left: { ...world.left, [name]: world.left[name] - 1 } };
}

function grant(world: World): World {
  const [tab, ...waiting] = world.lock.waiting;
  if (tab !== 0 && tab !== 1) return world;
  return settle({ ...world, lock: { holder: tab, waiting } }, tab, {
    type: 'became-writer',
    sends: storageOf(world, tab).sends,
  });
}

function hear(world: World, tab: 0 | 1): World {
  const [message, ...later] = world.inbox[tab];
  const [first, second] = world.inbox;
  const rest: World = { ...world, inbox: tab === 0 ? [later, second] : [first, later] };
  if (!message || message.type === 'contact' || message.type === 'language') return rest;
  const { state, session } = rest.tabs[tab];
  if (message.type === 'restart' || message.type === 'logout') {
    const stored = storageOf(rest, tab);
    const isKept = (id: string): boolean => stored.sends.some((send) => send.id === id);
    const isIntact = session !== undefined && session === stored.session && !isTakenBack(state, isKept);
    if (isIntact) return rest;
    return settle(rest, tab, {
      type: 'tab-restarted',
      conversationId: message.type === 'restart' ? message.conversationId : undefined,
      isLogout: false,
    });
  }
  const known = message.type !== 'state?' && mayBeNewer(state, message.conversationId) ? adopt(rest, tab) : rest;
  return settle(known, tab, { type: 'tab-message', message });
}

function fire(world: World, tab: 0 | 1, name: string): World {
  const timers = world.tabs[tab].timers.filter((other) => other !== name);
  return settle(withTab(world, tab, { timers }), tab, { type: 'timer', name: name as 'handover' });
}

/** The connection is back, and one of the tabs hears of it first. */
function goOnline(world: World, first: 0 | 1): World {
  const notify = (next: World, tab: 0 | 1): World =>
    next.tabs[tab].isAway ? next : settle(next, tab, { type: 'online' });
  return notify(notify({ ...world, isOnline: true }, first), first === 0 ? 1 : 0);
}
