import { useSite } from '../site/SiteContext';

/**
 * The assistant of the site, by the loader: the dashboard's for who is signed in and has not switched it off, the
 * default widget for everybody else [H-10]. Nothing is fetched before somebody reaches for it. Each account has a
 * conversation of its own: the next person on a browser reads nothing of the last one's.
 */
export function AssistantTag() {
  const { href, viewer } = useSite();
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
