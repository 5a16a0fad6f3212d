import type { PanelHost } from '../panelHost';
import { hasOwnPicture } from './frameSettings';
import { isPhone } from './phone';

/**
 * The frame's address. It carries how to draw the first picture and nothing personal; everything else goes by init.
 *
 * @returns `{base}{id}/frame?…`, or `/auto/widget/frame?type=…` beside the integrations folder
 */
export function frameAddress(host: PanelHost): string {
  const { state, base, element, window } = host;
  const { config, scheme } = state;
  const id = config.widget ?? config.integrationId;
  const address = new URL(id === undefined ? '../../auto/widget/frame' : `${encodeURIComponent(id)}/frame`, base);
  const type = id === undefined ? (config.type ?? 'default') : '';
  // An isolated page asks something of the frame, and the server answers it there alone: Firefox could show no page of
  // others in such a frame.
  const parameters = {
    type,
    v: 2,
    scheme,
    lang: config.language,
    layout: config.layout,
    mobile: isPhone(host),
    // The server draws what is seen first; what the page has set it does not know.
    own: hasOwnPicture(state),
    instance: config.id ?? element.widgetId,
    isolated: window.crossOriginIsolated,
  };
  for (const [name, value] of Object.entries(parameters)) if (value) address.searchParams.set(name, value as string);
  return address.href;
}

/** What assistive technology calls the frame. */
export function frameTitle(host: PanelHost): string {
  const { frameTitle: title, barTitle } = host.settings();
  return title ?? barTitle ?? host.state.words.chat;
}

/**
 * A new frame. It is made whole before it enters the page: an address that is assigned later would add a step to the
 * page's history.
 *
 * The frame may use what the owner switched on and nothing else. No `sandbox`: it is another origin already.
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
  // The same single value on both sides of the border, or browsers paint an opaque white between.
  frame.style.colorScheme = scheme;
  if (config.credentialless) frame.setAttribute('credentialless', '');
  frame.src = frameAddress(host);
  return frame;
}
