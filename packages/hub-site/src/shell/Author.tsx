import type { Card } from '@sotto/hub-api';
import { personName } from '../site/hubTypes';
import { A } from '../site/SiteContext';

/**
 * 'created by' with the author's picture or the default icon; the name is in a tooltip that also shows on focus [H-2].
 */
export function Author({ user: { id, name, image } }: { user: NonNullable<Card['user']> }) {
  const shown = personName({ name });
  return (
    <p className="author">
      <span className="quiet">created by</span>
      <A to={`/hub/users/${id}`} className="author-link" aria-label={`created by ${shown}`} data-tooltip={shown}>
        {image === null ? (
          <DefaultAvatar />
        ) : (
          <img src={image} alt="" width="32" height="32" referrerPolicy="no-referrer" loading="lazy" />
        )}
        <span dir="auto" aria-hidden="true">
          {shown}
        </span>
      </A>
    </p>
  );
}

/** Default avatar of an author. */
export function DefaultAvatar() {
  return (
    <span className="avatar">
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle cx="10" cy="7.5" r="3" />
        <path d="M4.5 16a5.5 5.5 0 0 1 11 0" />
      </svg>
    </span>
  );
}
