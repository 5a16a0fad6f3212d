import type { Clock } from '../lib/clock';
import type { Transport } from '../transports/transport';
import type { Conversations } from './conversations';
import type { ReplyRuns } from './replyRuns';
import type { SessionTokens } from './sessionTokens';

/** What the calls of a handler share. */
export interface CallContext {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly runs: ReplyRuns;
  readonly tokens: SessionTokens;
  readonly conversations: Conversations;
  readonly widgets: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  readonly waitUntil: ((promise: Promise<unknown>) => void) | undefined;
  readonly report: (error: unknown) => void;
}

/** Handles a call of the API. @throws WidgetError, which becomes a code and a status */
export type Call = (context: CallContext, request: Request) => Promise<Response>;
