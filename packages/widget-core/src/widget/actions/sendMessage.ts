import { WidgetError } from '../../errors';
import type { Attachment, Message } from '../../api/message';
import type { OpenConversations } from './openConversations';
import type { SendMessageOptions } from '../widget';
import type { WidgetCore } from '../widgetCore';

/** Shows a message and sends it; its files are uploaded already. */
export function sendMessage(
  { config, draft }: WidgetCore,
  conversation: ReturnType<OpenConversations['current']>,
  {
    message: text,
    type = 'user',
    hidden = false,
    respond = true,
    meta,
    attachments,
  }: Omit<SendMessageOptions, 'attachments'> & { readonly attachments?: readonly Attachment[] },
): Promise<Message> {
  if (config.getState().disabled) return Promise.reject(new WidgetError('disabled'));
  const { finished } = conversation.send({ text, type, isHidden: hidden, shouldRespond: respond, meta, attachments });
  // A text that is on its way is no draft any more: after a crash it must not be both.
  if (draft.store.getState().text === text) {
    draft.set('');
    draft.flush();
  }
  // Whoever does not look at the promise sees the failure in the conversation.
  finished.catch(() => undefined);
  return finished;
}
