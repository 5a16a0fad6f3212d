import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Bodies } from './bodies';

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
