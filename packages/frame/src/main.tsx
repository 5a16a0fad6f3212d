import { browserEnvironment, createHostSessionSource, createWidget, type Widget } from '@sotto/widget-core';
import { ChatWidget, downloadText, preloadMessageText, ReloadBoundary, type ChatWidgetHandle, type ChatWidgetProps } from '@sotto/widget-react';
import '@sotto/widget-react/widget.css';
import { createRef, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { findHost, hostAddressOf, joinHost } from './connectHost';
import './frame.css';
import { readBase, readFrameOptions } from './frameOptions';
import { freshAddress, nextReload, readIntegration } from './readIntegration';
import { showTrouble } from './showTrouble';

/** What a page needs that waits for the visitor's consent, or lost it. */
const importConsent = () => import('./consent');

/** The page could not start: it loads itself again, and after three times it says so [W-1]. */
function giveUp(): void {
  const again = nextReload(location.href);
  if (again !== undefined) location.replace(again);
  else showTrouble(document, () => { location.replace(freshAddress(location.href)); });
}

async function start(root: HTMLElement): Promise<void> {
  const integration = readIntegration(document);
  if (!integration) {
    giveUp();
    return;
  }
  preloadMessageText();
  const options = readFrameOptions(location.href);
  const browser = browserEnvironment(window);
  const link = findHost(window, options, integration.allowedOrigins, browser.warn);
  const init = await link.init;
  const { capabilities = [], config } = init ?? {};
  const heldBack = config?.['consent'] === 'wait' ? (await importConsent()).holdBack(browser) : undefined;
  const environment = heldBack?.environment ?? browser;
  const createSession = capabilities.includes('createSession') && { createSession: createHostSessionSource(link.connection) };
  const widget = createWidget({ integration, base: readBase(location.href), config: { ...options.config, ...config }, environment, ...createSession });
  if (options.scheme) widget.setMedia({ scheme: options.scheme });
  if (!init) widget.setOpen(options.isOpen);

  const handle = createRef<ChatWidgetHandle>();
  const focusInput = (): void => { focusNowAndAgain(() => handle.current?.focus()); };
  let isKept = heldBack === undefined;
  const configure: Widget['configure'] = (changes) => {
    const { consent } = changes as { consent?: unknown };
    widget.configure(changes);
    if (consent === 'granted') heldBack?.grant();
    else if (consent === 'wait' && isKept) void importConsent().then(({ forget }) => forget(widget, environment, () => { location.reload(); }));
    isKept = consent === 'granted' || (isKept && consent !== 'wait');
  };
  const bridge = joinHost({ ...widget, configure }, link, init, { focusInput, saveFile: ({ fileName, text }) => { downloadText(fileName, text); } });
  const host = {
    hostAddress: hostAddressOf(window, init),
    navigate: (url: string, target: '_top' | '_blank'): void => {
      const open = (): void => { window.open(url, '_blank', 'noopener'); };
      bridge.navigate(url, target).then((isHandled) => { if (!isHandled) open(); }, open);
    },
  };
  const onClose = (): void => {
    widget.setOpen(false);
    bridge.reset(false);
  };
  const onPeek: ChatWidgetProps['onPeek'] = (size) => {
    if (size) bridge.resize(size.width, size.height, 'peek');
    else if (!widget.view.getState().isOpen) bridge.reset(false);
  };
  const onCorner: ChatWidgetProps['onCorner'] = capabilities.includes('launcher') ? ({ width, height }, shown) => { bridge.resize(width, height, shown); } : undefined;
  if (capabilities.includes('content')) void import('./reportContent').then(({ reportContent }) => { reportContent(root, (height) => { bridge.resize(root.clientWidth, height, 'content'); }); });
  // A page over the chat is wanted by the host: it shows even where the chat is closed.
  widget.view.subscribe(({ overlay, isOpen }, before) => {
    if (overlay && !before.overlay && !isOpen) bridge.resize(root.clientWidth, root.clientHeight, 'overlay');
  });
  followScheme(widget);
  createRoot(root).render(
    <StrictMode>
      <ReloadBoundary onFail={giveUp}>
        <ChatWidget widget={widget} placement="frame" host={host} onClose={onClose} onPeek={onPeek} onCorner={onCorner} handle={handle} />
      </ReloadBoundary>
    </StrictMode>,
  );
}

/** Some engines give an iframe its focus late: it is asked for once more when the window has it (loader.md, M4e). */
function focusNowAndAgain(focus: () => void): void {
  requestAnimationFrame(focus);
  if (!document.hasFocus()) window.addEventListener('focus', focus, { once: true });
}

/** The page declares exactly the scheme it is drawn in; two would make it opaque (loader.md, 2.6). */
function followScheme(widget: Widget): void {
  const apply = (): void => {
    const meta = document.querySelector('meta[name="color-scheme"]');
    meta?.setAttribute('content', widget.view.getState().media.scheme);
  };
  apply();
  widget.view.subscribe(apply);
}

const root = document.getElementById('root');
if (root) start(root).catch(giveUp);
