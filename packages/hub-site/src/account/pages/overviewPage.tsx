import {
  blueprintListResponseSchema,
  botListResponseSchema,
  conversationListResponseSchema,
  datasetListResponseSchema,
  skillsetListResponseSchema,
  widgetListResponseSchema,
  widgetSiteListResponseSchema,
  type HubType,
} from '@sotto/hub-api';
import type { ReactNode } from 'react';
import type { PageRequest, Route } from '../../site/route';
import { Tile } from '../../shell/Tile';
import { A } from '../../site/SiteContext';
import { accountPage, ownRoute } from './accountPage';
import { installationText } from '../../studio/installationText';
import { ConversationList } from './conversationListPage';
import { timeAgo } from './timeAgo';

/** How many of each are shown. */
const SHOWN = 20;

interface Item {
  readonly id: string;
  readonly type: HubType;
  readonly icon: string;
  readonly name: string;
  readonly note: string;
  readonly path: string;
}

const NAMES = { private: 'Private', protected: 'Protected', public: 'Public' } as const;

async function readAll({ hub }: PageRequest, now: number) {
  const page = { take: SHOWN };
  const [widgets, bots, skillsets, datasets, blueprints, conversations] = await Promise.all([
    hub.get('/integration/widget/list', widgetListResponseSchema, page),
    hub.get('/bot/list', botListResponseSchema, page),
    hub.get('/skillset/list', skillsetListResponseSchema, page),
    hub.get('/dataset/list', datasetListResponseSchema, page),
    hub.get('/blueprint/list', blueprintListResponseSchema, page),
    hub.get('/conversation/list', conversationListResponseSchema, page),
  ]);
  const sites = await Promise.all(
    widgets.items.map(({ id }) =>
      hub.get(`/integration/widget/${id}/site/list`, widgetSiteListResponseSchema, { take: 100 }),
    ),
  );
  const own =
    (type: HubType, path: string) =>
    ({
      id,
      name,
      icon,
      visibility,
      updatedAt,
    }: {
      id: string;
      name: string;
      icon: string;
      visibility: keyof typeof NAMES;
      updatedAt: number;
    }): Item => ({
      id,
      type,
      icon,
      name,
      path: `${path}/${id}`,
      note: `${NAMES[visibility]}, changed ${timeAgo(updatedAt, now)}`,
    });
  return {
    widgets: widgets.items.map(({ id, name, icon }, index): Item => ({
      id,
      type: 'widget',
      icon,
      name,
      path: `/integrations/widget/${id}`,
      note: installationText(sites[index]?.items ?? [], now),
    })),
    bots: bots.items.map(own('bot', '/bots')),
    skillsets: skillsets.items.map(own('skillset', '/skillsets')),
    datasets: datasets.items.map(own('dataset', '/datasets')),
    blueprints: blueprints.items.map(own('blueprint', '/blueprints')),
    conversations: conversations.items,
    widgetNames: new Map(widgets.items.map(({ id, name }) => [id, name])),
  };
}

/** /overview: everything of one's own, each with its next step. */
export const overviewRoute: Route = ownRoute({
  path: '/overview',
  async show(request) {
    const now = Date.now();
    const { widgets, bots, skillsets, datasets, blueprints, conversations, widgetNames } = await readAll(request, now);
    return accountPage(request, {
      title: 'Overview',
      body: (
        <>
          <header className="account-head">
            <div>
              <h1>Overview</h1>
              <p className="lead">Hello {request.viewer?.displayName}.</p>
            </div>
            <div className="account-links">
              <A to="/inbox">Inbox</A>
              <A to="/insights">Insights</A>
              <A to="/usage">Your usage</A>
              <A to="/playground">Playground</A>
              <A to="/account">Your account</A>
              <form method="post" action={request.href('/signout')} className="inline-form">
                <button className="text-button" type="submit">
                  Sign out
                </button>
              </form>
            </div>
          </header>
          <div className="overview">
            <Shelf
              title="Widgets"
              create="/integrations/widget/new"
              empty="A widget puts a bot on your site with one line of code."
              items={widgets}
            />
            <Shelf title="Bots" create="/bots/new" empty="A bot answers in your widgets." items={bots} />
            <Shelf
              title="Skillsets"
              create="/skillsets/new"
              empty="Skillsets are what a bot can do."
              items={skillsets}
            />
            <Shelf title="Datasets" create="/datasets/new" empty="Datasets are what a bot knows." items={datasets} />
            <Shelf
              title="Blueprints"
              create="/blueprints/new"
              empty="Blueprints show how the parts work together."
              items={blueprints}
            />
            <section className="shelf" aria-labelledby="conversations-title" id="conversations">
              <header>
                <h2 id="conversations-title">Conversations</h2>
                {conversations.length > 0 && (
                  <A className="button quiet small" to="/conversations" aria-label="All conversations">
                    All
                  </A>
                )}
              </header>
              {conversations.length === 0 ? (
                <p className="quiet">
                  No conversations yet. Conversations in your widgets and your own trials are listed here.
                </p>
              ) : (
                <ConversationList items={conversations} names={widgetNames} now={now} />
              )}
            </section>
          </div>
        </>
      ),
    });
  },
});

function Shelf({
  title,
  create,
  empty,
  items,
}: {
  title: string;
  create: string;
  empty: ReactNode;
  items: readonly Item[];
}) {
  const id = `shelf-${title.toLowerCase()}`;
  return (
    <section className="shelf" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <A className="button quiet small" to={create} aria-label={`New in ${title}`}>
          New
        </A>
      </header>
      {items.length === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <ul className="item-list tiles">
          {items.map(({ id: key, type, icon, name, note, path }) => (
            <li key={key}>
              <Tile item={{ type, id: key, icon }} size="small" />
              <A to={path}>{name || 'Without name'}</A>
              <span className="quiet">{note}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
