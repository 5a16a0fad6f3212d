import type { HubItem } from '@sotto/hub-api';
import { itemName } from '../site/hubTypes';
import { A } from '../site/SiteContext';

/** Path of the author's edit page. */
export function editPath({ type, id }: { type: HubItem['item']['type']; id: string }): string {
  return type === 'widget' ? `/integrations/widget/${id}` : `/${type}s/${id}`;
}

/** Try Now, share, and either Edit for the author or Clone for other visitors [H-2]. */
export function HeroActions({ data: { item, viewer } }: { data: HubItem }) {
  const name = itemName(item);
  return (
    <div className="actions hero-actions">
      <a className="button" href="#chat" data-try-now>
        {item.type === 'blueprint' ? 'See the parts' : 'Try Now'}
      </a>
      {viewer.isAuthor ? (
        <A className="button quiet" to={editPath(item)}>
          Edit
        </A>
      ) : (
        <a className="button quiet" href="#integration" data-clone>
          Clone
        </a>
      )}
      <a
        className="button quiet"
        href={`mailto:?subject=${encodeURIComponent(name)}`}
        data-share={`Try “${name}” on the Hub`}
      >
        Share
      </a>
    </div>
  );
}
