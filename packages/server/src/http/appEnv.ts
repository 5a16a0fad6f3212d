import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { UserCaller } from '../accounts/userCaller';
import type { Conversation } from '../db/queries/conversations/conversationQueries';
import type { Widget } from '../db/queries/hub/widgetQueries';
import type { Auth, CallerOf } from './auth/callerOf';
import type { AccountCost, Cost, Counted, VisitorCost } from '../domain/accounts/costs';
import type { ArrivingFile } from '../uploads/arrivingFile';

/**
 * Lets a call write its body straight to the connection: it answers with the head alone, and is given the connection
 * when that has been sent.
 */
export interface Outlet {
  send?: (outgoing: ServerResponse) => void;
}

/** What every request carries along. */
export interface AppEnv {
  /**
   * `outlet` is there when the request came over a connection that waits for this answer, and not from a page of this
   * process.
   */
  Bindings: Partial<HttpBindings> & { outlet?: Outlet };
  Variables: {
    requestId: string;
    /** Reads the body. */
    bodies: Bodies;
    /** Finds out who calls. */
    callers: Callers;
    /** Counts what a call costs. */
    gate: Gate;
    /** Code of the error that was answered, for the log. */
    errorCode?: string;
    /** The origin may not call for this widget: no CORS header is sent. */
    isOriginRefused?: boolean;
    /** The JSON body, once it has been read. */
    sentBody?: unknown;
  };
}

/** A request as handlers see it. */
export type AppContext = Context<AppEnv>;

/** Finds out who calls, as a call declares it. Each throws ApiError 401, 403 or 404 for one who may not make it. */
export type Callers = { readonly [Kind in Auth]: (context: AppContext) => Promise<CallerOf[Kind]> };

/** What of a body is decided before it is read. */
export interface BodyLimits {
  readonly kind: 'text' | 'file';
  /** More is refused while it arrives, regardless of `Content-Length`. */
  readonly maxBytes: number;
  /** Called while the body arrives; what it throws ends the reading. */
  readonly onSize?: ((bytes: number) => Promise<void>) | undefined;
}

/**
 * Bodies of requests while they arrive: bounded in size, time, number and memory, since anybody can send one. Beyond
 * 64 KiB they are on disk until they are complete.
 */
export interface Bodies {
  /**
   * Reads a body and passes it on.
   *
   * At the limit, the oldest body of the busiest sender is ended, so that slow senders do not block others.
   *
   * @throws ApiError 413 for a body above the limit, 408 for one that is late, 503 for one that made room
   */
  take<Result>(context: AppContext, limits: BodyLimits, use: (body: ArrivingFile) => Promise<Result>): Promise<Result>;
  /** Bytes of bodies that are held in memory while they arrive. */
  readonly heldBytes: number;
}

/** Where a visitor acts. */
export interface VisitorAct {
  readonly conversation: Pick<Conversation, 'id' | 'subject' | 'payerId' | 'trial'>;
  readonly widget: Widget;
  /** The account's program or person; undefined for a visitor. */
  readonly caller?: UserCaller | undefined;
}

/** For which account somebody acts. */
export interface AccountAct {
  readonly accountId: string;
  /** Of a document. @default 0 */
  readonly bytes?: number;
}

/** Who has to have room for a cost. */
export type ActOf<Kind extends Cost> = Kind extends VisitorCost
  ? VisitorAct
  : Kind extends AccountCost
    ? AccountAct
    : { readonly email: string };

/** The gate as a call that declares a cost has it. `in out`: that of no cost, or of another, is none of this one. */
export interface Pass<in out Kind extends Cost> {
  /**
   * Counts an act that is about to begin. The caller reverts the count if the act is refused.
   *
   * @throws ApiError 403 in a chat that is switched off, 429 when a budget is used up
   */
  enter(act: ActOf<Kind>): Promise<Counted>;
  /** The same around an act: one that is refused is given back. */
  run<Result>(act: ActOf<Kind>, work: (counted: Counted) => Promise<Result>): Promise<Result>;
}

/** What every call that costs passes: limits of address, visitor, widget and account, and the switch of the widget. */
export interface Gate {
  pass<Kind extends Cost>(context: AppContext, cost: Kind): Pass<Kind>;
}
