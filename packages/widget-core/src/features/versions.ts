import { WidgetError } from '../errors';
import type { Message } from '../api/message';
import { idResponseSchema } from '../api/responses';
import { routes } from '../api/routes';
import { messageKey } from '../conversation/state';
import { isUnfinished } from '../conversation/step/replies';
import { withToken } from '../http/httpClient';
import { requestReply, sendMessage } from '../widget/actions/conversationGroups';
import type { OpenConversations } from '../widget/actions/openConversations';
import type { WidgetMessages } from '../widget/widget';
import type { WidgetCore } from '../widget/widgetCore';

/** Creates the actions for versions of a message: regenerating, editing, and choosing a version. */
export function createVersionActions(
  core: WidgetCore,
  { current }: OpenConversations,
): Pick<WidgetMessages, 'regenerate' | 'continueReply' | 'edit' | 'chooseVersion'> {
  const {
    config,
    conversation: { store },
  } = core;
  /** A message being sent must be stored before another version is shown. */
  function requireIdle(): void {
    const { reply, deliveries } = store.getState();
    if (config.getState().disabled) throw new WidgetError('disabled');
    if (reply || Object.values(deliveries).some(({ state }) => state !== 'failed')) throw new WidgetError('busy');
  }
  function requireMessage(name: string, types: readonly Message['type'][]): Message {
    requireIdle();
    const { messages, deliveries } = store.getState();
    const message = messages.find((known) => known.id === name || messageKey(known) === name);
    if (!message || !types.includes(message.type) || Object.hasOwn(deliveries, messageKey(message)))
      throw new WidgetError('NOT_FOUND');
    return message;
  }

  return {
    async regenerate(messageId) {
      await requestReply(core, current(), { replaces: requireMessage(messageId, ['bot']).id });
    },
    async continueReply(messageId) {
      const message = requireMessage(messageId, ['bot']);
      if (!isUnfinished(message)) throw new WidgetError('NOT_FOUND');
      await requestReply(core, current(), { continues: message.id });
    },
    async edit(messageId, text) {
      const { id, type, meta, attachments } = requireMessage(messageId, ['user', 'input']);
      return sendMessage(core, current(), {
        message: text,
        type: type === 'input' ? 'input' : 'user',
        ...(meta && { meta }),
        ...(attachments && { attachments }),
        replaces: id,
      });
    },
    async chooseVersion(messageId) {
      requireIdle();
      const { calls } = current();
      if (!calls) throw new WidgetError('unsupported');
      const { session, http, sync, closed: signal } = calls;
      await withToken(session, ({ conversationId, token }) =>
        http.request(routes.messageChoose(conversationId, messageId), idResponseSchema, {
          method: 'POST',
          token,
          body: {},
          signal,
        }),
      );
      await sync();
    },
  };
}
