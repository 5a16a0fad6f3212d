import type { Card, CardList, HubType } from '@sotto/hub-api';
import type { Clock } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import type { hubListQuerySchema } from '@sotto/hub-api';
import { ApiError } from '../../lib/apiError';
import type { Database } from '../../db/database';
import { readCollection, listCollections } from '../../db/queries/hub/collectionQueries';
import {
  countHubItems,
  DEMANDS,
  insertHubUse,
  listHubItems,
  type HubCounts,
  type HubFilter,
  type HubOrder,
  type HubRow,
} from '../../db/queries/hub/hubItemQueries';
import { readHubMean } from '../../db/queries/hub/ratingQueries';
import { readUser } from '../../db/queries/accounts/userQueries';
import { countAbilities } from '../../db/queries/hub/abilityQueries';
import { readResource, type ResourceRow } from '../../db/queries/hub/resourceQueries';
import { createHubWords } from './hubWords';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import { createCursors, type Cursors } from '../../lib/paging';

/** Prior mean for items with few ratings, until the Hub has enough of its own (hub.md 4). */
const RATING_PRIOR = 4.7;
const RATINGS_FOR_OWN_MEAN = 100;
const DAY_MS = 86_400_000;
/** Maximum number of items per kind on a person's page. */
const PROFILE_MAX = 48;

/** The public Hub. */
export interface Hub {
  list(type: HubType, query: v.InferOutput<typeof hubListQuerySchema>): Promise<CardList>;
  /** Cards of these items, if public, in this order. */
  cards(type: HubType, ids: readonly string[]): Promise<Card[]>;
  profile(userId: string): Promise<object>;
  collections(): Promise<{ slug: string; title: string; description: string; count: number; icons: string[] }[]>;
  collection(slug: string): Promise<object>;
  /** Counts a conversation with at least one message of a visitor who is not its author. */
  noteTry(conversation: Conversation): Promise<void>;
  /** Counts a copy of another account's item, once complete. */
  noteClone(
    type: HubType,
    copy: { id: string; ownerId: string | null; clonedFrom: { id: string } | null },
  ): Promise<void>;
}

/** Creates the Hub. @param search - database connection for searches, with a time limit */
export function createHub({ db, search, clock }: { db: Database; search: () => Database; clock: Clock }): Hub {
  const hubWords = createHubWords({ db, clock });

  async function orderBy(sort: HubOrder['sort']): Promise<HubOrder> {
    if (sort !== 'rated') return { sort, now: clock.now(), ratingPrior: RATING_PRIOR };
    const { count, mean } = await readHubMean(db);
    return { sort, now: clock.now(), ratingPrior: count >= RATINGS_FOR_OWN_MEAN ? mean : RATING_PRIOR };
  }

  async function cards(type: HubType, filter: HubFilter, take: number): Promise<Card[]> {
    const rows = await listHubItems(db, type, filter, await orderBy('newest'), { skip: 0, take });
    return rows.map((row) => toCard(type, row));
  }

  /** Search terms; if no item contains all of them, the corrected ones, or some of them. */
  async function count(
    on: Database,
    type: HubType,
    wanted: HubFilter,
  ): Promise<{ filter: HubFilter; counts: HubCounts; relaxed?: CardList['relaxed'] }> {
    const counts = await countHubItems(on, type, wanted);
    const { words = '' } = wanted;
    if (counts.total > 0 || words.trim() === '' || DEMANDS.test(words)) return { filter: wanted, counts };
    const corrected = await hubWords.correct(words);
    for (const matches of ['all', 'some'] as const) {
      if (matches === 'all' ? corrected === words : !/\s/.test(corrected.trim())) continue;
      const filter = { ...wanted, words: corrected, someWords: matches === 'some' };
      const found = await countHubItems(on, type, filter);
      if (found.total > 0) return { filter, counts: found, relaxed: { words: corrected, matches } };
    }
    return { filter: wanted, counts };
  }

  const hub: Hub = {
    async list(type, { q, tag, language, licence, updated, sort, cursor, page, take }) {
      const wanted: HubFilter = {
        words: q,
        tag,
        language,
        licence,
        updatedSince: updated === undefined ? undefined : clock.now() - updated * DAY_MS,
      };
      const number = cursor === undefined ? (page ?? 1) : byNumber.read(cursor);
      const order = await orderBy(sort ?? (q === undefined || q.trim() === '' ? 'trending' : 'relevance'));
      const on = q === undefined || q.trim() === '' ? db : search();
      const { filter, counts, relaxed } = await count(on, type, wanted);
      const { total, ...facets } = counts;
      const rows = total === 0 ? [] : await listHubItems(on, type, filter, order, { skip: (number - 1) * take, take });
      return {
        items: rows.map((row) => toCard(type, row)),
        cursor: number * take < total ? byNumber.write(number + 1) : null,
        total,
        facets,
        ...(relaxed && { relaxed }),
      };
    },
    async cards(type, ids) {
      const found = ids.length === 0 ? [] : await cards(type, { ids }, ids.length);
      return ids.flatMap((id) => found.find((card) => card.id === id) ?? []);
    },
    async profile(userId) {
      const user = await readUser(db, userId);
      const lists = user
        ? await Promise.all(
            (['skillset', 'bot', 'dataset', 'widget', 'blueprint'] as const).map((type) =>
              cards(type, { ownerId: userId }, PROFILE_MAX),
            ),
          )
        : [];
      const items = lists.flat().sort((a, b) => b.createdAt - a.createdAt);
      // Accounts without published items have no public page.
      if (!user || items.length === 0) throw new ApiError('NOT_FOUND', 'There is no such person here');
      const totals = {
        clones: sum(items, (card) => card.counters.clones),
        tries: sum(items, (card) => card.counters.tries),
      };
      return {
        user: { id: user.id, name: user.name, image: user.image, createdAt: user.createdAt.getTime() },
        totals,
        items,
      };
    },
    async collections() {
      return Promise.all(
        (await listCollections(db)).map(async (row) => {
          const { slug, title, description, items } = row;
          const icons = (await cardsOf(hub, items)).map(({ card }) => card.icon);
          return {
            slug,
            title,
            description,
            count: icons.length,
            icons: [...new Set(icons.filter((icon) => icon !== ''))].slice(0, 6),
          };
        }),
      );
    },
    async collection(slug) {
      const row = await readCollection(db, slug);
      if (!row) throw new ApiError('NOT_FOUND', 'There is no such collection');
      return {
        slug,
        title: row.title,
        description: row.description,
        position: row.position,
        updatedAt: row.updatedAt,
        items: await cardsOf(hub, row.items),
      };
    },
    async noteTry({ id, trial, payerId }) {
      if (!trial) return;
      const resource = await readResource(db, trial.type, trial.id);
      if (!resource || (resource.ownerId !== null && resource.ownerId === payerId)) return;
      await insertHubUse(db, { type: trial.type, itemId: trial.id, kind: 'try', subject: id, createdAt: clock.now() });
    },
    async noteClone(type, { id, ownerId, clonedFrom }) {
      const original: ResourceRow<HubType> | undefined = clonedFrom
        ? await readResource(db, type, clonedFrom.id)
        : undefined;
      if (!original || ownerId === null || original.ownerId === ownerId || original.visibility === 'private') return;
      if (type === 'skillset' && (await countAbilities(db, id)) < (await countAbilities(db, original.id))) return;
      await insertHubUse(db, { type, itemId: original.id, kind: 'clone', subject: ownerId, createdAt: clock.now() });
    },
  };
  return hub;
}

async function cardsOf(
  hub: Hub,
  items: readonly { type: HubType; id: string; note: string }[],
): Promise<{ note: string; card: Card }[]> {
  const types = [...new Set(items.map(({ type }) => type))];
  const found = (
    await Promise.all(
      types.map((type) =>
        hub.cards(
          type,
          items.filter((item) => item.type === type).map(({ id }) => id),
        ),
      ),
    )
  ).flat();
  return items.flatMap(({ type, id, note }) => {
    const card = found.find((each) => each.type === type && each.id === id);
    return card ? [{ note, card }] : [];
  });
}

/** Converts a row for the API. */
export function toCard(type: HubType, { resource, user, clones, tries, ratingSum, ratingCount }: HubRow): Card {
  const rating =
    ratingCount === 0 ? null : { average: Math.round((ratingSum / ratingCount) * 10) / 10, count: ratingCount };
  return { type, ...resource, user, counters: { clones, tries }, rating };
}

/** Search results have no stable position to continue from, so their cursor is a page number. */
const byNumber: Cursors<number> = createCursors(
  (page) => `p${String(page)}`,
  /^p([1-9]\d{0,4})$/,
  ([page]) => Number(page),
);

function sum<Entry>(entries: readonly Entry[], value: (entry: Entry) => number): number {
  return entries.reduce((total, entry) => total + value(entry), 0);
}
