import type { FunctionDefinition } from '@sotto/widget-core/api';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { StoredMessage } from '../../db/queries/conversations/messageQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { Counter } from '../accounts/costs';
import type { TurnEvent } from '../../model/turnEvents';
import type { Span } from '../../telemetry/tracing';
import type { Fork } from '../conversations/branches';

/** Additions to a bot for one reply. The model replaces the bot's. */
export interface Extensions {
  readonly backstory?: string | undefined;
  readonly model?: string | undefined;
  readonly skillsets?: readonly string[] | undefined;
  readonly datasets?: readonly string[] | undefined;
}

/** Options of a reply, besides the messages. */
export interface ReplyOptions {
  /** Functions of the page that the model may call. */
  functions?: Record<string, FunctionDefinition> | undefined;
  /** BCP 47 tag of the visitor's language. */
  language?: string | undefined;
  /** IANA name of the visitor's time zone. */
  timezone?: string | undefined;
  limits?: { iterations?: number | undefined; calls?: number | undefined } | undefined;
  /** Counter for its tokens. */
  counters?: readonly Counter[] | undefined;
  /** Whether the session receives the bot's steps. */
  isVerbose: boolean;
  /** Additions by a trusted caller for this reply. */
  extensions?: Extensions | undefined;
  /** False for callers that do not read a stream: calling a function of the page then ends the turn. */
  canWaitForBrowser: boolean;
}

/** Input of a reply. */
export interface AnswerTask {
  readonly conversation: Conversation;
  readonly widget: Widget;
  readonly runId: string;
  readonly options: ReplyOptions;
  /** Fork of another version: the model's context ends there. */
  readonly fork: Fork | undefined;
  /** The reply to continue. */
  readonly continued?: StoredMessage | undefined;
  /** The parent span of its model calls. */
  readonly span?: Span;
}

/** Generates a reply to the current conversation. */
export interface Answerer {
  answer(task: AnswerTask, signal: AbortSignal): AsyncIterable<TurnEvent>;
}
