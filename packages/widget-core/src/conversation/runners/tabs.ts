import type { CancelTimer, Clock } from '../../lib/clock';
import type { TabChannel } from '../../lib/environment';
import { createJoinedText } from '../../lib/joinedText';
import { createTabSync } from '../../sync/tabSync';
import { type Effect, type TabMessage, tabMessageSchema } from '../events';
import type { RunnerContext } from '../openSession';
import { isTakenBack, mayBeNewer } from '../step/tabs';

/** Delays of the storage checks after another tab reported that it was cleared, in milliseconds. */
const STORAGE_LAG_MS = [50, 250, 1_000];
/**
 * How long text is buffered before it is sent to other tabs, in milliseconds: a post costs far more than the text it
 * carries.
 */
const TAB_TEXT_INTERVAL_MS = 100;

type TextPost = Extract<TabMessage, { type: 'event' }> & { readonly event: { readonly type: 'text-delta' } };

function isTextPost(message: TabMessage): message is TextPost {
  return message.type === 'event' && message.event.type === 'text-delta';
}

/** The channel to the other tabs of one conversation (contract 5.5). */
export function createTabRunner({
  environment: { clock, page, openChannel },
  conversation: { dispatch, store },
  isShared,
  tabId,
  keys,
  session,
  outbox,
  onContact,
  onLanguage,
}: RunnerContext) {
  const open = (): TabChannel | undefined => (isShared ? openChannel(keys.channel) : undefined);
  const tabs = createTabSync({ open, tabId, schema: tabMessageSchema, onMessage });
  const text = createJoinedText<TextPost>(
    (callback) => clock.setTimer(callback, TAB_TEXT_INTERVAL_MS),
    (buffered, next) =>
      buffered.event.key === next.event.key && buffered.event.offset + buffered.event.text.length === next.event.offset
        ? { ...next, event: { ...buffered.event, text: buffered.event.text + next.event.text } }
        : undefined,
    tabs.post,
  );
  const isIntact = (): boolean => session.isStored() && !isTakenBack(store.getState(), outbox.has);
  const cleared = createClearedCheck(clock, isIntact, (message) => {
    dispatch({
      type: 'tab-restarted',
      conversationId: message.type === 'restart' ? message.conversationId : undefined,
      isLogout: message.type === 'logout',
    });
  });

  function onMessage(message: TabMessage): void {
    if (message.type === 'contact') onContact(message.contact);
    else if (message.type === 'language') onLanguage(message.language);
    else if (message.type === 'restart' || message.type === 'logout') cleared.receive(message);
    else {
      if (message.type !== 'state?' && mayBeNewer(store.getState(), message.conversationId)) session.adopt();
      dispatch({ type: 'tab-message', message });
    }
  }
  function post(message: TabMessage): void {
    const isText = isTextPost(message);
    if (isText) text.add(message);
    // A hidden page buffers text already, and its timers are slow.
    if (!isText || page.isHidden()) text.flush();
    if (!isText) tabs.post(message);
  }

  return {
    post,
    carryOut: (effect: Effect): void => {
      if (effect.type === 'post') post(effect.message);
    },
    /** Neither receives nor posts messages. */
    mute: tabs.pause,
    unmute: tabs.resume,
    /** Posts what is buffered, then mutes: the page is hidden and may be shown again. */
    pause() {
      text.flush();
      cleared.stop();
      tabs.pause();
    },
  };
}

type Cleared = Extract<TabMessage, { type: 'restart' | 'logout' }>;

/**
 * A clearing tab removes session and outbox from storage before it posts the message. While they are still present the
 * message is ignored: any script of this origin can post it. Storage may update after the message arrives, so it is
 * checked again.
 */
function createClearedCheck(
  clock: Clock,
  isIntact: () => boolean,
  onCleared: (message: Cleared) => void,
): { receive(message: Cleared): void; stop(): void } {
  let cancel: CancelTimer | undefined;
  const check = (message: Cleared, [waitMs, ...later]: readonly number[]): void => {
    cancel?.();
    if (!isIntact()) onCleared(message);
    else if (waitMs !== undefined)
      cancel = clock.setTimer(() => {
        check(message, later);
      }, waitMs);
  };
  return {
    receive(message) {
      check(message, STORAGE_LAG_MS);
    },
    stop() {
      cancel?.();
    },
  };
}
