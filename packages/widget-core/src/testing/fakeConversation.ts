import type { Message } from '../api/message';
import type { FakeRun } from './fakeRun';
import { createFakeVersions, type FakeVersions } from './fakeVersions';

/** A conversation as the server keeps it. */
export interface FakeConversation {
  readonly id: string;
  readonly messages: Message[];
  readonly versions: FakeVersions;
  run: FakeRun | undefined;
  /** Why the newest reply failed before its first word. */
  unanswered: NonNullable<Message['failure']> | undefined;
  /** By idempotency key. */
  readonly runs: Map<string, { readonly run: FakeRun; readonly body: string }>;
  readonly votes: Map<string, string>;
  readonly voteReasons: Map<string, unknown>;
  /** Stored messages by the id their client gave them. */
  readonly byClientId: Map<string, Message>;
}

/** A conversation in which nothing has been said. */
export function createFakeConversation(id: string): FakeConversation {
  const messages: Message[] = [];
  return {
    id,
    messages,
    versions: createFakeVersions(messages),
    run: undefined,
    unanswered: undefined,
    runs: new Map(),
    votes: new Map(),
    voteReasons: new Map(),
    byClientId: new Map(),
  };
}

/**
 * What the server lists; the newest message, when it is the visitor's, says that its reply failed before the first
 * word.
 */
export function listMessages({ messages, unanswered }: FakeConversation): Message[] {
  const last = messages.findLast(({ extra }) => extra?.visible !== false);
  return messages.map((message) =>
    unanswered && message === last && message.type !== 'bot' ? { ...message, failure: unanswered } : message,
  );
}
