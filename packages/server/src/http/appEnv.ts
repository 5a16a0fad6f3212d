import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** What every request carries along. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Code of the error that was answered, for the log. */
    errorCode?: string;
    /** The origin may not call for this widget: no CORS header tells it anything. */
    isOriginRefused?: boolean;
    /** The JSON body, once it has been read. */
    sentBody?: unknown;
  };
}

/** A request as handlers see it. */
export type AppContext = Context<AppEnv>;
