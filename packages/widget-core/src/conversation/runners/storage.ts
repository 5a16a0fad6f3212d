import * as v from 'valibot';
import type { Message } from '../../api/message';
import { createHistoryStore } from '../../storage/historyStore';
import type { OutboxEntry } from '../../storage/outbox';
import { createRunSnapshot } from '../../storage/runSnapshot';
import { type Effect, type EventOf, liveReplySchema } from '../events';
import type { RunnerContext } from '../openSession';
import type { LiveReply, Send } from '../state';

export function createStorageRunner({
  environment: { clock },
  conversation: { dispatch },
  sessionKey: { lifetimeMs },
  keys,
  local,
  tabStore,
  outbox,
  session,
}: RunnerContext) {
  const messages = createHistoryStore(local, keys, lifetimeMs);
  const note = createRunSnapshot<LiveReply>(
    tabStore,
    keys.run,
    clock,
    v.omit(liveReplySchema, ['parts']) as v.GenericSchema<unknown, Omit<LiveReply, 'parts' | 'text'>>,
  );
  const readSends = (): Send[] => outbox.list().map(toSend);
  function clear(isOwn: boolean): void {
    note.clear();
    // Another tab has already cleared its data; remove only what this tab wrote since.
    if (isOwn) {
      outbox.clear();
      messages.clear();
      local.clear(keys.calls);
      session.forget();
    } else {
      messages.save([]);
      session.drop();
    }
  }

  /** Loads everything. `first`: messages to show if none are stored. */
  function load(first: readonly Message[]): EventOf<'loaded'> {
    const stored = messages.load();
    const conversationId = session.current()?.conversationId;
    const reply = session.isAccepted() ? note.read() : undefined;
    return {
      type: 'loaded',
      messages: stored.length > 0 || conversationId !== undefined ? stored : first,
      conversationId,
      sends: readSends(),
      reply: reply && { ...reply, isReconnecting: reply.runId !== undefined },
    };
  }

  return {
    readSends,
    /** What other tabs may have changed while this page was in the back/forward cache. */
    read: () => ({ messages: messages.load(), sends: readSends() }),
    load,
    carryOut: (effect: Effect): void => {
      switch (effect.type) {
        case 'keep-messages':
          messages.save(effect.messages, effect.isWritten);
          return effect.isWritten ? undefined : session.touch();
        case 'keep-send':
          return effect.isNew ? outbox.add(toEntry(effect.send)) : outbox.put(toEntry(effect.send));
        case 'drop-send':
          return outbox.remove(effect.id);
        case 'keep-reply':
          return note.follow(effect.reply, !effect.isWritten);
        case 'clear':
          return clear(effect.isOwn);
        case 'read-send':
          return dispatch({
            type: 'send-read',
            fact: effect.fact,
            kept: readSends().find(({ id }) => id === effect.fact.key),
          });
        case 'read-sends':
          session.adopt();
          return dispatch({ type: 'sends-read', sends: readSends(), before: effect.before });
        default:
      }
    },
    touch: messages.touch,
    /** Removes the stored messages, which do not belong to the next conversation; what waits to be sent stays. */
    forgetSent() {
      messages.clear();
      note.clear();
    },
    flush: note.flush,
  };
}

function toSend({ failure, ...entry }: OutboxEntry): Send {
  const delivery = failure ? { state: 'failed' as const, ...failure } : { state: 'sending' as const };
  return {
    ...entry,
    delivery: { ...delivery, replaces: entry.message && entry.replaces },
  };
}

function toEntry({ delivery, order = 0, ...send }: Send): OutboxEntry {
  if (delivery.state !== 'failed') return { ...send, order };
  const { code, message, retryAt } = delivery;
  return { ...send, order, failure: { code, message, ...(retryAt !== undefined && { retryAt }) } };
}
