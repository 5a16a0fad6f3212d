import type { InboxItem } from '@sotto/hub-api';
import type { ReactNode } from 'react';
import { Island } from '../../site/Island';
import { A, roleIn, useSite } from '../../site/SiteContext';
import { personOf } from '../pages/Contact';
import { Ago } from '../pages/Moment';
import { VoteCount } from '../pages/Votes';
import { nameOf } from './codeNames';
import { InboxFilters } from './InboxFilters';
import { isFiltered, withQuery, type Inbox, type InboxQuery } from './inboxQuery';

export const STATE_NAMES = { open: 'Open', waiting: 'Waiting for you', solved: 'Solved' } as const;

interface InboxPanesProps {
  readonly inbox: Inbox;
  /** The conversation that is open. @default none */
  readonly openId?: string;
  /** The thread and its person. */
  readonly children: ReactNode;
}

/** The list, and beside it what is open. On narrow screens an open thread takes the place of the list. */
export function InboxPanes({ inbox, openId, children }: InboxPanesProps) {
  const { href, workspaces } = useSite();
  const { query, items, next, names, withoutHandover, labels, members } = inbox;
  const list = withQuery('/inbox', query);
  return (
    <div className="inbox-panes" data-open={openId}>
      <section className="inbox-pane" aria-label="Conversations">
        <div className="inbox-top">
          {openId === undefined ? (
            <h1>Inbox</h1>
          ) : (
            <p className="inbox-title">
              <a href={href(list)}>Inbox</a>
            </p>
          )}
          <A className="inbox-settings small" to="/inbox/settings">
            Office hours
          </A>
          <InboxFilters query={query} names={names} labels={labels} hasTeam={members.length > 1} />
        </div>
        <Island
          name="inbox"
          when="load"
          className="inbox-scroll"
          props={{
            isFollowed: openId !== undefined || query.cursor === undefined,
            base: href(''),
            list,
            ...(openId !== undefined && { openId }),
          }}
        >
          <div data-live aria-busy="false">
            {items.length === 0 ? (
              <Empty query={query} hasWidgets={names.size > 0} />
            ) : (
              <ul className="inbox-list" aria-label="Conversations">
                {items.map((item) => (
                  <Row
                    key={item.id}
                    item={item}
                    to={withQuery(`/conversations/${item.id}`, query)}
                    isOpen={item.id === openId}
                    widget={names.size > 1 ? (names.get(item.widgetId) ?? 'A widget') : undefined}
                    isAlone={members.length < 2}
                    now={Date.now()}
                  />
                ))}
              </ul>
            )}
          </div>
          <p className="visually-hidden" role="status" data-live-status />
          <Pages query={query} next={next} />
          {withoutHandover === undefined ? (
            <p className="inbox-notify">
              <button className="button quiet small" type="button" data-notify hidden>
                Notify me here when a visitor asks for a person
              </button>
            </p>
          ) : (
            roleIn(workspaces) !== 'answerer' && (
              <p className="inbox-notify quiet small">
                Visitors cannot ask for a person yet. <HandoverLink widget={withoutHandover} />
              </p>
            )
          )}
        </Island>
      </section>
      {children}
    </div>
  );
}

/** Leads to the setting by which visitors may ask for a person. */
export function HandoverLink({ widget }: { widget: string }) {
  return <A to={`/integrations/widget/${widget}#widget-handover`}>Turn it on</A>;
}

interface RowProps {
  readonly item: InboxItem;
  readonly to: string;
  readonly isOpen: boolean;
  /** Undefined if there is only one. */
  readonly widget: string | undefined;
  /** Whether nobody else answers in this workspace. */
  readonly isAlone: boolean;
  readonly now: number;
}

function Row({ item, to, isOpen, widget, isAlone, now }: RowProps) {
  const place = item.country === null ? 'Visitor' : `Visitor from ${nameOf('region', item.country)}`;
  return (
    <li data-state={item.state} data-unread={item.isUnread || undefined}>
      <A to={to} className="inbox-row" aria-current={isOpen ? 'page' : undefined}>
        <span className="inbox-first" dir="auto">
          {item.isUnread && <span className="visually-hidden">Unread: </span>}
          <bdi>{personOf(item.contact) ?? place}</bdi>
          {item.firstText !== item.lastText && <Subject text={item.firstText} />}
        </span>
        <span className="inbox-last">
          <Speaker item={item} isAlone={isAlone} />
          <span className="inbox-words" dir="auto">
            {toPlain(item.lastText ?? '') || 'Without words'}
          </span>
        </span>
      </A>
      <p className="inbox-facts">
        {item.state !== 'open' && <span className={`state state-${item.state}`}>{STATE_NAMES[item.state]}</span>}
        {item.agent && (
          <span className="state state-agent">
            <bdi>{item.agent.name}</bdi> answers
          </span>
        )}
        {item.assignee && (
          <span className="state">
            <span aria-hidden="true">→ </span>
            <span className="visually-hidden">Assigned to </span>
            <bdi>{item.assignee.name}</bdi>
          </span>
        )}
        {item.labels.map(({ id, name }) => (
          <bdi key={id} className="state">
            {name}
          </bdi>
        ))}
        <VoteCount {...item.votes} />
        {item.language !== null && <bdi>{nameOf('language', item.language.split('-')[0] ?? '')}</bdi>}
        {widget !== undefined && <bdi>{widget}</bdi>}
        {item.page !== null && (
          <bdi className="inbox-page" dir="ltr">
            {item.page.replace(/^https?:\/\/(?:www\.)?/, '')}
          </bdi>
        )}
        <Ago at={item.lastActivityAt} now={now} />
      </p>
    </li>
  );
}

/** The first words: what the conversation is about. */
function Subject({ text }: { text: string | null }) {
  const words = toPlain(text ?? '');
  return words === '' ? null : <span className="inbox-subject"> · {words}</span>;
}

/** Who wrote last: before the words, as in any list of chats. Nothing stands for the visitor, whose row it is. */
function Speaker({ item: { lastSpeaker, lastName }, isAlone }: { item: InboxItem; isAlone: boolean }) {
  if (lastSpeaker === null || lastSpeaker === 'visitor') return null;
  const name = lastSpeaker === 'bot' ? 'Bot' : isAlone || lastName === null ? 'You' : lastName;
  return (
    <span className="inbox-speaker">
      <bdi>{name}</bdi>:{' '}
    </span>
  );
}

/** One line of a message as plain text. */
function toPlain(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|__|`+|^#{1,6} |^> /gm, '')
    .trim();
}

function Empty({ query, hasWidgets }: { query: InboxQuery; hasWidgets: boolean }) {
  if (query.cursor !== undefined) return <p className="quiet">There are no older conversations.</p>;
  if (isFiltered(query))
    return (
      <p className="quiet">
        No conversation matches. <A to="/inbox">Show all</A>
      </p>
    );
  if (hasWidgets)
    return <p className="quiet">No conversations yet. Everything visitors ask in your widgets is listed here.</p>;
  return (
    <p className="quiet">
      You have no widget yet. <A to="/integrations/widget/new">Create one</A>, and everything visitors ask is listed
      here.
    </p>
  );
}

/** Links to the newest and to older conversations. */
function Pages({ query, next }: { query: InboxQuery; next: string | null }) {
  const { href } = useSite();
  if (query.cursor === undefined && next === null) return null;
  const address = (cursor: string | undefined): string => href(withQuery('/inbox', { ...query, cursor }));
  return (
    <nav className="pages" aria-label="Pages">
      {query.cursor !== undefined && <a href={address(undefined)}>Newest</a>}
      {next !== null && (
        <a href={address(next)} rel="next">
          Older
        </a>
      )}
    </nav>
  );
}
