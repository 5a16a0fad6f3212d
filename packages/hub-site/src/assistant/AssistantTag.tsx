import { useSite } from '../site/SiteContext';

/** Pages whose forms, previews and answer boxes fill the window, where a launcher would cover a control. */
const FULL_PAGES =
  /^\/(?:conversations\/|integrations\/widget\/|install$|playground$|start(?:\/|$)|(?:bots|skillsets|abilities|datasets|knowledge)\/(?!new$)[^/]+$)/;
const hasNoLauncher = (path: string): boolean => FULL_PAGES.test(path);
const OPENER = 'ask-assistant';

/** Opens the assistant on a page without its launcher. */
export function AskAssistant() {
  return (
    <button type="button" className={`button quiet small ${OPENER}`}>
      Ask the assistant
    </button>
  );
}

/**
 * The site's assistant, embedded with the loader: the dashboard's for signed-in users who have not switched it off, the
 * default widget for other visitors [H-10]. Nothing is fetched before the visitor opens it. Each account has a
 * conversation of its own, so the next person on a browser cannot read the previous one's.
 */
export function AssistantTag() {
  const { href, viewer, path } = useSite();
  const account = viewer?.usesAssistant ? viewer.id : undefined;
  return (
    <script
      async
      src={href('/integrations/widget/v2.js')}
      data-type={account === undefined ? 'default' : 'dashboard'}
      data-session={account}
      data-load="hover"
      {...(hasNoLauncher(path) && { 'data-hide-button': 'true', 'data-launcher-selector': `.${OPENER}` })}
      data-assistant
    />
  );
}
