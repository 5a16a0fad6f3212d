import { abandon, adopt, readStored, settle, withTab } from './carryOut';
import { EMPTY_TAB, isIn, NOTHING_STORED, storageOf, type World } from './world';

/** A tab goes to the back/forward cache. */
export function leave(world: World, tab: 0 | 1): World {
  const left = withTab(settle(world, tab, { type: 'page-hidden' }), tab, { isAway: true });
  return { ...left, inbox: tab === 0 ? [[], left.inbox[1]] : [left.inbox[0], []] };
}

/** And comes back: storage may have another session by now, or none. */
export function comeBack(world: World, tab: 0 | 1): World {
  const shown = settle(withTab(world, tab, { isAway: false }), tab, { type: 'page-shown' });
  const { session } = storageOf(shown, tab);
  const isCleared = session === undefined && shown.tabs[tab].state.conversationId !== undefined;
  const known = isCleared ? settle(shown, tab, { type: 'restart', isOwn: false, isLogout: false }) : adopt(shown, tab);
  const stored = readStored(known, tab);
  return settle(withTab(known, tab, { written: stored.messages }), tab, {
    type: 'resume',
    session: session === undefined ? 'none' : 'fresh',
    stored,
  });
}

/** A page is loaded again. */
export function reload(world: World, tab: 0 | 1): World {
  const { own, hasConsent } = world.tabs[tab];
  // What a tab has in memory alone is gone with its page.
  const note = own ? undefined : world.tabs[tab].note;
  const stored = hasConsent ? world.stored : NOTHING_STORED;
  const { holder, waiting } = world.lock;
  const calls = abandon(world.calls, tab).flatMap((call) =>
    call.tab !== tab ? [call] : call.kind === 'stop' ? [{ ...call, tab: undefined }] : [],
  );
  const inbox: World['inbox'] = tab === 0 ? [[], world.inbox[1]] : [world.inbox[0], []];
  const lock = { holder: holder === tab ? undefined : holder, waiting: waiting.filter((other) => other !== tab) };
  const { session } = stored;
  const typed = world.typed.filter((text) => !own || !isIn(own, text));
  const cleared = withTab({ ...world, typed, calls, inbox, lock }, tab, {
    ...EMPTY_TAB,
    hasConsent,
    own: hasConsent ? undefined : stored,
    session,
    note,
    written: stored.messages,
  });
  const loaded = settle(cleared, tab, {
    type: 'loaded',
    ...readStored(cleared, tab),
    conversationId: session,
    reply: note,
  });
  return settle(loaded, tab, { type: 'resume', session: session === undefined ? 'none' : 'fresh' });
}
