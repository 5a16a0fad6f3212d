import { and, eq, gt, lt, lte, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ListPlace } from '../../lib/paging';
import { widgets } from '../schema';

/** Whose visitors: those of all widgets of an account, or of one of them. */
export interface VisitorsOf {
  readonly ownerId: string;
  readonly widgetId?: string | undefined;
}

/** What comes after a place, newest first; things of the same moment by id. */
export function afterPlace(createdAt: PgColumn, id: PgColumn, place: ListPlace | undefined): SQL | undefined {
  // The first condition begins the range of an index; the others cannot.
  return place && and(lte(createdAt, place.createdAt), or(lt(createdAt, place.createdAt), gt(id, place.id)));
}

/** Only what belongs to these widgets; the query joins `widgets`. */
export function ofOwner({ ownerId, widgetId }: VisitorsOf): SQL | undefined {
  return and(eq(widgets.ownerId, ownerId), widgetId === undefined ? undefined : eq(widgets.id, widgetId));
}
