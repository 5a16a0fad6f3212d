import type { HubItem } from '@sotto/hub-api';
import { countOf } from '../shell/ItemGrid';
import { HUB_TYPE_WORDS, itemDescription, itemName, itemPath } from '../site/hubTypes';
import { Tile } from '../shell/Tile';
import { itemTrail } from '../head/structuredData';
import { A } from '../site/SiteContext';
import { Author } from '../shell/Author';
import { ChatPanel } from './ChatPanel';
import { HeroActions } from './HeroActions';

interface HeroProps {
  readonly data: HubItem;
  readonly rating: { value: number; count: number } | undefined;
  /** A question submitted before scripts were loaded; empty for none. */
  readonly question: string;
}

/** An item's name, description and actions, with the chat beside it [H-2, H-3]. */
export function Hero({ data, rating, question }: HeroProps) {
  const { item } = data;
  return (
    <div className="item-hero">
      <div className="hero-text">
        <Trail item={item} />
        <Tile item={item} size="large" />
        <h1 dir="auto">{itemName(item)}</h1>
        <p className="lead" dir="auto">
          {itemDescription(item)}
        </p>
        {item.user && <Author user={item.user} />}
        <HeroActions data={data} />
        <Facts item={item} rating={rating} />
      </div>
      <ChatPanel data={data} question={question} />
    </div>
  );
}

function Trail({ item }: { item: HubItem['item'] }) {
  return (
    <nav className="trail" aria-label="Breadcrumbs">
      <ol>
        {itemTrail(item).map(({ name, path }) => (
          <li key={name}>
            {path === undefined ? (
              <span aria-current="page" dir="auto">
                {name}
              </span>
            ) : (
              <A to={path}>{name}</A>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Facts({ item, rating }: { item: HubItem['item']; rating: HeroProps['rating'] }) {
  const { clones, tries } = item.counters;
  const words = HUB_TYPE_WORDS[item.type];
  return (
    <div className="hero-facts">
      <ul className="item-facts">
        {rating && (
          <li>
            <a href="#ratings">
              ★ {rating.value.toFixed(1)} out of 5, {countOf(rating.count, 'rating', 'ratings')}
            </a>
          </li>
        )}
        {item.checks && (
          <li>
            {item.checks.total} of {countOf(item.checks.total, 'check passes', 'checks pass')},{' '}
            <time dateTime={new Date(item.checks.since).toISOString()}>{longDate(item.checks.since)}</time>
          </li>
        )}
        <li>Free</li>
        {clones > 0 && <li>{countOf(clones, 'clone', 'clones')}</li>}
        {tries > 0 && <li>{countOf(tries, 'try', 'tries')}</li>}
        {item.licence !== '' && <li>{item.licence}</li>}
        <li>Version {item.version}</li>
        <li>
          Updated <time dateTime={new Date(item.updatedAt).toISOString()}>{longDate(item.updatedAt)}</time>
        </li>
      </ul>
      {item.clonedFrom && (
        <p className="small quiet">
          Cloned from{' '}
          {item.clonedFrom.name === null ? (
            `a ${words.one.toLowerCase()} that is no longer public`
          ) : (
            <A to={itemPath({ ...item.clonedFrom, type: item.type })}>{item.clonedFrom.name || item.clonedFrom.id}</A>
          )}
        </p>
      )}
      {item.tags.length > 0 && (
        <ul className="tag-row" aria-label="Tags">
          {item.tags.map((tag) => (
            <li key={tag}>
              <A className="tag" to={`/hub/${words.plural}?tag=${encodeURIComponent(tag)}`}>
                {tag}
              </A>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Formats a date. */
export function longDate(moment: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(moment);
}
