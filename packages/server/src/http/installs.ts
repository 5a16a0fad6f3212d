import type { Clock } from '@sotto/widget-core/api';
import { parseAddress } from '@sotto/widget-core/internal/server';
import type { Database } from '../db/database';
import { noteWidgetSite } from '../db/queries/hub/widgetSiteQueries';
import type { Widget } from '../db/queries/hub/widgetQueries';
import type { AppContext } from './appEnv';
import type { Origins } from './auth/origins';

/** Minimum time between records of a site, in milliseconds. */
const REST_MS = 60_000;
/** Maximum number of cached sites, because origins can be invented; for others the database is queried. */
const REMEMBERED_MAX = 10_000;

/**
 * Records the sites that embed widgets: for their owners, never for security decisions, because the request itself
 * states its origin.
 */
export interface Installs {
  /** Records the site of a request. Never fails, because the chat does not depend on it. */
  note(context: AppContext, widget: Widget): Promise<void>;
}

/** Creates the service. */
export function createInstalls({ db, clock, origins }: { db: Database; clock: Clock; origins: Origins }): Installs {
  const notedAt = new Map<string, number>();

  /** Whether this call records the site: only the first page view per minute. */
  function isDue(key: string, now: number): boolean {
    if (now - (notedAt.get(key) ?? -Infinity) <= REST_MS) return false;
    // Maps are ordered by insertion, so the oldest record comes first.
    notedAt.delete(key);
    for (const oldest of notedAt.keys()) {
      if (notedAt.size < REMEMBERED_MAX) break;
      notedAt.delete(oldest);
    }
    notedAt.set(key, now);
    return true;
  }

  return {
    async note(context, widget) {
      // The server's own widgets have no owner to show this to.
      const site = widget.ownerId === null ? undefined : siteOf(context);
      if (
        site === undefined ||
        site === origins.own(context) ||
        !origins.isAllowed(context, site, widget.allowedOrigins)
      )
        return;
      const now = clock.now();
      const key = `${widget.id} ${site}`;
      if (!isDue(key, now)) return;
      await noteWidgetSite(db, widget.id, site, now, now - REST_MS).catch(() => notedAt.delete(key));
    },
  };
}

/** The origin of a request, or of the page around a frame. */
function siteOf(context: AppContext): string | undefined {
  const named = context.req.header('origin') ?? context.req.header('referer');
  const origin = parseAddress(named ?? '')?.origin;
  return origin === undefined || origin === 'null' || origin.length > 255 ? undefined : origin;
}
