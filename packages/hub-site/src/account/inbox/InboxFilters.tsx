import type { ConversationLabel } from '@sotto/hub-api';
import type { ReactNode } from 'react';
import { useSite } from '../../site/SiteContext';
import { isFiltered, type InboxQuery } from './inboxQuery';

/** Filter form; works without scripts, because filters are in the address. */
export function InboxFilters({
  query,
  names,
  labels,
  hasTeam,
}: {
  query: InboxQuery;
  names: ReadonlyMap<string, string>;
  labels: readonly ConversationLabel[];
  /** Whether there is somebody to assign conversations to. */
  hasTeam: boolean;
}) {
  const { search, widget, label, state, assigned, vote, contact, tool, from, to } = query;
  const { href } = useSite();
  const isMore = [widget, label, vote, contact, tool, from, to].some((value) => value !== undefined);
  return (
    <form className="inbox-filters" role="search" aria-label="Conversations" action={href('/inbox')}>
      <div className="joined">
        <label className="visually-hidden" htmlFor="inbox-search">
          Search conversations
        </label>
        <input
          type="search"
          id="inbox-search"
          name="search"
          defaultValue={search}
          maxLength={200}
          placeholder="Search"
          aria-keyshortcuts="/"
        />
        <button className="button quiet" type="submit">
          Search
        </button>
      </div>
      <Choice name="state" label="State" value={state} all="Any state">
        <option value="open">Open</option>
        <option value="waiting">Waiting for you</option>
        <option value="solved">Solved</option>
      </Choice>
      {hasTeam && (
        <Choice name="assigned" label="Assigned to" value={assigned} all="Anybody’s">
          <option value="me">Mine</option>
          <option value="nobody">Not assigned</option>
        </Choice>
      )}
      <details className="inbox-more" open={isMore}>
        <summary>More filters</summary>
        <div>
          {names.size > 1 && (
            <Choice name="widget" label="Widget" value={widget} all="All widgets">
              {[...names].map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Choice>
          )}
          {labels.length > 0 && (
            <Choice name="label" label="Label" value={label} all="Any label">
              {labels.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Choice>
          )}
          <Choice name="vote" label="Votes" value={vote} all="Any votes">
            <option value="down">Not helpful</option>
            <option value="up">Helpful</option>
          </Choice>
          <Choice name="contact" label="Contact" value={contact} all="With or without contact details">
            <option value="true">With contact</option>
            <option value="false">Without contact</option>
          </Choice>
          <Choice name="tool" label="Tools" value={tool} all="With or without failed tools">
            <option value="failed">A tool failed</option>
          </Choice>
          <Day name="from" label="From" value={from} />
          <Day name="to" label="To" value={to} />
          <button className="button quiet small" type="submit">
            Apply
          </button>
        </div>
      </details>
      {isFiltered(query) && <a href={href('/inbox')}>Clear</a>}
    </form>
  );
}

function Choice({
  name,
  label,
  value,
  all,
  children,
}: {
  name: string;
  label: string;
  value: string | undefined;
  all: string;
  children: ReactNode;
}) {
  return (
    <label className="inbox-choice">
      <span className="visually-hidden">{label}</span>
      <select name={name} defaultValue={value ?? ''} data-submits>
        <option value="">{all}</option>
        {children}
      </select>
    </label>
  );
}

function Day({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <label className="inbox-day">
      {label} <input type="date" name={name} defaultValue={value} />
    </label>
  );
}
