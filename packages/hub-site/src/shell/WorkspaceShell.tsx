import type { ReactNode } from 'react';
import { AssistantTag } from '../assistant/AssistantTag';
import { Brand } from './Brand';
import { Island } from '../site/Island';
import { A, roleIn, useSite } from '../site/SiteContext';
import { groupsFor, isWithin, type WorkspaceLink } from './workspaceLinks';
import { WorkspaceSwitch } from './WorkspaceSwitch';

/** Shell of an owner's pages: navigation at the side, or behind a button on phones [H-9]. */
export function WorkspaceShell({ children }: { children: ReactNode }) {
  const { href, viewer, workspaces } = useSite();
  const role = roleIn(workspaces);
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <div className="workspace">
        <header className="workspace-side">
          <Brand to={role === 'answerer' ? '/inbox' : '/overview'} />
          <button className="menu-button" type="button" popoverTarget="workspace-menu">
            Menu
          </button>
          <div className="workspace-menu" id="workspace-menu" popover="auto">
            <WorkspaceSwitch />
            <nav aria-label="Workspace">
              {groupsFor(role, viewer?.roles.includes('operator') === true).map(({ title, links }) => (
                <div key={title ?? ''} className="workspace-group">
                  {title !== undefined && <p className="workspace-title">{title}</p>}
                  <ul>
                    {links.map((link) => (
                      <li key={link.to}>
                        <Entry link={link} />
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </nav>
            <Foot />
          </div>
        </header>
        <main id="content">{children}</main>
      </div>
      <Island name="inboxCount" when="load" props={{ base: href('') }} />
      <AssistantTag />
    </>
  );
}

function Entry({ link }: { link: WorkspaceLink }) {
  const { path } = useSite();
  const isBelow = link.to !== path && isWithin(link, path);
  return (
    <A to={link.to} {...(isBelow && { 'aria-current': 'true' })}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={link.icon} />
      </svg>
      {link.label}
      {link.to === '/inbox' && <span className="workspace-count" data-inbox-count hidden />}
    </A>
  );
}

/** The signed-in user, and account links. */
function Foot() {
  const { viewer, href } = useSite();
  return (
    <div className="workspace-foot">
      <ul className="workspace-out">
        <li>
          <A to="/hub">Hub</A>
        </li>
        <li>
          <A to="/docs">Docs</A>
        </li>
      </ul>
      {viewer && (
        <form method="post" action={href('/signout')}>
          <span className="workspace-person" dir="auto">
            {viewer.displayName}
          </span>
          <button className="text-button" type="submit">
            Sign out
          </button>
        </form>
      )}
    </div>
  );
}
