import type { ReactNode } from 'react';
import { A, useSite } from '../site/SiteContext';
import { AssistantTag } from '../assistant/AssistantTag';
import { Brand } from './Brand';
import { Footer } from './Footer';
import { Menu, MenuLinks } from './Menu';
import { CONTACT_SALES, HUB_HOME, MAIN_MENUS, PRICING, SIGN_IN } from './siteLinks';

/** Shell of the site's pages: main menu with panels, header actions, footer [H-11]. */
export function MarketingShell({ children }: { children: ReactNode }) {
  const { viewer } = useSite();
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="site-header">
        <div className="column header-row">
          <Brand />
          <button className="menu-button" type="button" popoverTarget="site-menu">
            Menu
          </button>
          <div className="header-menu" id="site-menu" popover="auto">
            <nav aria-label="Main">
              <ul className="main-nav">
                {MAIN_MENUS.map(({ label, to, panel }) => (
                  <li key={to}>
                    <Menu label={label}>
                      <MenuLinks links={panel} columns={2} />
                      <A className="menu-all" to={to}>
                        All {label.toLowerCase()}
                      </A>
                    </Menu>
                  </li>
                ))}
                <li>
                  <A to={PRICING.to}>{PRICING.label}</A>
                </li>
                <li>
                  <A to={HUB_HOME.to}>{HUB_HOME.label}</A>
                </li>
              </ul>
            </nav>
            <div className="header-actions">
              <A className="button quiet small" to={CONTACT_SALES.to}>
                {CONTACT_SALES.label}
              </A>
              <A className="button small" to={SIGN_IN.to}>
                {viewer ? 'Dashboard' : SIGN_IN.label}
              </A>
            </div>
          </div>
        </div>
      </header>
      <main id="content">{children}</main>
      <Footer year={new Date().getFullYear()} />
      <AssistantTag />
    </>
  );
}
