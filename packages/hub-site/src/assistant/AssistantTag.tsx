import { useSite } from '../site/SiteContext';

/**
 * The site's assistant, embedded with the loader: the dashboard's for signed-in users who have not switched it off, the
 * default widget for other visitors [H-10]. Nothing is fetched before the visitor opens it. Each account has a
 * conversation of its own, so the next person on a browser cannot read the previous one's.
 *
 * A conversation's page has none: its answer box is where the button would be.
 */
export function AssistantTag() {
  const { href, viewer, path } = useSite();
  if (path.startsWith('/conversations/')) return null;
  const account = viewer?.usesAssistant ? viewer.id : undefined;
  return (
    <script
      async
      src={href('/integrations/widget/v2.js')}
      data-type={account === undefined ? 'default' : 'dashboard'}
      data-session={account}
      data-load="hover"
      data-assistant
    />
  );
}
