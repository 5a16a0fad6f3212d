import { WidgetError } from '../../errors';
import { createId } from '../../lib/ids';
import type { Message } from '../../api/message';
import { requireContact } from '../../session/contact';
import type { LazyFeatures } from '../../features/lazyFeatures';
import type { OpenConversations } from './openConversations';
import { sendMessage } from './sendMessage';
import type { Visitor } from '../visitor';
import type { ReceiveMessageOptions, Widget } from '../widget';
import { withoutNull, type WidgetCore } from '../widgetCore';

/** What can be said and asked. */
export function createConversationActions(
  core: WidgetCore,
  { current }: OpenConversations,
  visitor: Visitor,
  loadExtras: () => Promise<LazyFeatures>,
): Pick<
  Widget,
  | 'sendMessage'
  | 'receiveMessage'
  | 'initiateMessage'
  | 'retry'
  | 'stop'
  | 'restartConversation'
  | 'publish'
  | 'transcript'
  | 'setMessages'
  | 'logout'
> {
  const { conversation, config } = core;
  return {
    sendMessage({ attachments, ...message }) {
      const uploaded = attachments?.filter((attachment) => 'localName' in attachment);
      if (uploaded?.length === attachments?.length)
        return sendMessage(core, current(), { ...message, ...(uploaded && { attachments: uploaded }) });
      // Files of the page are uploaded first, by what is loaded when the first one comes.
      const sent = loadExtras().then(async ({ files }) =>
        sendMessage(core, current(), { ...message, attachments: await files.uploadAll(attachments ?? []) }),
      );
      sent.catch(() => undefined);
      return sent;
    },
    receiveMessage: (message) => receiveMessage(core, message),
    async initiateMessage({ message, meta } = {}) {
      if (meta) setMeta(core, { ...core.host.meta, ...meta });
      if (message !== undefined) receiveMessage(core, { message });
      else if (config.getState().disabled) throw new WidgetError('disabled');
      else await current().begin();
    },
    retry: () => current().retry(),
    stop: () => current().stop(),
    async restartConversation() {
      current().restart();
    },
    publish: (channel, message) => current().publish(channel, message),
    async transcript() {
      // What reads markdown is not part of the core's first bytes.
      const { writeTranscript } = await import('../../content/transcript');
      return writeTranscript(core.readVisible(), conversation.store.getState().conversationId);
    },
    setMessages(messages) {
      conversation.addFact({ type: 'messages-replaced', messages: [...messages] });
    },
    async logout() {
      current().logout();
      visitor.forget();
    },
  };
}

/** What the host page knows and tells. */
export function createHostActions(
  core: WidgetCore,
  { current }: OpenConversations,
  visitor: Visitor,
): Pick<
  Widget,
  | 'assignContact'
  | 'getMeta'
  | 'setMeta'
  | 'getFunctions'
  | 'setFunctions'
  | 'setFunctionCaller'
  | 'getContact'
  | 'setContact'
> {
  const { host, view, events } = core;
  return {
    async assignContact(contact) {
      const checked = requireContact(contact);
      // Whoever is identified begins a session of their own, and that says who they are.
      if (checked.identity !== undefined) {
        visitor.setContact(checked);
        return current().assignContact(checked);
      }
      const answer = await current().assignContact(checked);
      visitor.addContact(checked);
      return answer;
    },
    getMeta: () => host.meta,
    setMeta: (meta) => {
      setMeta(core, meta);
    },
    getFunctions: () => host.functions,
    setFunctions(changes) {
      host.functions = withoutNull({ ...host.functions, ...changes });
      events.emit('functionschange', { value: host.functions });
    },
    setFunctionCaller(caller) {
      host.caller = caller;
    },
    getContact: () => view.getState().contact,
    setContact: visitor.setContact,
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

function setMeta({ host, events }: WidgetCore, meta: ReturnType<Widget['getMeta']>): void {
  host.meta = meta;
  events.emit('metachange', { value: meta });
}
