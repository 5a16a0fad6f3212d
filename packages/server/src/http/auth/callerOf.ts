import type { PersonCaller, UserCaller } from '../../accounts/userCaller';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { SessionClaims } from '../../domain/conversations/sessionTokens';

/** A visitor's browser with a valid token of a conversation. */
export interface SessionCaller {
  readonly claims: SessionClaims;
  readonly conversation: Conversation;
  readonly widget: Widget;
}

/** A participant of a conversation: the visitor's browser, or the account that owns the widget. */
export interface Participant {
  readonly conversation: Conversation;
  readonly widget: Widget;
  /** Whether it receives the bot's steps. */
  readonly isVerbose: boolean;
  /** Whether it receives inputs and outputs of tools. */
  readonly seesToolResults: boolean;
  /** Whether it receives the model's reasoning. */
  readonly seesReasoning: boolean;
  /** The account's program, which is trusted (contract 1.2), or its person; undefined for a visitor. */
  readonly caller?: UserCaller;
}

/** Kinds of callers, each with the information for its handler. */
export interface CallerOf {
  /** Anybody. */
  public: undefined;
  /** Anybody; undefined for callers who are not signed in and send no key. */
  optionalUser: UserCaller | undefined;
  /** Anybody; undefined for callers without a key. */
  optionalKey: UserCaller | undefined;
  /** The token of the conversation in the path, if there is one. */
  session: SessionCaller;
  /** The token of the conversation, or a signed link. */
  sessionOrLink: { readonly conversationId: string };
  /** The token of the conversation, or a key of the widget's account. */
  party: Participant;
  /** Those, or a signed-in person of that account. */
  partyOrPerson: Participant;
  /** A key of the account that owns the conversation's widget. */
  keyOfParty: Participant;
  /** The token of the conversation, or any key. */
  sessionOrKey: SessionCaller | UserCaller;
  /** The token of the conversation, a signed-in person, or a key. */
  sessionOrUser: SessionCaller | UserCaller;
  /** A signed-in person, or a key. */
  user: UserCaller;
  /** A signed-in person. */
  person: PersonCaller;
  /** A signed-in person, also without their second factor. */
  personOrPending: UserCaller;
  /** An operator of this server, or their key. */
  operator: UserCaller;
}

export type Auth = keyof CallerOf;
