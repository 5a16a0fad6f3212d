import { browserEnvironment, createWidget, type Widget } from '@sotto/widget-core';
import { ChatWidget, downloadText, preloadParts, ReloadBoundary, type ChatWidgetHandle } from '@sotto/widget-react';
import '@sotto/widget-react/widget.css';
import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { findHost, hostAddressOf, joinHost } from './connectHost';
import { takeEarlyKeys } from './earlyKeys/takeEarlyKeys';
import './frame.css';
import { readBase, readFrameOptions } from './frameOptions';
import { freshAddress, nextReload, readIntegration } from './readIntegration';
import { showTrouble } from './showStartError';

const loadAgain = (): void => {
  location.replace(freshAddress(location.href));
};

/** The page could not start: it loads itself again, and after three times it says so [W-1]. */
function giveUp(): void {
  const again = nextReload(location.href);
  if (again !== undefined) location.replace(again);
  else showTrouble(document, loadAgain);
}

async function start(root: HTMLElement): Promise<void> {
  const integration = readIntegration(document);
  if (!integration) {
    giveUp();
    return;
  }
  const parts = preloadParts();
  const options = readFrameOptions(location.href);
  const browser = browserEnvironment(window);
  const link = findHost(window, options, integration.allowedOrigins, browser.warn);
  const init = await link.init;
  const frameOptions =
    init &&
    import('./hostOptions').catch((error: unknown) => {
      // Nothing is kept before consent, nobody but the page makes its sessions or answers in place of its
      // backend; everything else the chat can do without.
      if (
        init.config['consent'] === 'wait' ||
        init.capabilities.some((name) => name === 'createSession' || name === 'transport')
      )
        throw error;
    });
  const given = init?.capabilities.some((name) => name !== 'close')
    ? await (await frameOptions)?.readHostOptions(browser, link, init)
    : undefined;
  const settings = options.form === 'raw' && (await import('./addressSettings')).readAddressSettings(location.href);
  const widget = createWidget({
    integration,
    base: readBase(location.href),
    config: { ...options.config, ...settings, ...init?.config, contact: init?.state.contact },
    environment: browser,
    ...given,
  });
  await parts;
  if (options.scheme) widget.view.setMedia({ scheme: options.scheme });
  if (!init) widget.view.setOpen(options.isOpen);

  const handle = createRef<ChatWidgetHandle>();
  const config: Widget['config'] = {
    ...widget.config,
    update(changes) {
      widget.config.update(changes);
      void frameOptions?.then((part) => part?.followConsent(changes, widget, browser, given));
    },
  };
  const bridge = joinHost({ ...widget, config }, link, init, {
    focusInput: () => {
      focusNowAndAgain(() => handle.current?.focus());
    },
    saveFile: ({ fileName, text }) => {
      downloadText(fileName, text);
    },
  });
  const hostAddress = hostAddressOf(window, init);
  const host = {
    hostAddress,
    // What the page's own policy lets in (`frameCsp` on the server).
    isPictureSource: URL.canParse(hostAddress) && integration.allowedOrigins.includes(new URL(hostAddress).origin),
    canClose: init?.capabilities.includes('close'),
    reload: loadAgain,
    navigate: (url: string, target: '_top' | '_blank'): void => {
      const open = (): void => {
        window.open(url, '_blank', 'noopener');
      };
      bridge.navigate(url, target).then((isHandled) => {
        if (!isHandled) open();
      }, open);
    },
  };
  const onClose = (): void => {
    widget.view.setOpen(false);
    onSmall();
  };
  const onSmall = (size?: { width: number; height: number }, shown: 'peek' | 'launcher' = 'peek'): void => {
    if (size) bridge.resize(size.width, size.height, shown);
    else if (!widget.view.getState().isOpen) bridge.reset(false);
  };
  void frameOptions?.then((part) => part?.followHost(widget, bridge, root, init));
  followScheme(widget);
  // Nothing that is seen waits for this.
  import('./reportSize').then(
    ({ reportSize }) =>
      reportSize(root, ({ width, height }) => {
        bridge.resize(width, height, 'content');
      }),
    () => undefined,
  );
  createRoot(root).render(
    <ReloadBoundary onFail={giveUp}>
      <ChatWidget
        widget={widget}
        placement="frame"
        host={host}
        onClose={onClose}
        onPeek={onSmall}
        onCorner={given?.hasLauncher ? onSmall : undefined}
        handle={handle}
      />
    </ReloadBoundary>,
  );
  takeEarlyKeys(widget, root);
  // For whoever measures: from here on the chat answers what is typed and pressed.
  performance.mark('sotto-started');
}

/**
 * Some engines give an iframe its focus late, and Safari lets its page place the focus only after the visitor has used
 * it, which the first key does. So it is asked for again with either, as long as nothing else has it (loader.md, M4e).
 */
function focusNowAndAgain(focus: () => void): void {
  requestAnimationFrame(focus);
  for (const event of ['focus', 'keydown'])
    window.addEventListener(
      event,
      () => {
        if (document.activeElement === document.body) focus();
      },
      { once: true },
    );
}

/**
 * The page declares exactly the scheme it is drawn in; two would make it opaque (loader.md, 2.6). Declared again, every
 * element is given its style again.
 */
function followScheme(widget: Widget): void {
  const meta = document.querySelector<HTMLMetaElement>('[name=color-scheme]');
  const apply = (): void => {
    const { scheme } = widget.view.getState().media;
    if (meta && meta.content !== scheme) meta.content = scheme;
  };
  apply();
  widget.view.subscribe(apply);
}

const root = document.getElementById('root');
if (root) start(root).catch(giveUp);
