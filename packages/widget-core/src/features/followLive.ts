import * as v from 'valibot';
import type { CancelTimer, Clock } from '../lib/clock';
import { liveResponseSchema } from '../api/live';
import { withToken } from '../http/httpClient';
import type { OpenConversations } from '../widget/actions/openConversations';
import type { WidgetCore } from '../widget/widgetCore';

/** Delay after a failed call, in milliseconds; doubled after each further failure. */
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 120_000;
/** Shortest interval between two typing notifications, in milliseconds; the inbox shows each for six seconds. */
const TYPING_MS = 4_000;

// Shares no module with the first chunk except the schema library: each shared module would become a separate file.
const knownSchema = v.object({ conversationId: v.string(), live: liveResponseSchema });
type Known = v.InferOutput<typeof knownSchema>;
type Live = Known['live'];

/**
 * Follows human agents in the conversation between replies, by long polling. Only one visible tab, which holds the
 * lock, polls and posts the results to the others: browsers allow six connections per server (HTTP/1.1), and one poll
 * per window would leave none for the chat.
 *
 * @returns a function that stops it
 */
export function followLive(core: WidgetCore, { current }: OpenConversations): () => void {
  const { options, conversation, view, draft, isKept } = core;
  const { clock, page, locks, openChannel } = options.environment;
  let known: Known | undefined;
  /** Set while this tab polls, or waits until the polling tab closes. */
  let following: AbortController | undefined;
  let failures = 0;
  let cancelTyping: CancelTimer | undefined;
  const reportTyping = createTypingReport(clock, current);

  function isWanted(): boolean {
    const { isOpen, isOnline } = view.getState();
    const session = current().calls?.session;
    const open = session?.current();
    return (
      open !== undefined &&
      session?.isAccepted() === true &&
      clock.now() < open.tokenExpiresAt &&
      conversation.store.getState().conversationId === open.conversationId &&
      isOnline &&
      !page.isHidden() &&
      // A closed chat is followed too while a human agent answers.
      (isOpen || known?.live.agent != null)
    );
  }

  function update(): void {
    if (known && known.conversationId !== conversation.store.getState().conversationId) {
      known = undefined;
      leave();
    }
    if (!isWanted()) leave();
    else if (!following) void follow((following = new AbortController()));
  }

  function leave(): void {
    following?.abort();
    following = undefined;
    showTyping(undefined);
  }

  async function follow(mine: AbortController): Promise<void> {
    const { live: name } = current().opened.keys;
    const line = openChannel(name);
    const learn = (learned: Known): void => {
      known = learned;
      showTyping(learned.live);
      update();
    };
    line?.onMessage((message) => {
      if (v.is(knownSchema, message) && message.conversationId === conversation.store.getState().conversationId)
        learn(message);
    });
    const post = (learned: Known): void => {
      line?.post(learned);
      learn(learned);
    };
    let isLost = false;
    const ask = async (lost: AbortSignal): Promise<void> => {
      lost.addEventListener('abort', () => {
        isLost = true;
        mine.abort();
      });
      while (!mine.signal.aborted) await askOnce(mine.signal, post);
    };
    await locks.hold(name, ask, { signal: mine.signal }).catch(() => undefined);
    line?.close();
    if (!isLost || following !== mine) return;
    following = undefined;
    update();
  }

  async function askOnce(signal: AbortSignal, post: (learned: Known) => void): Promise<void> {
    const { calls } = current();
    try {
      if (!calls) return leave();
      const learned = await withToken(calls.session, async ({ conversationId, token }) => {
        const after = known?.conversationId === conversationId ? `?after=${String(known.live.revision)}` : '';
        const path = `/v1/conversation/${encodeURIComponent(conversationId)}/live${after}`;
        const live = await calls.http.request(path, liveResponseSchema, { token, signal });
        return { conversationId, live };
      });
      if (signal.aborted) return;
      const before = known?.conversationId === learned.conversationId ? known.live : undefined;
      if (hasNewWords(learned.live, before)) await calls.sync();
      if (signal.aborted) return;
      failures = 0;
      post(learned);
    } catch {
      if (signal.aborted) return;
      const pauseMs = Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS);
      failures += 1;
      await pause(clock, pauseMs, signal);
      update();
    }
  }

  function showTyping(live: Live | undefined): void {
    cancelTyping?.();
    const name = live && live.typingMs > 0 ? live.agent?.name : undefined;
    if (view.getState().typist !== name) view.setState({ typist: name });
    cancelTyping =
      live && name !== undefined
        ? clock.setTimer(() => {
            view.setState({ typist: undefined });
          }, live.typingMs)
        : undefined;
  }

  const stops = [
    // Nothing is sent about visitors whose chat is not stored.
    draft.store.subscribe(({ text }) => {
      if (text.trim() !== '' && known?.live.agent != null && isKept() && isWanted()) reportTyping();
    }),
    view.subscribe((state, before) => {
      if (state.isOpen !== before.isOpen || state.isOnline !== before.isOnline) update();
    }),
    conversation.store.subscribe((state, before) => {
      if (state.conversationId !== before.conversationId || state.messages !== before.messages) update();
    }),
    page.onVisibilityChange(update),
  ];
  update();
  return () => {
    for (const stop of stops) stop();
    leave();
  };
}

/** Waits, or until it is aborted. */
function pause(clock: Clock, forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.setTimer(resolve, forMs);
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });
}

/** @returns shows the visitor as typing to the person who answers, at most every `TYPING_MS`; failures are ignored */
function createTypingReport(clock: Clock, current: OpenConversations['current']): () => void {
  let reportedAt = 0;
  return () => {
    const { calls } = current();
    if (!calls || clock.now() - reportedAt < TYPING_MS) return;
    reportedAt = clock.now();
    void withToken(calls.session, ({ conversationId, token }) => {
      const path = `/v1/conversation/${encodeURIComponent(conversationId)}/live/typing`;
      return calls.http.request(path, v.object({}), { token, body: {} });
    }).catch(() => undefined);
  };
}

/** Whether there may be a new message; typing alone does not require fetching messages. */
function hasNewWords({ revision, typingMs }: Live, before: Live | undefined): boolean {
  const known = before?.revision ?? 0;
  return revision !== known && !(typingMs > 0 && revision === known + 1);
}
