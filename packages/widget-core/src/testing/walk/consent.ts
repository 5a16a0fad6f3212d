import { settle, withTab } from './carryOut';
import { isIn, NOTHING_STORED, storageOf, type Stored, type Tab, type World } from './world';

/** Whether a tab with consent still has everything in memory, and no other conversation is stored. */
export function mayShare({ tabs, stored }: World, tab: 0 | 1): boolean {
  const { hasConsent, own, revoked, state } = tabs[tab];
  if (!hasConsent || !own || revoked || state.work.lock === 'held') return false;
  return own.session === undefined || stored.session === undefined;
}

/** What a tab has in memory goes to the storage (`frame/src/consent.ts`), if it may. */
export function share(world: World, tab: 0 | 1): World {
  const { own } = world.tabs[tab];
  if (!own || !mayShare(world, tab)) return world;
  const { stored } = world;
  const merged = {
    session: own.session ?? stored.session,
    messages: [...stored.messages, ...own.messages],
    sends: [...stored.sends, ...own.sends],
    notes: [...stored.notes, ...own.notes],
  };
  return withTab({ ...world, stored: merged }, tab, { own: undefined });
}

/** The visitor takes consent back: every tab that has it is about to learn that, and nothing of theirs must be kept. */
export function withdraw(world: World): World {
  const tabs = world.tabs.map((tab): Tab => (tab.hasConsent ? { ...tab, revoked: 'announced' } : tab));
  const [first = world.tabs[0], second = world.tabs[1]] = tabs;
  const typed = world.typed.filter((text) => tabs.some(({ own, hasConsent }) => !hasConsent && own && isIn(own, text)));
  return { ...world, tabs: [first, second], typed };
}

/** A tab clears its conversation, as `logout` does. */
export function forget(world: World, tab: 0 | 1): World {
  const known = withdrawTyped(world, [world.tabs[tab].state, storageOf(world, tab)]);
  return settle(withTab(known, tab, { revoked: 'cleared' }), tab, { type: 'restart', isOwn: true, isLogout: true });
}

/** Then it removes whatever is stored by now; the page that is loaded next stores nothing. */
export function clearStorage(world: World, tab: 0 | 1): World {
  return withTab({ ...withdrawTyped(world, [world.stored]), stored: NOTHING_STORED }, tab, {
    hasConsent: false,
    own: NOTHING_STORED,
    note: undefined,
    session: undefined,
    revoked: undefined,
  });
}

function withdrawTyped(world: World, known: readonly Pick<Stored, 'messages' | 'sends'>[]): World {
  const messages = known.flatMap((from) => [...from.messages, ...from.sends.flatMap(({ message }) => message ?? [])]);
  const texts = messages.flatMap(({ type, text }) => (type === 'user' ? text : []));
  return { ...world, withdrawn: [...new Set([...world.withdrawn, ...texts])].sort() };
}
