import type { PanelHost } from '../panelHost';
import { hasOwnPicture } from './frameSettings';
import { isPhone } from './phone';

/**
 * The frame's address: only what the first drawing needs, and no personal data. Everything else is sent in `init`.
 *
 * @returns `{base}{id}/frame?…`, or `/auto/widget/frame?type=…` beside the integrations folder
 */
export function frameAddress(host: PanelHost): string {
  const { state, base, element, window } = host;
  const { config, scheme } = state;
  const id = config.widget ?? config.integrationId;
  const address = new URL(id === undefined ? '../../auto/widget/frame' : `${encodeURIComponent(id)}/frame`, base);
  const type = id === undefined ? (config.type ?? 'default') : '';
  // A cross-origin isolated page needs a header on the frame's response, which the server sends only then: with it,
  // Firefox cannot show pages of other sites in the frame.
  const parameters = {
    type,
    v: 2,
    scheme,
    lang: config.language,
    layout: config.layout,
    mobile: isPhone(host),
    // The server renders the first screen without knowing what the page has set.
    own: hasOwnPicture(state),
    instance: config.id ?? element.widgetId,
    isolated: window.crossOriginIsolated,
  };
  for (const [name, value] of Object.entries(parameters)) if (value) address.searchParams.set(name, value as string);
  return address.href;
}

/** The frame's accessible name. */
export function frameTitle(host: PanelHost): string {
  const { frameTitle: title, barTitle } = host.settings();
  return title ?? barTitle ?? host.state.words.chat;
}

/**
 * Creates a frame. Its address is set before it is inserted: setting it later would add an entry to the page's
 * history.
 *
 * The frame gets only the permissions that the owner has enabled. It has no `sandbox`, because it already has another
 * origin.
 */
export function createFrameElement(host: PanelHost): HTMLIFrameElement {
  const { scheme } = host.state;
  const config = host.settings();
  const frame = host.window.document.createElement('iframe');
  frame.title = frameTitle(host);
  frame.setAttribute('part', 'frame');
  frame.allow = `clipboard-write; \
fullscreen${config.voiceIn ? '; microphone' : ''}${config.voiceOut ? '; autoplay' : ''}\
${(host.window.navigator as Partial<Navigator>).share ? '; web-share' : ''}`;
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  // Both documents must declare the same single scheme, or browsers paint an opaque white background.
  frame.style.colorScheme = scheme;
  if (config.credentialless) frame.setAttribute('credentialless', '');
  frame.src = frameAddress(host);
  return frame;
}
