import { createContext, useContext, type AnchorHTMLAttributes, type ReactNode } from 'react';
import type { User, Workspace, WorkspaceRole } from '@sotto/hub-api';
import type { SiteSettings } from './siteSettings';

/** Context available to all components of a page. */
export interface SiteView {
  /** Path of the page, without the prefix. */
  readonly path: string;
  readonly viewer: User | null;
  /** Workspaces of the viewer. */
  readonly workspaces: readonly Workspace[];
  readonly settings: SiteSettings;
  readonly href: (path: string) => string;
  /** Address of a built file by the name of its source; undefined before a build. */
  readonly asset: (name: string) => string | undefined;
}

const SiteContext = createContext<SiteView | undefined>(undefined);

/** Provides the context of a page. */
export function SiteProvider({ view, children }: { view: SiteView; children: ReactNode }) {
  return <SiteContext value={view}>{children}</SiteContext>;
}

/** The context of the current page. @throws Error outside a page */
export function useSite(): SiteView {
  const view = useContext(SiteContext);
  if (!view) throw new Error('There is no page around this part');
  return view;
}

/** The viewer's role in the current workspace; owner in their own. */
export function roleIn(workspaces: readonly Workspace[]): WorkspaceRole {
  return workspaces.find(({ isCurrent }) => isCurrent)?.role ?? 'owner';
}

interface AProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of this site, or an external address. */
  readonly to: string;
}

/** A link. Paths get the site's prefix, the current page is marked, and external links are opened with `noopener`. */
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
