import { emptyResponseSchema } from '@sotto/hub-api';
import { redirect, type PageRequest } from '../site/route';

/** Query parameter with a workspace, used in emails. */
const NAME = 'workspace';

/** Switches to the workspace named in an address, if it is one of the viewer's, and redirects to the page. */
export async function enterNamedWorkspace({ url, workspaces, hub, href }: PageRequest): Promise<Response | undefined> {
  const named = workspaces.find(({ id }) => id === url.searchParams.get(NAME));
  if (!named) return undefined;
  if (!named.isCurrent) await hub.post('/workspace/select', emptyResponseSchema, { workspaceId: named.id });
  const query = new URLSearchParams(url.searchParams);
  query.delete(NAME);
  return redirect(href(url.pathname + (query.size > 0 ? `?${query.toString()}` : '')));
}
