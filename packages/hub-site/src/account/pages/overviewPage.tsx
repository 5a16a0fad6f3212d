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
import { redirect, type PageRequest, type Route } from '../../site/route';
import { Tile } from '../../shell/Tile';
import { A, roleIn } from '../../site/SiteContext';
import { accountPage, ownRoute } from './accountPage';
import { installationText } from './installationText';
import { ConversationList } from './conversationListPage';
import { timeAgo } from './timeAgo';
import { AddressForm } from '../../shell/AddressForm';
import { Way, type WayStep } from '../workspace/Way';

/** Maximum number of entries per kind. */
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
    sites: sites.flatMap(({ items }) => items),
    widgetNames: new Map(widgets.items.map(({ id, name }) => [id, name])),
  };
}

/** /overview: the setup steps until a chat is installed, and existing items. */
export const overviewRoute: Route = ownRoute({
  path: '/overview',
  async show(request) {
    // Answerers have only an inbox.
    if (roleIn(request.workspaces) === 'answerer') return redirect(request.href('/inbox'));
    const now = Date.now();
    const all = await readAll(request, now);
    const { widgets, bots, skillsets, datasets, blueprints, conversations, widgetNames, sites } = all;
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
              <A to="/blueprints">Blueprints</A>
              <A to="/playground">Playground</A>
              <A to="/usage">Usage</A>
            </div>
          </header>
          {sites.length === 0 && <Way steps={stepsOf(all)} />}
          <div className="overview">
            <Shelf title="Widgets" create="/integrations/widget/new" items={widgets} />
            <Shelf title="Bots" create="/bots/new" items={bots} />
            <Shelf title="Abilities" create="/skillsets/new" items={skillsets} />
            <Shelf title="Knowledge" create="/datasets/new" items={datasets} />
            <Shelf title="Blueprints" create="/blueprints/new" items={blueprints} />
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

/** Setup steps from a site's address to an installed chat, with the workspace's progress. */
function stepsOf({ datasets, bots, widgets }: { datasets: Item[]; bots: Item[]; widgets: Item[] }): WayStep[] {
  const [dataset] = datasets;
  const [bot] = bots;
  const [widget] = widgets;
  return [
    {
      title: 'Your site',
      note: dataset ? (
        dataset.name || 'Your first knowledge base is ready.'
      ) : (
        <>
          Enter its address, and a bot that knows its pages and a chat in its colours are made from it. No site yet?{' '}
          <A to="/datasets/new">Add documents</A>.
        </>
      ),
      isDone: dataset !== undefined,
      action: { label: 'Open', to: dataset?.path ?? '/start' },
      ...(!dataset && { form: <AddressForm /> }),
    },
    {
      title: 'Bot',
      note: bot ? bot.name || 'Your first bot is ready.' : 'Say who answers, and what it should not do.',
      isDone: bot !== undefined,
      action: bot ? { label: 'Open', to: bot.path } : { label: 'Create a bot', to: '/bots/new' },
    },
    {
      title: 'Look',
      note: widget ? widget.name || 'Your first widget is ready.' : 'Choose colours, texts and position.',
      isDone: widget !== undefined,
      action: widget
        ? { label: 'Open', to: widget.path }
        : { label: 'Create a widget', to: '/integrations/widget/new' },
    },
    {
      title: 'Install',
      note: 'Paste one line into your site. This page confirms when it has been loaded there.',
      isDone: false,
      action: { label: 'Show the line', to: '/install' },
    },
  ];
}

function Shelf({ title, create, items }: { title: string; create: string; items: readonly Item[] }) {
  if (items.length === 0) return null;
  const id = `shelf-${title.toLowerCase()}`;
  return (
    <section className="shelf" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <A className="button quiet small" to={create} aria-label={`New in ${title}`}>
          New
        </A>
      </header>
      <ul className="item-list tiles">
        {items.map(({ id: key, type, icon, name, note, path }) => (
          <li key={key}>
            <Tile item={{ type, id: key, icon }} size="small" />
            <A to={path}>{name || 'Without name'}</A>
            <span className="quiet">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
