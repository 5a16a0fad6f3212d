import { MESSAGE_TEXT_MAX_LENGTH, type Message } from '../api/message';
import type { SessionCreateRequest } from '../api/requests';
import { MAX_INITIAL_MESSAGES, MAX_INITIAL_MESSAGES_LENGTH, MAX_META_LENGTH } from '../config/limits';
import { messageKey } from '../conversation/state';
import type { WidgetCore } from './widgetCore';

type FirstMessage = NonNullable<SessionCreateRequest['messages']>[number];

/**
 * Builds the request for a new session [W-29]. The page's messages are included only for a new conversation.
 *
 * A page may show more messages than the server accepts (contract 1.5): then the newest that fit are sent, because a
 * refusal would cost the visitor the first reply.
 */
export function describeSession({
  conversation,
  view,
  host,
  warn,
  options,
}: Pick<WidgetCore, 'conversation' | 'view' | 'host' | 'warn' | 'options'>): SessionCreateRequest {
  const { messages, deliveries, conversationId } = conversation.store.getState();
  const { contact } = view.getState();
  const isInitial = (message: Message): boolean =>
    message.type === 'user' && !Object.hasOwn(deliveries, messageKey(message));
  const given = conversationId === undefined ? messages.filter(isInitial) : [];
  const first = newestThatFit(given);
  if (first.length < given.length) {
    warn(
      `Of ${String(given.length)} messages of the page the newest ${String(first.length)} are sent: ` +
        `at most ${String(MAX_INITIAL_MESSAGES)}, 64 KiB together, ${String(MESSAGE_TEXT_MAX_LENGTH)} characters each.`,
    );
  }
  const isMetaSmall = byteLength(host.meta) <= MAX_META_LENGTH;
  if (!isMetaSmall) warn('meta must be a JSON object of at most 16 KiB and is not sent.');
  const page = options.readPage?.();
  return {
    ...(page !== undefined && { page }),
    ...(first.length > 0 && { messages: first }),
    ...(isMetaSmall && Object.keys(host.meta).length > 0 && { meta: host.meta }),
    ...((contact ?? host.proof) && { contact: { ...contact, ...host.proof } }),
  };
}

/** The newest messages that the server accepts, in their order. */
function newestThatFit(messages: readonly Message[]): FirstMessage[] {
  const fitting: FirstMessage[] = [];
  let bytes = '[]'.length;
  for (const { text, meta } of messages.filter(({ text }) => text.length <= MESSAGE_TEXT_MAX_LENGTH).toReversed()) {
    const message: FirstMessage = { type: 'user', text, ...(meta && byteLength(meta) <= MAX_META_LENGTH && { meta }) };
    bytes += byteLength(message) + ','.length;
    if (bytes > MAX_INITIAL_MESSAGES_LENGTH || fitting.length === MAX_INITIAL_MESSAGES) break;
    fitting.unshift(message);
  }
  return fitting;
}

function byteLength(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
