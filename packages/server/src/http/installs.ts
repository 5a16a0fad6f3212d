import type { Clock } from '@sotto/widget-core/api';
import type { Database } from '../db/database';
import { noteWidgetSite } from '../db/queries/hub/widgetSiteQueries';
import type { Widget } from '../db/queries/hub/widgetQueries';
import type { AppContext } from './appEnv';
import type { Origins } from './auth/origins';

/** A site that was noted less than this ago is not noted again, in milliseconds. */
const REST_MS = 60_000;
/** How many sites are remembered as noted. Of more, the database is asked: origins can be invented. */
const REMEMBERED_MAX = 10_000;

/**
 * Records the sites that embed widgets: for their owners, never for security decisions, because the request itself
 * states its origin.
 */
export interface Installs {
  /** Notes the site that a request for a widget comes from. Never fails: a visitor's chat does not depend on it. */
  note(context: AppContext, widget: Widget): Promise<void>;
}

/** Makes the one who notes. */
export function createInstalls({ db, clock, origins }: { db: Database; clock: Clock; origins: Origins }): Installs {
  const notedAt = new Map<string, number>();

  /** Whether it is this call that notes the site: of many page views within a minute, the first. */
  function isDue(key: string, now: number): boolean {
    if (now - (notedAt.get(key) ?? -Infinity) <= REST_MS) return false;
    // The order of a map is that of its keys' first entry: the one that was noted longest ago comes first.
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
      // Widgets of the server itself have no owner who could view this.
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

/** The origin a request names as its own; a frame's page names the page around it. */
function siteOf(context: AppContext): string | undefined {
  const named = context.req.header('origin') ?? context.req.header('referer');
  if (named === undefined || !URL.canParse(named)) return undefined;
  const { origin } = new URL(named);
  return origin === 'null' || origin.length > 255 ? undefined : origin;
}
