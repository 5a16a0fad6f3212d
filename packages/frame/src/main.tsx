import { browserEnvironment, createWidget, type Widget } from '@sotto/widget-core';
import { loadWords, parseAddress } from '@sotto/widget-core/internal';
import { ChatWidget, downloadText, preloadParts, ReloadBoundary, type ChatWidgetHandle } from '@sotto/widget-react';
import '@sotto/widget-react/widget.css';
import { render } from 'preact';
import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { findHost, hostAddressOf, joinHost } from './connectHost';
import type { EarlyText } from './firstScreen/firstScript';
import { reloadPage } from './firstScreen/reloadPage';
import { takeFirstScreen } from './firstScreen/takeFirstScreen';
import './frame.css';
import { readBase, readFrameOptions } from './frameOptions';
import { freshAddress, nextReload, readIntegration } from './readIntegration';
import { showTrouble } from './showStartError';

function loadAgain(unsent: Partial<EarlyText>): void {
  reloadPage(freshAddress(location.href), unsent);
}

/** The page could not start: reloads it, or shows an error after three attempts [W-1]. */
function giveUp(draft?: Partial<EarlyText>): void {
  // Stop recording: the visitor can use the button.
  const unsent = { ...window.sottoFirst?.stop(), ...draft };
  const again = nextReload(location.href);
  if (again !== undefined) reloadPage(again, unsent);
  else
    showTrouble(document, () => {
      loadAgain(unsent);
    });
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
  window.sottoFirst?.forward();
  const init = await link.init;
  const frameOptions =
    init &&
    import('./hostOptions').catch((error: unknown) => {
      // Nothing may be stored before consent, and only the page may create its sessions or answer instead of its
      // backend. All other options are optional.
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
    readPage: () => init?.address,
    ...given,
  });
  await parts;
  // Keep the language of the rendered page.
  if (root.firstChild) await loadWords(widget.view.getState().language);
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
    // As allowed by the frame's own policy (`frameCsp` on the server).
    isPictureSource: integration.allowedOrigins.includes(parseAddress(hostAddress)?.origin ?? ''),
    canClose: init?.capabilities.includes('close'),
    reload: () => {
      loadAgain(widget.draft.getState());
    },
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
  // Nothing visible depends on this.
  import('./reportSize').then(
    ({ reportSize }) =>
      reportSize(root, ({ width, height }) => {
        bridge.resize(width, height, 'content');
      }),
    () => undefined,
  );
  const screen = (
    <ReloadBoundary
      onFail={() => {
        giveUp(widget.draft.getState());
      }}
    >
      <ChatWidget
        widget={widget}
        placement="frame"
        host={host}
        onClose={onClose}
        onPeek={onSmall}
        onCorner={given?.hasLauncher ? onSmall : undefined}
        handle={handle}
      />
    </ReloadBoundary>
  );
  takeFirstScreen(widget, root, () => {
    // The rendered page is updated in place, so a visitor can keep typing.
    if (root.firstChild) render(screen as never, root);
    else createRoot(root).render(screen);
  });
  // Performance mark: the chat responds to input from here on.
  performance.mark('sotto-started');
}

/**
 * Some engines focus an iframe late, and Safari lets its page move the focus only after the visitor has interacted
 * with it, for example by the first key press. Both events therefore request the focus again, unless another element
 * has it (loader.md, M4e).
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
 * Declares exactly the colour scheme in use; declaring two would make the page opaque (loader.md, 2.6). Declared only
 * when it changes, because it restyles every element.
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
if (root)
  start(root).catch(() => {
    giveUp();
  });
