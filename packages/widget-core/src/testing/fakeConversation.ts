import type { Message } from '../api/message';
import type { FakeRun } from './fakeRun';
import { createFakeVersions, type FakeVersions } from './fakeVersions';

/** A conversation as the server keeps it. */
export interface FakeConversation {
  readonly id: string;
  readonly messages: Message[];
  readonly versions: FakeVersions;
  run: FakeRun | undefined;
  /** By idempotency key. */
  readonly runs: Map<string, { readonly run: FakeRun; readonly body: string }>;
  readonly votes: Map<string, string>;
  /** Stored messages by the id their client gave them. */
  readonly byClientId: Map<string, Message>;
}

/** A conversation in which nothing has been said. */
export function createFakeConversation(id: string): FakeConversation {
  const messages: Message[] = [];
  return { id, messages, versions: createFakeVersions(messages), run: undefined, runs: new Map(), votes: new Map(), byClientId: new Map() };
}
