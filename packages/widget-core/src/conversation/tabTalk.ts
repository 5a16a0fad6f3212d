import type { CancelTimer, Clock } from '../lib/clock';
import type { TabChannel } from '../lib/environment';
import type { StreamOwner } from '../sync/streamOwner';
import { createTabSync } from '../sync/tabSync';
import type { OpenConversationOptions } from './conversation';
import type { ConversationParts } from './conversationParts';
import type { AppliedEvent } from './conversationStore';
import type { ConversationWorkers } from './conversationWorkers';
import { createJoinedText } from './joinedText';
import { tabMessageSchema, type TabMessage } from './tabMessages';
import { createTabRelevance } from './tabRelevance';

/** A tab that streams and is not heard for this long is believed to hang, in milliseconds. */
const OWNER_SILENCE_MS = 60_000;
/** When storage is looked into again after another tab said that it was cleared, in milliseconds. */
const STORAGE_LAG_MS = [50, 250, 1_000];

/** How long text waits to be told to other tabs together with what follows it, in milliseconds: a post costs far more than the text it carries. */
const TAB_TEXT_INTERVAL_MS = 100;

/** The talk between the tabs of one conversation [W-30] (contract 5.5). */
export interface TabTalk {
  readonly post: (message: TabMessage) => void;
  /** Tells the others what happened here, and stands by when they tell of a reply. */
  readonly follow: (applied: AppliedEvent) => void;
  /** From now on late events of this conversation are not heard. */
  readonly endConversation: (conversationId: string | undefined) => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** @param onCleared - another tab has cleared everything */
export function createTabTalk(
  options: OpenConversationOptions,
  parts: ConversationParts,
  workers: ConversationWorkers,
  onCleared: (isLogout: boolean) => void,
): TabTalk {
  const { conversation, environment } = options;
  const { dispatch } = conversation;
  const open = (): TabChannel | undefined => (parts.isShared ? environment.openChannel(parts.keys.channel) : undefined);
  const relevance = createTabRelevance(options, parts);
  const tabs = createTabSync({ open, tabId: parts.tabId, schema: tabMessageSchema, onMessage });
  const teller = createTeller(options, tabs.post);
  const watch = createOtherTabWatch(options, workers.owner, () => { tabs.post({ type: 'state?' }); });
  const isIntact = (): boolean => parts.session.isStored() && !relevance.isTakenBack();
  const cleared = createClearedCheck(environment.clock, isIntact, (message) => {
    if (message.type === 'restart') {
      relevance.end(message.conversationId);
      if (relevance.isLeft(message.conversationId)) return;
    }
    onCleared(message.type === 'logout');
  });

  function onMessage(message: TabMessage): void {
    if (message.type === 'event' || message.type === 'state') onHappened(message);
    else if (message.type === 'state?') answerState(options, parts, workers, tabs.post);
    else if (message.type === 'contact') options.onContact(message.contact);
    else if (message.type === 'language') options.onLanguage(message.language);
    else cleared.hear(message);
  }

  function onHappened(message: Extract<TabMessage, { type: 'event' | 'state' }>): void {
    if (!relevance.isOurs(message)) return;
    if (message.type === 'event') {
      if (relevance.isLate(message)) return;
      dispatch(message.event, { origin: 'other', lastEventId: message.lastEventId });
    } else if (workers.replies.runningKey() !== message.reply.key) {
      watch.answered();
      dispatch({ type: 'reply-restored', reply: message.reply }, { origin: 'other', lastEventId: message.lastEventId });
    }
  }

  return {
    post(message) { teller.flush(); tabs.post(message); },
    follow(applied) {
      if (applied.origin === 'other') watch.follow(applied);
      if (applied.origin === 'here') teller.tell(applied);
    },
    endConversation: relevance.end,
    pause() {
      teller.flush();
      cleared.stop();
      watch.stop();
      tabs.pause();
    },
    resume: tabs.resume,
  };
}

/** Tells the other tabs what happened here: text joined, everything else at once and behind the text that came before it. */
function createTeller({ conversation, environment }: OpenConversationOptions, post: (message: TabMessage) => void): { tell(applied: AppliedEvent): void; flush(): void } {
  const text = createJoinedText((tell) => environment.clock.setTimer(tell, TAB_TEXT_INTERVAL_MS), tellNow);

  function tellNow({ event, lastEventId }: Pick<AppliedEvent, 'event' | 'lastEventId'>): void {
    const { conversationId } = conversation.store.getState();
    post({ type: 'event', event, ...(conversationId !== undefined && { conversationId }), ...(lastEventId !== undefined && { lastEventId }) });
  }
  return {
    tell(applied) {
      const { event, lastEventId } = applied;
      const isText = event.type === 'text-delta';
      if (isText) text.add(event, lastEventId);
      // A hidden page has waited already, and its timers are slow.
      if (!isText || environment.page.isHidden()) text.flush();
      if (!isText) tellNow(applied);
    },
    flush: text.flush,
  };
}

type Cleared = Extract<TabMessage, { type: 'restart' | 'logout' }>;

/**
 * Whoever clears takes session and outbox out of storage before saying so. While they are there the word is not believed: any
 * script of this origin can say it. Storage may arrive later than the word, so it is looked into again.
 */
function createClearedCheck(clock: Clock, isIntact: () => boolean, onCleared: (message: Cleared) => void): { hear(message: Cleared): void; stop(): void } {
  let cancel: CancelTimer | undefined;
  const check = (message: Cleared, [waitMs, ...later]: readonly number[]): void => {
    cancel?.();
    if (!isIntact()) onCleared(message);
    else if (waitMs !== undefined) cancel = clock.setTimer(() => { check(message, later); }, waitMs);
  };
  return {
    hear(message) { check(message, STORAGE_LAG_MS); },
    stop() { cancel?.(); },
  };
}

/** A reply that another tab streams: this one stands by to go on with it, and takes over when nothing is heard any more. */
function createOtherTabWatch(
  { conversation, environment: { clock } }: OpenConversationOptions,
  owner: StreamOwner,
  askForState: () => void,
): { follow(applied: AppliedEvent): void; answered(): void; stop(): void } {
  let cancelSilence: CancelTimer | undefined;
  let hasAsked = false;
  const stop = (): void => {
    cancelSilence?.();
    cancelSilence = undefined;
  };
  return {
    follow({ event }) {
      const { reply } = conversation.store.getState();
      stop();
      if (!reply) return;
      owner.request();
      cancelSilence = clock.setTimer(owner.takeOver, OWNER_SILENCE_MS);
      // Text is missing before what was told: the tab that streams has all of it.
      const isGap = event.type === 'text-delta' && event.key === reply.key && event.offset > reply.text.length;
      if (!isGap || hasAsked) return;
      hasAsked = true;
      askForState();
    },
    answered() {
      hasAsked = false;
    },
    stop,
  };
}

/** Only the tab that streams answers: everything but the reply being written stands in storage. */
function answerState(
  { conversation }: OpenConversationOptions,
  { runNote }: ConversationParts,
  { replies }: ConversationWorkers,
  post: (message: TabMessage) => void,
): void {
  conversation.flush();
  const { reply, conversationId } = conversation.store.getState();
  if (!reply || replies.runningKey() !== reply.key) return;
  const lastEventId = runNote.lastEventId();
  post({
    type: 'state',
    reply: { ...reply, activities: [...reply.activities] },
    ...(conversationId !== undefined && { conversationId }),
    ...(lastEventId !== undefined && { lastEventId }),
  });
}
