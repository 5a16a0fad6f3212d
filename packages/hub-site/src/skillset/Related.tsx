import type { HubItem, HubType } from '@sotto/hub-api';
import { HUB_TYPE_WORDS, itemDescription, itemName, itemPath } from '../site/hubTypes';
import { ShowMore } from '../shell/ShowMore';
import { Tile } from '../shell/Tile';
import { A } from '../site/SiteContext';

type Link = HubItem['related'][number];

/** Other items of the same author [H-5]. */
export function Related({ items, type }: { items: readonly Link[]; type: HubType }) {
  return (
    <section className="item-section" aria-labelledby="related">
      <h2 id="related">Related {HUB_TYPE_WORDS[type].many.toLowerCase()}</h2>
      <p className="section-lead">Other {HUB_TYPE_WORDS[type].many.toLowerCase()} created by the same author.</p>
      <ShowMore entries={items} list={(some) => <LinkList items={some} />} />
    </section>
  );
}

/** Items in rows: emoji, name, two lines of description. `level`: heading level of the names. */
export function LinkList({ items, level = 3 }: { items: readonly Link[]; level?: 2 | 3 }) {
  const Name = level === 2 ? 'h2' : 'h3';
  return (
    <ul className="link-list">
      {items.map((item) => (
        <li key={item.id} className="item-card">
          <Tile item={item} size="small" />
          <div className="item-text">
            <Name dir="auto">
              <A to={itemPath(item)}>{itemName(item)}</A>
            </Name>
            <p className="two-lines" dir="auto">
              {itemDescription(item)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
