import { parseJson } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { isAlertCode } from '../../site/alertCodes';

const PREFIX = 'sotto:hub-refused:';
const keptSchema = v.object({ session: v.string(), text: v.string() });

/** The part of a conversation needed to detect refused messages. */
interface Draft {
  readonly messages: readonly {
    readonly id: string;
    readonly originalMessageId?: string | null | undefined;
    readonly text: string;
  }[];
  readonly deliveries: Readonly<Record<string, { readonly state: string; readonly code?: string }>>;
}

/** A chat whose text box can be filled. */
interface Chat {
  readonly conversation: { subscribe(listener: (state: Draft, before: Pick<Draft, 'deliveries'>) => void): unknown };
  readonly draft: { set(text: string): void };
}

/**
 * Keeps a question across the sign-in that its popup offers [H-8]: a signed-in user gets a new conversation, and the
 * refused question is in its input, ready to be sent. Stored for this tab; without storage the question is lost.
 *
 * @param shownConversation - id of what is tried
 * @param session - name of the conversation; another one after signing in
 */
export function carryRefused(
  host: Pick<Window, 'sessionStorage'>,
  shownConversation: string,
  session: string,
  chat: Chat,
): void {
  const name = PREFIX + shownConversation;
  const kept = v.safeParse(keptSchema, parseJson(attempt(() => host.sessionStorage.getItem(name)) ?? ''));
  if (kept.success && kept.output.session !== session) {
    attempt(() => {
      host.sessionStorage.removeItem(name);
    });
    chat.draft.set(kept.output.text);
  }
  chat.conversation.subscribe(({ deliveries, messages }, before) => {
    // Not for every token of a reply.
    if (deliveries === before.deliveries) return;
    const refused = messages.findLast(({ id, originalMessageId }) =>
      isAlertCode(deliveries[originalMessageId ?? id]?.code),
    );
    if (refused)
      attempt(() => {
        host.sessionStorage.setItem(name, JSON.stringify({ session, text: refused.text }));
      });
  });
}

/** Undefined if storage is denied or full. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
