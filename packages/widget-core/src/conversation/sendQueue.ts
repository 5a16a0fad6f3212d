import { WidgetError } from '../errors';
import { delay } from '../lib/clock';
import { messageKey } from './conversationState';
import { deliver, giveUp, markWaiting, type DeliveryOptions } from './delivery';
import type { OutboxEntry } from './outbox';

/** How often a send that meets a foreign running reply waits for its end. */
const CONFLICT_MAX = 5;
const CONFLICT_PAUSE_MS = 1_000;
/** How long what waits to be sent waits until the server has said whether it has what was given up, in milliseconds. */
const LOOK_PATIENCE_MS = 3_000;

/** What a turn of the stream owner does: goes on with a reply that nobody streams, then sends what waits, in order. */
export interface SendQueue {
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** The next turn looks whether a reply runs that this browser knows nothing of. */
  readonly probe: () => void;
  /** Lets this tab send an entry that shows no message. */
  readonly claim: (entryId: string) => void;
}

/** @see SendQueue */
export function createSendQueue(options: DeliveryOptions): SendQueue {
  const { clock, conversation, outbox, connectivity, history, replies } = options;
  const claimed = new Set<string>();
  let shouldProbe = false;

  /** An entry of another tab is sent here when its message is shown here: then this tab can tell what becomes of it. */
  function nextEntry(): OutboxEntry | undefined {
    const { messages } = conversation.store.getState();
    const isKnown = ({ id, message }: OutboxEntry): boolean =>
      message ? messages.some((known) => messageKey(known) === messageKey(message)) : claimed.has(id);
    return outbox.list().find((entry) => !entry.failure && isKnown(entry));
  }

  async function drain(signal: AbortSignal): Promise<void> {
    let conflicts = 0;
    for (let entry = nextEntry(); entry && !signal.aborted; entry = nextEntry()) {
      const delivered = connectivity.isOnline() ? await deliver(options, entry, signal) : 'offline';
      if (signal.aborted) return;
      if (delivered === 'offline') {
        for (const waiting of outbox.list()) if (!waiting.failure) markWaiting(options, waiting);
        return;
      }
      if (delivered === 'lost') await lookFor(entry, signal);
      conflicts = delivered === 'again' ? conflicts + 1 : 0;
      if (conflicts > CONFLICT_MAX) giveUp(options, entry, new WidgetError('busy'));
      else if (conflicts > 0 && !(await replies.followForeignReply(signal))) await delay(clock, CONFLICT_PAUSE_MS * conflicts, signal).catch(() => undefined);
    }
  }

  /** What was given up may have reached the server, and its reply may be running: then both are shown as they are there. */
  async function lookFor({ message }: OutboxEntry, signal: AbortSignal): Promise<void> {
    const patience = delay(clock, LOOK_PATIENCE_MS, signal).catch(() => undefined);
    await Promise.race([history.sync('here').catch(() => undefined), patience]);
    const isLost = message === undefined || Object.hasOwn(conversation.store.getState().deliveries, messageKey(message));
    if (!isLost && !signal.aborted) await replies.followForeignReply(signal);
  }

  return {
    async work(signal) {
      await replies.continueReply(signal);
      if (shouldProbe && !signal.aborted && connectivity.isOnline()) {
        shouldProbe = false;
        await replies.followForeignReply(signal);
      }
      await drain(signal);
    },
    probe() {
      shouldProbe = true;
    },
    claim(entryId) {
      claimed.add(entryId);
    },
  };
}
