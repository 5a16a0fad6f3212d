import {
  inboxListResponseSchema,
  labelListResponseSchema,
  memberListResponseSchema,
  widgetListResponseSchema,
} from '@sotto/hub-api';
import type { PageRequest } from '../../site/route';

/** Conversations per page. */
const SHOWN = 50;
const DAY_MS = 86_400_000;

/** The query of an inbox page, by the field names of its form. */
export interface InboxQuery {
  readonly search?: string | undefined;
  readonly widget?: string | undefined;
  readonly label?: string | undefined;
  readonly state?: 'open' | 'waiting' | 'solved' | undefined;
  readonly assigned?: 'me' | 'nobody' | undefined;
  readonly vote?: 'up' | 'down' | undefined;
  readonly contact?: 'true' | 'false' | undefined;
  readonly tool?: 'failed' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Whether any filter is active. */
export function isFiltered({ cursor: _, ...query }: InboxQuery): boolean {
  return Object.values(query).some((value) => value !== undefined);
}

/** Path with the query, so that a conversation keeps the list that it was opened from. */
export function withQuery(path: string, query: InboxQuery, extra: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries({ ...query, ...extra }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export function readQuery({ url }: Pick<PageRequest, 'url'>): InboxQuery {
  const read = (name: string): string | undefined => url.searchParams.get(name)?.trim() || undefined;
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === read(name));
  const day = (name: string): string | undefined =>
    /^\d{4}-\d\d-\d\d$/.test(read(name) ?? '') && !Number.isNaN(Date.parse(read(name) ?? '')) ? read(name) : undefined;
  return {
    search: read('search')?.slice(0, 200),
    widget: read('widget'),
    label: read('label'),
    state: oneOf('state', ['open', 'waiting', 'solved']),
    assigned: oneOf('assigned', ['me', 'nobody']),
    vote: oneOf('vote', ['up', 'down']),
    contact: oneOf('contact', ['true', 'false']),
    tool: oneOf('tool', ['failed']),
    from: day('from'),
    to: day('to'),
    cursor: read('cursor'),
  };
}

/** Days are those of UTC: the server renders the page and has no access to the reader's time zone. */
function toApiQuery({ search, widget, label, state, assigned, vote, contact, tool, from, to, cursor }: InboxQuery) {
  return {
    take: SHOWN,
    search,
    widgetId: widget,
    labelId: label,
    state,
    assigned,
    vote,
    hasContact: contact,
    tool,
    from: from && Date.parse(from),
    to: to && Date.parse(to) + DAY_MS,
    cursor,
  };
}

/** The list that a page of the inbox shows, with what its filters offer. */
export async function readInbox({ hub, url }: Pick<PageRequest, 'hub' | 'url'>) {
  const query = readQuery({ url });
  const [{ items, cursor }, widgets, labels, members] = await Promise.all([
    hub.get('/inbox/list', inboxListResponseSchema, toApiQuery(query)),
    hub.get('/integration/widget/list', widgetListResponseSchema, { take: 100 }),
    hub.get('/label/list', labelListResponseSchema, { take: 100 }),
    hub.get('/workspace/member/list', memberListResponseSchema, { take: 100 }),
  ]);
  const names = new Map(widgets.items.map(({ id, name }) => [id, name || 'Untitled widget']));
  const isOffered = widgets.items.some(({ config }) => config['handover'] === true);
  /** A widget whose visitors cannot ask for a person, if that is so of every widget. */
  const withoutHandover = isOffered ? undefined : widgets.items[0]?.id;
  const hours = new Map(widgets.items.map(({ id, config }) => [id, config['officeHours']]));
  return { query, items, next: cursor, names, withoutHandover, hours, labels: labels.items, members: members.items };
}

export type Inbox = Awaited<ReturnType<typeof readInbox>>;
