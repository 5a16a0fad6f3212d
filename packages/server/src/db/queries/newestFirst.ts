import { and, eq, gt, lt, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { widgets } from '../schema';

/** A place in a list that is ordered by age: the moment and id of the last thing shown. */
export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

/** Whose visitors: those of all widgets of an account, or of one of them. */
export interface VisitorsOf {
  readonly ownerId: string;
  readonly widgetId?: string | undefined;
}

/** What comes after a place, newest first; things of the same moment by id. */
export function afterPlace(createdAt: PgColumn, id: PgColumn, place: ListPlace | undefined): SQL | undefined {
  return place && or(lt(createdAt, place.createdAt), and(eq(createdAt, place.createdAt), gt(id, place.id)));
}

/** Only what belongs to these widgets; the query joins `widgets`. */
export function ofOwner({ ownerId, widgetId }: VisitorsOf): SQL | undefined {
  return and(eq(widgets.ownerId, ownerId), widgetId === undefined ? undefined : eq(widgets.id, widgetId));
}
