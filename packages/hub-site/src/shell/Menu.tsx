import type { ReactNode } from 'react';
import { A } from '../site/SiteContext';
import type { SiteLink } from './siteLinks';

interface MenuProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Styled as a button. @default false */
  readonly isButton?: boolean;
  /** Alignment of the panel. @default 'start' */
  readonly align?: 'start' | 'end';
}

/**
 * A panel that works without scripts (`<details>`); a script adds hovering with a delay, Escape, and closing by a
 * click outside [H-11]. Of several with the same name, one is open at a time.
 */
export function Menu({ label, children, isButton = false, align = 'start' }: MenuProps) {
  return (
    <details className="menu" name="menu" data-menu>
      <summary className={isButton ? 'button small' : undefined}>
        {label}
        <svg className="chevron" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="m3 4.5 3 3 3-3" />
        </svg>
      </summary>
      <div className={`menu-panel ${align}`}>{children}</div>
    </details>
  );
}

/** Links of a panel, with descriptions. */
export function MenuLinks({ links, columns = 1 }: { links: readonly SiteLink[]; columns?: 1 | 2 }) {
  return (
    <ul className={`menu-links columns-${String(columns)}`}>
      {links.map(({ label, to, note }) => (
        <li key={to}>
          <A to={to}>
            <span>{label}</span>
            {note !== undefined && <span className="menu-note">{note}</span>}
          </A>
        </li>
      ))}
    </ul>
  );
}
