import { useEffect, useMemo, useRef, useState } from 'react';
import { messageKey, type Message } from '@sotto/widget-core';
import { firstLink, resolveLink } from '@sotto/widget-core/content';
import { ignoreShown } from '../hooks/ignoreShown';
import { useHost } from '../hooks/useHost';
import { useWidget } from '../hooks/useWidget';
import { useConversation, useWidgetView, useWords } from '../hooks/useWidgetStore';
import { originOf } from '../lib/originOf';
import { Icon } from '../icons/icons';

const LinkIcon = () => (
  <Icon>
    <path d="m8.6 11.4 2.8-2.8M9.3 6.2l1.9-1.9a3.2 3.2 0 0 1 4.5 4.5l-1.9 1.9M10.7 13.8l-1.9 1.9a3.2 3.2 0 0 1-4.5-4.5l1.9-1.9" />
  </Icon>
);

type Micro = NonNullable<Message['micro']>;

interface LinkPreviewProps {
  readonly message: Message;
  readonly isFromBot: boolean;
  /** Whether the message is new: then its link may be looked up automatically. */
  readonly isFresh: boolean;
}

/**
 * Preview of the first link of a message [W-23].
 *
 * Links of the visitor, and links of the bot to hosts the owner trusts, are looked up automatically. For other links
 * of the bot there is a button, because loading the preview sends the address to its server.
 */
export function LinkPreview({ message, isFromBot, isFresh }: LinkPreviewProps) {
  const widget = useWidget();
  const words = useWords();
  const { hostAddress } = useHost();
  const key = messageKey(message);
  const url = useMemo(() => firstLink(message.text), [message.text]);
  const isLookedUp = useWidgetView((view) => view.previewing.includes(key));
  const isArrived = useConversation((state) => !Object.hasOwn(state.deliveries, key));
  const [wasAsked, setAsked] = useState(false);
  const isTrusted =
    url !== undefined &&
    (!isFromBot || isTrustedOrigin(url, widget.integration.imageOrigins, [widget.base, hostAddress]));
  const mayLookUp = isFresh && isTrusted && isArrived && message.micro == null;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!mayLookUp || hasBegun.current || url === undefined) return;
    hasBegun.current = true;
    ignoreShown(widget.messages.previewLink(key, url));
  }, [mayLookUp, widget, key, url]);

  if (message.micro != null) return <PreviewCard micro={message.micro} />;
  if (isLookedUp)
    return (
      <div className="sotto-preview sotto-preview-wait" role="status" aria-label={words.loading}>
        <i />
        <i />
        <i />
      </div>
    );
  if (url === undefined || isTrusted || wasAsked) return null;
  const ask = (): void => {
    setAsked(true);
    ignoreShown(widget.messages.previewLink(key, url));
  };
  return (
    <button type="button" className="sotto-preview-ask" title={hostOf(url)} onClick={ask}>
      <LinkIcon />
      {words.preview}
      <span className="sotto-preview-host">{hostOf(url)}</span>
    </button>
  );
}

function PreviewCard({ micro }: { readonly micro: Micro }) {
  const widget = useWidget();
  const words = useWords();
  const { hostAddress, navigate } = useHost();
  const safe = resolveLink(micro.url, { hostAddress, serverOrigin: originOf(widget.base, hostAddress) });
  if (!safe || !(micro.title || micro.description || micro.image)) return null;
  const opensInPage = safe.opens === 'page';
  return (
    <a
      className="sotto-preview"
      href={safe.href}
      target={opensInPage ? '_top' : '_blank'}
      rel="noopener noreferrer nofollow ugc"
      title={opensInPage ? undefined : words.opensInTab}
      onClick={(event) => {
        if (!opensInPage || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        navigate(safe.href, '_top');
      }}
    >
      <Picture className="sotto-preview-image" address={micro.image} base={widget.base} />
      <span className="sotto-preview-text">
        {micro.title && (
          <span className="sotto-preview-title" dir="auto">
            {micro.title}
          </span>
        )}
        {micro.description && (
          <span className="sotto-preview-words" dir="auto">
            {micro.description}
          </span>
        )}
        <span className="sotto-preview-from">
          <Picture className="sotto-preview-logo" address={micro.logo} base={widget.base} />
          <span dir="auto">{micro.publisher ?? hostOf(micro.url)}</span>
          {micro.publisher && <span className="sotto-preview-host">{hostOf(micro.url)}</span>}
        </span>
      </span>
    </a>
  );
}

/**
 * Picture of a preview, only through the server's image proxy, so that the linked site learns nothing about the
 * visitor. Hidden if it cannot be loaded.
 */
function Picture({
  className,
  address,
  base,
}: {
  readonly className: string;
  readonly address: string | null | undefined;
  readonly base: string;
}) {
  const [isBroken, setBroken] = useState(false);
  const src = readProxied(address, base);
  if (src === undefined || isBroken) return null;
  return (
    <img
      className={className}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => {
        setBroken(true);
      }}
    />
  );
}

function readProxied(address: string | null | undefined, base: string): string | undefined {
  if (address == null) return undefined;
  if (address.startsWith('/') && !address.startsWith('//')) return base + address;
  return base !== '' && address.startsWith(`${base}/`) ? address : undefined;
}

function isTrustedOrigin(url: string, imageOrigins: readonly string[], places: readonly string[]): boolean {
  const origin = originOf(url, 'about:blank');
  return imageOrigins.includes(origin) || places.some((place) => originOf(place, 'about:blank') === origin);
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}
