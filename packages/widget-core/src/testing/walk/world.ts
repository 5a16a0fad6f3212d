import type { TabMessage } from '../../conversation/events';
import { EMPTY_CONVERSATION, type LiveReply, type EngineState, type Send } from '../../conversation/state';
import type { Message } from '../../api/message';

/*
 * A small world around the machine: two tabs of one browser, their storage, lock and channel, and a server. Everything
 * that can come late, twice or not at all is a move of its own, so that every order of events can be walked.
 */

/** How much may happen on one walk. What is used up happens no more; everything else goes on until nothing moves. */
export interface Budget {
  readonly sends: number;
  /** Connections that break: before the server has the send, or after it. */
  readonly cuts: number;
  readonly reloads: number;
  readonly stops: number;
  readonly restarts: number;
  /** Times the connection goes away; it comes back by itself. */
  readonly outages: number;
  readonly retries: number;
  /** Conversations that the server deletes. */
  readonly deletions: number;
  /** Times a tab goes to the back/forward cache; it comes back by itself. */
  readonly leaves: number;
  /** Messages of the visitor that are edited. */
  readonly edits: number;
  /** Replies that were stopped and are continued. */
  readonly continues: number;
  /** Sends that the server refuses, as over a limit. */
  readonly refusals: number;
  /** Tokens of the session that are over, and cannot be renewed at once. */
  readonly expiries: number;
  /** Replies that wait for a function of the page after their first token. */
  readonly tools: number;
  /** Times the visitor gives consent in a tab; with any, both tabs begin without it. */
  readonly consents: number;
  /** Times the visitor takes consent back: every tab forgets by itself what it had kept. */
  readonly withdrawals: number;
  /** How many tokens a reply has. */
  readonly tokens: number;
}

/** A call on its way, by the tab that waits for it; `undefined`: nobody waits any more, and it may still arrive. */
export interface Call {
  readonly tab: number | undefined;
  /** `function`: one of the page runs, which no server sees. */
  readonly kind: 'send' | 'resume' | 'list' | 'stop' | 'function';
  readonly attempt: number;
  readonly purpose?: 'task' | 'sync' | 'sync-here' | 'refresh';
  readonly sendId?: string;
  /** What is sent with it; undefined for a wish. */
  readonly text?: string | undefined;
  /** The message of the visitor whose place it takes. */
  readonly replaces?: string | undefined;
  /** The reply that it continues. */
  readonly continues?: string | undefined;
  readonly key?: string;
  readonly conversationId: string;
  /** Undefined: not there yet. Otherwise the place in the events of the run. */
  readonly read?: number;
  readonly run?: string;
}

export interface Run {
  readonly id: string;
  readonly sendId: string;
  readonly conversationId: string;
  /** 0: begun, then one token more each time. */
  readonly written: number;
  readonly end?: 'stop' | 'abort';
  /** It waits for a function of the page, or has its answer. */
  readonly tool?: 'asked' | 'answered';
  /** The reply that it continues. */
  readonly continues?: string | undefined;
}

/** What a browser has stored. */
export interface Stored {
  readonly session: string | undefined;
  readonly messages: readonly Message[];
  readonly sends: readonly Send[];
  /** Functions that have begun, by the run that waits for them. */
  readonly notes: readonly string[];
}

export interface Tab {
  readonly state: EngineState;
  readonly timers: readonly string[];
  /** What it has in its own storage of the reply it streams. */
  readonly note: LiveReply | undefined;
  /** The conversation of its session. */
  readonly session: string | undefined;
  /** The messages as this tab has last written them, or seen them written. */
  readonly written: readonly Message[];
  /** In the back/forward cache: nothing happens in it, and messages of the other tab are lost. */
  readonly isAway: boolean;
  readonly hasConsent: boolean;
  /** What is stored for this tab alone, in memory: without consent, and while other tabs store another conversation. */
  readonly own: Stored | undefined;
  /** Consent was taken back: the tab does not know yet, or has cleared everything and starts again. */
  readonly revoked: 'announced' | 'cleared' | undefined;
}

/** Everything there is at one moment. */
export interface World {
  readonly tabs: readonly [Tab, Tab];
  readonly isOnline: boolean;
  readonly lock: { readonly holder: number | undefined; readonly waiting: readonly number[] };
  /** What the other tab has posted to each. */
  readonly inbox: readonly [readonly TabMessage[], readonly TabMessage[]];
  readonly stored: Stored;
  readonly server: {
    readonly messages: readonly { readonly message: Message; readonly conversationId: string }[];
    readonly runs: readonly Run[];
    /** Conversations that were deleted. */
    readonly gone: readonly string[];
  };
  readonly calls: readonly Call[];
  readonly left: Budget;
  /** How often functions have run, by the run that waited for them. */
  readonly called: Readonly<Record<string, number>>;
  /** What visitors have typed and not taken back, with the tab. */
  readonly typed: readonly string[];
  /** What was typed before consent was taken back. */
  readonly withdrawn: readonly string[];
  readonly sessions: number;
  /** What was found wrong on the way here. */
  readonly fault: string | undefined;
}

/** A browser that has stored nothing. */
export const NOTHING_STORED: Stored = { session: undefined, messages: [], sends: [], notes: [] };

/** A tab that was just opened. */
export const EMPTY_TAB: Tab = {
  state: EMPTY_CONVERSATION,
  timers: [],
  note: undefined,
  session: undefined,
  written: [],
  isAway: false,
  hasConsent: true,
  own: undefined,
  revoked: undefined,
};

/** Where a tab stores things. */
export function storageOf({ tabs, stored }: World, tab: 0 | 1): Stored {
  return tabs[tab].own ?? stored;
}

/** Every storage there is. */
export function storagesOf({ tabs, stored }: World): readonly Stored[] {
  return [stored, ...tabs.flatMap(({ own }) => own ?? [])];
}

/** Whether a text is among the messages and sends of a storage. */
export function isIn({ messages, sends }: Pick<Stored, 'messages' | 'sends'>, text: string): boolean {
  return messages.some((message) => message.text === text) || sends.some(({ message }) => message?.text === text);
}

/** Whether somebody waits for what comes of a call. */
export function isTab(tab: number | undefined): tab is 0 | 1 {
  return tab !== undefined;
}
