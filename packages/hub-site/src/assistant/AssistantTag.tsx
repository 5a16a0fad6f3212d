import { useSite } from '../site/SiteContext';

/** The assistant of the site, by the loader: the dashboard's for who is signed in and has not switched it off, the default widget for everybody else [H-10]. Nothing is fetched before somebody reaches for it. */
export function AssistantTag() {
  const { href, viewer } = useSite();
  return <script async src={href('/integrations/widget/v2.js')} data-type={viewer?.usesAssistant ? 'dashboard' : 'default'} data-load="hover" data-assistant />;
}
