import { useEffect, useRef, useState, version } from 'react';
import type { Overlay } from '@sotto/widget-core';
import { inertWhen } from '../hooks/inertWhen';
import { useHost } from '../hooks/useHost';
import { isComposing } from '../hooks/isComposing';
import { useWidget } from '../hooks/useWidget';
import { useWords } from '../hooks/useWidgetStore';
import { originOf } from '../lib/originOf';
import { CloseIcon } from '../icons/icons';
import { ExternalIcon } from '../icons/toolIcons';

/**
 * Required for iframes in a page with COEP. React 18 does not know the attribute and expects text; later versions
 * expect true.
 */
const CREDENTIALLESS = { credentialless: Number.parseInt(version, 10) < 19 ? '' : true };

interface FrameOverlayProps {
  readonly overlay: Overlay;
  /** Whether a dialog is open above it. */
  readonly isCovered: boolean;
}

/** A page shown over the whole panel [W-13], with the real name of its host. Escape and the button close it. */
export function FrameOverlay({ overlay: { url, title }, isCovered }: FrameOverlayProps) {
  const widget = useWidget();
  const words = useWords();
  const { hostAddress } = useHost();
  const close = useRef<HTMLButtonElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const { host, origin } = new URL(url);
  // After the panel has stored which element had the focus, in a layout effect (`useReturnFocus`).
  useEffect(() => {
    const button = close.current;
    const page = button?.ownerDocument;
    if (!page || isCovered) return;
    // Opened by the host page, which keeps the focus.
    if (page.hasFocus()) button.focus({ preventScroll: true });
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.preventDefault();
      event.stopPropagation();
      widget.view.setOverlay(undefined);
    };
    page.addEventListener('keydown', onKeyDown, true);
    return () => {
      page.removeEventListener('keydown', onKeyDown, true);
    };
  }, [widget, isCovered]);

  return (
    <section className="sotto-overlay" role="dialog" aria-label={title || host} {...inertWhen(isCovered)}>
      <header className="sotto-overlay-bar">
        <div className="sotto-overlay-names">
          {title && (
            <h2 className="sotto-overlay-title" dir="auto">
              {title}
            </h2>
          )}
          <a
            className="sotto-overlay-host"
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            title={`${host}: ${words.opensInTab}`}
          >
            <span className="sotto-overlay-domain">
              <bdi dir="ltr">{host}</bdi>
            </span>
            <ExternalIcon />
          </a>
        </div>
        <button
          ref={close}
          type="button"
          className="sotto-bar-button"
          aria-label={words.dismiss}
          data-tip={words.dismiss}
          onClick={() => {
            widget.view.setOverlay(undefined);
          }}
        >
          <CloseIcon />
        </button>
      </header>
      <div className="sotto-overlay-page">
        {!isLoaded && (
          <p className="sotto-overlay-wait" role="status">
            <span className="sotto-thinking" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            <span className="sotto-hidden">{words.loading}</span>
          </p>
        )}
        <iframe
          className="sotto-overlay-frame"
          title={title || host}
          src={url}
          sandbox={readSandbox(origin, originOf(widget.base, hostAddress))}
          referrerPolicy="strict-origin-when-cross-origin"
          data-loaded={isLoaded || undefined}
          onLoad={() => {
            setLoaded(true);
          }}
          {...CREDENTIALLESS}
        />
      </div>
    </section>
  );
}

/** A page of the server's or the host's origin could remove its sandbox (contract 4.2). */
function readSandbox(origin: string, serverOrigin: string): string {
  const isOwn = origin === serverOrigin || origin === location.origin;
  return `allow-scripts allow-forms allow-popups${isOwn ? '' : ' allow-same-origin'}`;
}
