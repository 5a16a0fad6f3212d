import type { Card } from '@sotto/hub-api';
import { A } from '../site/SiteContext';
import { HUB_TYPE_WORDS, itemDescription, itemName, itemPath, personName } from '../site/hubTypes';
import { Tile } from './Tile';

interface ItemGridProps {
  readonly items: readonly Card[];
  /** Shows the kind on each card, for mixed lists. @default false */
  readonly showsType?: boolean;
  /** Shows the author on each card. @default true */
  readonly showsAuthor?: boolean;
  /** Heading level of the names. @default 3 */
  readonly level?: 2 | 3;
  /** A note per item, in order. @default none */
  readonly notes?: readonly string[];
}

/** Items as cards in a grid. */
export function ItemGrid({ items, showsType = false, showsAuthor = true, level = 3, notes = [] }: ItemGridProps) {
  return (
    <ul className="item-grid">
      {items.map((item, index) => (
        <li key={`${item.type} ${item.id}`}>
          <ItemCard item={item} showsType={showsType} showsAuthor={showsAuthor} level={level} note={notes[index]} />
        </li>
      ))}
    </ul>
  );
}

function ItemCard({
  item,
  showsType,
  showsAuthor,
  level,
  note,
}: {
  item: Card;
  showsType: boolean;
  showsAuthor: boolean;
  level: 2 | 3;
  note: string | undefined;
}) {
  const Name = level === 2 ? 'h2' : 'h3';
  return (
    <article className="item-card">
      <Tile item={item} />
      <div className="item-text">
        <Name dir="auto">
          <A to={itemPath(item)}>{itemName(item)}</A>
        </Name>
        <p className="two-lines" dir="auto">
          {itemDescription(item)}
        </p>
        {note !== undefined && (
          <p className="item-note" dir="auto">
            {note}
          </p>
        )}
        <p className="item-facts">
          {showsType && <span>{HUB_TYPE_WORDS[item.type].one}</span>}
          {showsAuthor && item.user && <span dir="auto">{personName(item.user)}</span>}
          {item.counters.clones > 0 && <span>{countOf(item.counters.clones, 'clone', 'clones')}</span>}
          {item.counters.tries > 0 && <span>{countOf(item.counters.tries, 'try', 'tries')}</span>}
          {item.rating && item.rating.count >= 5 && <span>★ {item.rating.average.toFixed(1)}</span>}
        </p>
      </div>
    </article>
  );
}

/** A count with its noun. */
export function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
