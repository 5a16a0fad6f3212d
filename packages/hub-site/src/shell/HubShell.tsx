import type { ReactNode } from 'react';
import { A, useSite } from '../site/SiteContext';
import { AssistantTag } from '../assistant/AssistantTag';
import { Brand } from './Brand';
import { ChangelogBar } from './ChangelogBar';
import { Footer } from './Footer';
import { Menu, MenuLinks } from './Menu';
import { COLLECTION_LINKS, COLLECTIONS, CREATE_LINKS, HUB_HOME, HUB_TYPES_NAV, TOP_LINKS } from './siteLinks';

interface HubShellProps {
  readonly showsChangelog: boolean;
  /** Current search query. */
  readonly query: string;
  readonly children: ReactNode;
}

/** Shell of the Hub's pages: navigation, Create menu, top bar, changelog bar, footer and assistant [H-9, H-10]. */
export function HubShell({ showsChangelog, query, children }: HubShellProps) {
  const { viewer, path } = useSite();
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      {showsChangelog && <ChangelogBar />}
      <header className="site-header hub-header">
        <div className="column header-row">
          <Brand section="Hub" />
          <SearchBox query={path === '/hub/search' ? query : ''} />
          <button className="menu-button" type="button" popoverTarget="site-menu">
            Menu
          </button>
          <div className="header-menu" id="site-menu" popover="auto">
            <nav aria-label="Account">
              <ul className="main-nav">
                {TOP_LINKS.map(({ label, to }) => (
                  <li key={to}>
                    <A to={to}>{label}</A>
                  </li>
                ))}
              </ul>
            </nav>
            <div className="header-actions">
              <Menu label="Create" isButton align="end">
                <MenuLinks links={CREATE_LINKS} />
              </Menu>
              {viewer ? (
                <A className="button quiet small" to="/account">
                  Settings
                </A>
              ) : (
                <SignIn />
              )}
            </div>
          </div>
        </div>
        <nav className="column hub-nav" aria-label="Sections of the Hub">
          <ul>
            {[HUB_HOME, ...HUB_TYPES_NAV, COLLECTIONS].map(({ label, to }) => (
              <li key={to}>
                <A to={to} {...(to !== HUB_HOME.to && path.startsWith(`${to}/`) && { 'aria-current': 'true' })}>
                  {label === 'Hub' ? 'All' : label}
                </A>
              </li>
            ))}
            <li>
              <Menu label="More" align="end">
                <MenuLinks
                  links={[
                    ...HUB_TYPES_NAV.map(({ latest }) => latest),
                    ...COLLECTION_LINKS,
                    { label: 'How the Hub ranks', to: '/hub/about-ranking' },
                  ]}
                />
              </Menu>
            </li>
          </ul>
        </nav>
      </header>
      <main id="content">{children}</main>
      <Footer year={new Date().getFullYear()} />
      <AssistantTag />
    </>
  );
}

function SignIn() {
  const { path, href } = useSite();
  return (
    <a className="button quiet small" href={href(`/signin?callbackUrl=${encodeURIComponent(path)}`)}>
      Sign in
    </a>
  );
}

function SearchBox({ query }: { query: string }) {
  const { href } = useSite();
  return (
    <form className="search-box" role="search" action={href('/hub/search')} method="get">
      <label className="visually-hidden" htmlFor="hub-search">
        Search the Hub
      </label>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle cx="9" cy="9" r="5.5" />
        <path d="m13.2 13.2 3.3 3.3" />
      </svg>
      <input
        id="hub-search"
        type="search"
        name="q"
        placeholder="Search the Hub"
        defaultValue={query}
        maxLength={200}
        autoComplete="off"
        data-search
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
