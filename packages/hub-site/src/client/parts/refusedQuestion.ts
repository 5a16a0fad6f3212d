import { parseJson } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { isAlertCode } from '../../alerts/alertCodes';

const PREFIX = 'sotto:hub-refused:';
const keptSchema = v.object({ session: v.string(), text: v.string() });

/** As much of a conversation as it takes to see what was refused. */
interface Said {
  readonly messages: readonly { readonly id: string; readonly originalMessageId?: string | null | undefined; readonly text: string }[];
  readonly deliveries: Readonly<Record<string, { readonly state: string; readonly code?: string }>>;
}

/** A chat whose box can be filled. */
interface Chat {
  readonly conversation: { subscribe(listener: (state: Said) => void): unknown };
  setDraft(text: string): void;
}

/**
 * Carries a question over the way that its popup offers [H-8]: who signs in talks in a conversation of their own, where what was refused before
 * stands in the box, ready to be sent. Kept for this tab; a browser that keeps nothing carries nothing.
 *
 * @param thing - id of what is tried
 * @param session - name of the conversation; another one after signing in
 */
export function carryRefused(host: Pick<Window, 'sessionStorage'>, thing: string, session: string, chat: Chat): void {
  const name = PREFIX + thing;
  try {
    const storage = host.sessionStorage;
    const kept = v.safeParse(keptSchema, parseJson(storage.getItem(name) ?? ''));
    if (kept.success && kept.output.session !== session) {
      storage.removeItem(name);
      chat.setDraft(kept.output.text);
    }
    chat.conversation.subscribe(({ deliveries, messages }) => {
      const refused = messages.findLast(({ id, originalMessageId }) => isAlertCode(deliveries[originalMessageId ?? id]?.code));
      if (refused) storage.setItem(name, JSON.stringify({ session, text: refused.text }));
    });
  } catch {
    // Denied.
  }
}
