import { createContext, useContext, type AnchorHTMLAttributes, type ReactNode } from 'react';
import type { User, Workspace, WorkspaceRole } from '@sotto/hub-api';
import type { SiteSettings } from './siteSettings';

/** The context that is available to every part of a page. */
export interface SiteView {
  /** The page's own path, below the prefix. */
  readonly path: string;
  readonly viewer: User | null;
  /** The workspaces that they may enter. */
  readonly workspaces: readonly Workspace[];
  readonly settings: SiteSettings;
  readonly href: (path: string) => string;
  /** Address of a file the build made, by the name of its source; undefined before a build. */
  readonly asset: (name: string) => string | undefined;
}

const SiteContext = createContext<SiteView | undefined>(undefined);

/** Gives a page what its parts need. */
export function SiteProvider({ view, children }: { view: SiteView; children: ReactNode }) {
  return <SiteContext value={view}>{children}</SiteContext>;
}

/** The page being drawn. @throws Error outside a page */
export function useSite(): SiteView {
  const view = useContext(SiteContext);
  if (!view) throw new Error('There is no page around this part');
  return view;
}

/** What the viewer is in the workspace that pages show: in their own one, the owner. */
export function roleIn(workspaces: readonly Workspace[]): WorkspaceRole {
  return workspaces.find(({ isCurrent }) => isCurrent)?.role ?? 'owner';
}

interface AProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of this site, or an address elsewhere. */
  readonly to: string;
}

/**
 * A link. Paths get the site's prefix, the page itself is marked as current, and what leaves the site opens no door
 * behind it.
 */
export function A({ to, children, ...rest }: AProps) {
  const { href, path } = useSite();
  if (!to.startsWith('/'))
    return (
      <a href={to} {...rest} {...(rest.target === '_blank' && { rel: rest.rel ?? 'noopener' })}>
        {children}
      </a>
    );
  const current = to === path ? { 'aria-current': 'page' as const } : {};
  return (
    <a href={href(to)} {...current} {...rest}>
      {children}
    </a>
  );
}
