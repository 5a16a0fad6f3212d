import type { Clock } from '../lib/clock';
import type { Transport } from '../transports/transport';
import type { Conversations } from './conversations';
import type { ReplyRuns } from './replyRuns';
import type { SessionTokens } from './sessionTokens';

/** What a handler has. */
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

/** One call of the API. @throws WidgetError, which becomes a code and a status */
export type Call = (context: CallContext, request: Request) => Promise<Response>;
