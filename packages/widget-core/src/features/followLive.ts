import type * as v from 'valibot';
import type { CancelTimer } from '../lib/clock';
import { liveResponseSchema } from '../api/live';
import { withToken } from '../http/httpClient';
import type { OpenConversations } from '../widget/actions/openConversations';
import type { WidgetCore } from '../widget/widgetCore';

/** How long after a failed call the next one is made, in milliseconds; twice as long after each further one. */
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 120_000;

// This module shares none with the first chunk but the schemas' library: each one shared would be a file of its own there.
type Live = v.InferOutput<typeof liveResponseSchema>;

/**
 * Follows what a person does in the conversation between replies: one call that waits, and another when it has come
 * back. Only the tab that is seen asks; the others receive messages from it.
 *
 * @returns what ends it
 */
export function followLive({ options, conversation, view }: WidgetCore, { current }: OpenConversations): () => void {
  const { clock, page } = options.environment;
  let known: { readonly conversationId: string; readonly live: Live } | undefined;
  let call: AbortController | undefined;
  let failures = 0;
  let cancelRetry: CancelTimer | undefined;
  let cancelTyping: CancelTimer | undefined;

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
      // While a person answers, a closed chat learns of it as well.
      (isOpen || known?.live.agent != null)
    );
  }

  function update(): void {
    if (known && known.conversationId !== conversation.store.getState().conversationId) {
      known = undefined;
      call?.abort();
      showTyping(undefined);
    }
    if (!isWanted()) {
      call?.abort();
      cancelRetry?.();
      cancelRetry = call = undefined;
      showTyping(undefined);
    } else if (!call && !cancelRetry) void ask((call = new AbortController()));
  }

  async function ask(mine: AbortController): Promise<void> {
    const { calls } = current();
    try {
      const answered =
        calls &&
        (await withToken(calls.session, async ({ conversationId, token }) => {
          const after = known?.conversationId === conversationId ? `?after=${String(known.live.revision)}` : '';
          const path = `/v1/conversation/${encodeURIComponent(conversationId)}/live${after}`;
          const live = await calls.http.request(path, liveResponseSchema, { token, signal: mine.signal });
          return { conversationId, live };
        }));
      if (mine.signal.aborted || !answered) return;
      const before = known?.conversationId === answered.conversationId ? known.live : undefined;
      if (hasNewWords(answered.live, before)) await calls?.sync();
      if (mine.signal.aborted) return;
      known = answered;
      failures = 0;
      showTyping(answered.live);
    } catch {
      if (mine.signal.aborted) return;
      cancelRetry = clock.setTimer(
        () => {
          cancelRetry = undefined;
          update();
        },
        Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS),
      );
      failures += 1;
    } finally {
      if (call === mine) call = undefined;
    }
    update();
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
    call?.abort();
    cancelRetry?.();
    cancelTyping?.();
  };
}

/** Whether there may be a new message; typing alone is no reason to read the messages. */
function hasNewWords({ revision, typingMs }: Live, before: Live | undefined): boolean {
  const known = before?.revision ?? 0;
  return revision !== known && !(typingMs > 0 && revision === known + 1);
}
