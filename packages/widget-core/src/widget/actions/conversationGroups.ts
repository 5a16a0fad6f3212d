import { WidgetError } from '../../errors';
import { createId } from '../../lib/ids';
import type { JsonObject } from '../../lib/json';
import { MESSAGE_TEXT_MAX_LENGTH, type Attachment, type Message } from '../../api/message';
import type { Conversation } from '../../conversation/createConversation';
import type { ConversationStore } from '../../conversation/machine';
import type { ReplyRequest } from '../../conversation/events';
import { requireContact } from '../../session/contact';
import type { OpenConversations } from './openConversations';
import type { FunctionQuestions } from '../functionQuestions';
import type { Visitor } from '../visitor';
import type { ReceiveMessageOptions, SendMessageOptions, Widget, WidgetConversation } from '../widget';
import { readable } from './readable';
import { withoutNull, type WidgetCore } from '../widgetCore';

/** Uploads the files of a message that the page sends. */
interface FileUploads {
  readonly uploadAll: (files: readonly (Attachment | File)[]) => Promise<Attachment[]>;
}

/** Creates the public actions for reading and changing the conversation. */
export function createConversationGroup(
  core: WidgetCore,
  { current }: OpenConversations,
  loadFeatures: () => Promise<{ readonly files: FileUploads }>,
): WidgetConversation {
  const { conversation, config } = core;
  return {
    ...readable(conversation.store),
    send({ attachments, ...message }) {
      const uploaded = attachments?.filter((attachment) => 'localName' in attachment);
      if (uploaded?.length === attachments?.length)
        return sendMessage(core, current(), { ...message, ...(uploaded && { attachments: uploaded }) });
      // The page's files are uploaded first; the code for that is loaded with the first file.
      const sent = loadFeatures().then(async ({ files }) => {
        const stored = await files.uploadAll(attachments ?? []);
        // The visitor may have signed in meanwhile, so the conversation is read again.
        return sendMessage(core, current(), { ...message, attachments: stored });
      });
      sent.catch(() => undefined);
      return sent;
    },
    receive: (message) => receiveMessage(core, message),
    async initiate({ message, meta } = {}) {
      if (meta) setMeta(core, { ...core.host.meta, ...meta });
      if (message !== undefined) receiveMessage(core, { message });
      else if (config.getState().disabled) throw new WidgetError('disabled');
      else await requestReply(core, current());
    },
    async retry() {
      const { machine, closed } = current();
      machine.dispatch({ type: 'retry', id: createId('msg', core.options.environment.clock) });
      await whenIdle(machine.store, closed);
    },
    async stop() {
      const stopped = whenSettled(current(), 'stop');
      current().machine.dispatch({ type: 'stop' });
      await stopped;
    },
    async restart() {
      current().machine.dispatch({ type: 'restart', isOwn: true, isLogout: false });
    },
    setMessages(messages) {
      conversation.addFact({ type: 'messages-replaced', messages: [...messages] });
    },
    publish: (channel, message) => current().publish(channel, message),
    async transcript(reader) {
      // Loaded on first use: the markdown reader is not part of the first scripts.
      return (await import('./exportTranscript')).exportTranscript(core, reader);
    },
  };
}

/** A message of the visitor whose files are uploaded. */
export interface UploadedMessage extends Omit<SendMessageOptions, 'attachments'> {
  readonly attachments?: readonly Attachment[] | undefined;
  /** Id of the message it replaces. */
  readonly replaces?: string;
}

/** Shows a message at once, then sends it. */
export function sendMessage(
  { config, draft, options }: WidgetCore,
  conversation: Conversation,
  { message: text, type = 'user', hidden = false, respond = true, meta, attachments, replaces }: UploadedMessage,
): Promise<Message> {
  if (config.getState().disabled) return Promise.reject(new WidgetError('disabled'));
  if (text.length > MESSAGE_TEXT_MAX_LENGTH)
    return Promise.reject(
      new WidgetError('too_large', { message: `Text is longer than ${String(MESSAGE_TEXT_MAX_LENGTH)} characters` }),
    );
  const { clock } = options.environment;
  const message: Message = {
    id: createId('msg', clock),
    type,
    text,
    createdAt: clock.now(),
    ...(meta && { meta }),
    ...(hidden && { extra: { hidden } }),
    ...(attachments && { attachments: [...attachments] }),
  };
  const finished = whenSettled(conversation, message.id).then((reply) => {
    if (!reply) throw new WidgetError('ABORTED');
    return reply;
  });
  conversation.machine.dispatch({ type: 'send', message, respond, replaces });
  // A text that is being sent must not stay a draft too: after a crash it would exist twice.
  if (replaces === undefined && draft.store.getState().text === text) {
    draft.set('');
    draft.flush();
  }
  // Marks the rejection as handled: the conversation shows the failure.
  finished.catch(() => undefined);
  return finished;
}

/** Requests a first reply, another version or the rest of a reply. */
export async function requestReply(
  { options }: WidgetCore,
  conversation: Conversation,
  wanted: Pick<ReplyRequest, 'replaces' | 'continues'> = {},
): Promise<void> {
  const id = createId('msg', options.environment.clock);
  const settled = whenSettled(conversation, id);
  conversation.machine.dispatch({ type: 'request-reply', id, ...wanted });
  await settled;
}

/** Resolves when this tab has nothing left to send or stream. */
async function whenIdle(store: ConversationStore['store'], closed: AbortSignal): Promise<void> {
  const isIdle = (): boolean => closed.aborted || store.getState().work.lock === 'none';
  if (isIdle()) return;
  await new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
      if (!isIdle()) return;
      stop();
      resolve();
    });
  });
}

/** Waits for the result of a send, whichever tab sends it. */
function whenSettled({ machine, closed }: Conversation, id: string): Promise<Message | undefined> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      stop();
      closed.removeEventListener('abort', onClosed);
    };
    const onClosed = (): void => {
      finish();
      reject(new WidgetError('destroyed'));
    };
    const stop = machine.onEffect((effect) => {
      const isOne = effect.type === 'settled' && effect.id === id;
      if (!isOne && !(effect.type === 'settled-others' && !effect.except.includes(id))) return;
      finish();
      if (effect.error) reject(effect.error);
      else if (isOne) resolve(effect.message);
    });
    closed.addEventListener('abort', onClosed);
    if (closed.aborted) onClosed();
  });
}

/** Creates the actions for the host page's functions, metadata and visitor. */
export function createHostGroups(
  core: WidgetCore,
  { current }: OpenConversations,
  visitor: Visitor,
  loadFeatures: () => Promise<{ readonly questions: FunctionQuestions }>,
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
      answer(callId, yes) {
        void loadFeatures().then(({ questions }) => {
          questions.answer(callId, yes);
        });
      },
    },
    meta: {
      get: () => host.meta,
      set(meta) {
        setMeta(core, meta);
      },
    },
    contact: {
      get: () => view.getState().contact,
      set(contact) {
        visitor.setContact(contact);
      },
      async assign(contact) {
        const checked = requireContact(contact);
        // An identified visitor gets a new session that carries the identity.
        if (checked.identity !== undefined) {
          visitor.setContact(checked, true);
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
