import { A, useSite } from '../site/SiteContext';

/** The current workspace, and buttons to switch. Works without scripts. */
export function WorkspaceSwitch() {
  const { workspaces, href } = useSite();
  const current = workspaces.find(({ isCurrent }) => isCurrent);
  // Users without a team have a single workspace, so nothing is shown.
  if (!current || workspaces.length < 2) return null;
  return (
    <details className="workspace-switch">
      <summary>
        <span className="workspace-switch-name">
          <span className="visually-hidden">Workspace: </span>
          <bdi>{current.name}</bdi>
        </span>
        <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
          <path d="m6.5 8 3.5-3.5L13.5 8M6.5 12l3.5 3.5 3.5-3.5" />
        </svg>
      </summary>
      <form method="post" action={href('/team')} aria-label="Workspaces">
        <input type="hidden" name="form" value="select" />
        {workspaces.map(({ id, name, isTeam, isCurrent }) => (
          <button key={id} type="submit" name="id" value={id} {...(isCurrent && { 'aria-current': 'true' })}>
            <bdi>{name}</bdi>
            <span className="small">{isTeam ? 'Team' : 'Your own'}</span>
          </button>
        ))}
        <A to="/team#new">Create a team</A>
      </form>
    </details>
  );
}
