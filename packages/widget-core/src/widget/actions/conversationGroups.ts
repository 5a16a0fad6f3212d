import { WidgetError } from '../../errors';
import { createId } from '../../lib/ids';
import type { JsonObject } from '../../lib/json';
import type { Message } from '../../api/message';
import { requireContact } from '../../session/contact';
import type { LazyFeatures } from '../../features/lazyFeatures';
import type { OpenConversations } from './openConversations';
import { sendMessage } from './sendMessage';
import type { Visitor } from '../visitor';
import type { ReceiveMessageOptions, Widget, WidgetConversation } from '../widget';
import { readable } from './readable';
import { withoutNull, type WidgetCore } from '../widgetCore';

/** What a widget offers to read the conversation and to change it. */
export function createConversationGroup(
  core: WidgetCore,
  { current }: OpenConversations,
  loadFeatures: () => Promise<LazyFeatures>,
): WidgetConversation {
  const { conversation, config } = core;
  return {
    ...readable(conversation.store),
    send({ attachments, ...message }) {
      const uploaded = attachments?.filter((attachment) => 'localName' in attachment);
      if (uploaded?.length === attachments?.length)
        return sendMessage(core, current(), { ...message, ...(uploaded && { attachments: uploaded }) });
      // Files of the page are uploaded first, by what is loaded when the first one comes.
      const sent = loadFeatures().then(async ({ files }) =>
        sendMessage(core, current(), { ...message, attachments: await files.uploadAll(attachments ?? []) }),
      );
      sent.catch(() => undefined);
      return sent;
    },
    receive: (message) => receiveMessage(core, message),
    async initiate({ message, meta } = {}) {
      if (meta) setMeta(core, { ...core.host.meta, ...meta });
      if (message !== undefined) receiveMessage(core, { message });
      else if (config.getState().disabled) throw new WidgetError('disabled');
      else await current().begin();
    },
    retry: () => current().retry(),
    stop: () => current().stop(),
    async restart() {
      current().restart();
    },
    setMessages(messages) {
      conversation.addFact({ type: 'messages-replaced', messages: [...messages] });
    },
    publish: (channel, message) => current().publish(channel, message),
    async transcript() {
      // What reads markdown is not part of the core's first bytes.
      const { writeTranscript } = await import('../../content/transcript');
      return writeTranscript(core.readVisible(), conversation.store.getState().conversationId);
    },
  };
}

/** What the host page knows: its functions, its data, and who the visitor is. */
export function createHostGroups(
  core: WidgetCore,
  { current }: OpenConversations,
  visitor: Visitor,
): Pick<Widget, 'functions' | 'meta' | 'contact'> {
  const { host, view, events } = core;
  return {
    functions: {
      get: () => host.functions,
      set(changes) {
        host.functions = withoutNull({ ...host.functions, ...changes });
        events.emit('functionschange', { value: host.functions });
      },
      setCaller(caller) {
        host.caller = caller;
      },
      answer: core.questions.answer,
    },
    meta: {
      get: () => host.meta,
      set(meta) {
        setMeta(core, meta);
      },
    },
    contact: {
      get: () => view.getState().contact,
      set: visitor.setContact,
      async assign(contact) {
        const checked = requireContact(contact);
        // An identified visitor begins a session of their own, which carries the identity.
        if (checked.identity !== undefined) {
          visitor.setContact(checked);
          return current().assignContact(checked);
        }
        const answer = await current().assignContact(checked);
        visitor.addContact(checked);
        return answer;
      },
    },
  };
}

function receiveMessage(
  { conversation, peek, options }: WidgetCore,
  { message: text, type = 'bot', meta, peek: isPeeked = true }: ReceiveMessageOptions,
): Message {
  const { clock } = options.environment;
  const message: Message = {
    id: createId('msg', clock),
    type,
    text,
    createdAt: clock.now(),
    extra: { local: true },
    ...(meta && { meta }),
  };
  if (!isPeeked) peek.exclude(message);
  conversation.addFact({ type: 'message-received', message });
  return message;
}

function setMeta({ host, events }: WidgetCore, meta: JsonObject): void {
  host.meta = meta;
  events.emit('metachange', { value: meta });
}
