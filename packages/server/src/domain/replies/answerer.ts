import type { FunctionDefinition } from '@sotto/widget-core/api';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { StoredMessage } from '../../db/queries/conversations/messageQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { Counter } from '../accounts/costs';
import type { TurnEvent } from '../../model/turnEvents';
import type { Span } from '../../telemetry/tracing';
import type { Fork } from '../conversations/branches';

/** Added to a bot's own, for one reply. The model takes the place of the bot's. */
export interface Extensions {
  readonly backstory?: string | undefined;
  readonly model?: string | undefined;
  readonly skillsets?: readonly string[] | undefined;
  readonly datasets?: readonly string[] | undefined;
}

/** How a reply is to be written, besides the messages. */
export interface ReplyOptions {
  /** What the model may call in the browser. */
  functions?: Record<string, FunctionDefinition> | undefined;
  /** BCP 47 tag of the visitor's language. */
  language?: string | undefined;
  /** IANA name of the visitor's time zone. */
  timezone?: string | undefined;
  limits?: { iterations?: number | undefined; calls?: number | undefined } | undefined;
  /** What its tokens count for. */
  counters?: readonly Counter[] | undefined;
  /** Whether the session may see what the bot looks up. */
  isVerbose: boolean;
  /** What a trusted caller adds to the bot for this reply. */
  extensions?: Extensions | undefined;
  /** False for callers that read no stream: a call of a browser function then ends the turn. */
  canWaitForBrowser: boolean;
}

/** What is to be answered. */
export interface AnswerTask {
  readonly conversation: Conversation;
  readonly widget: Widget;
  readonly runId: string;
  readonly options: ReplyOptions;
  /** Where the reply begins another version: the model's context ends there. */
  readonly fork: Fork | undefined;
  /** The reply to continue. */
  readonly continued?: StoredMessage | undefined;
  /** The parent span of its model calls. */
  readonly span?: Span;
}

/** Turns the present state of a conversation into a reply. */
export interface Answerer {
  answer(task: AnswerTask, signal: AbortSignal): AsyncIterable<TurnEvent>;
}
