import { useState, type ReactNode } from 'react';
import type { Message } from '@sotto/widget-core';
import { iconUrl } from '@sotto/widget-core/internal';
import { useWidget } from '../hooks/useWidget';
import { useConfig } from '../hooks/useWidgetStore';
import { BotIcon, Icon } from '../icons/icons';

/**
 * A picture from the settings: an address, or the id of a file on the server [W-42]. Shows the fallback if there is
 * none, if the address is not allowed, or if it cannot be loaded.
 */
export function SafeImage({
  address,
  fallback = null,
  className,
}: {
  readonly address: string | null | undefined;
  readonly fallback?: ReactNode;
  readonly className?: string;
}) {
  const { base, integration } = useWidget();
  const [broken, setBroken] = useState<string>();
  const clean = iconUrl(address ?? undefined, { server: base, version: integration.updatedAt });
  if (clean === undefined || clean === broken) return fallback;
  return (
    <img
      className={className}
      src={clean}
      alt=""
      decoding="async"
      onError={() => {
        setBroken(clean);
      }}
    />
  );
}

/**
 * The speaker's avatar, once per group. In layouts with bubbles the visitor has one only if the page sets it
 * (`userIcon`).
 */
export function Avatar({
  speaker = 'bot',
  author,
}: {
  readonly speaker?: 'bot' | 'user';
  /** The person who answers instead of the bot. */
  readonly author?: Message['author'];
}) {
  const isBot = speaker === 'bot' && !author;
  const icon = useConfig((config) => (author ? author.picture : isBot ? config.botIcon : config.userIcon));
  const fallback = isBot ? (
    <BotIcon />
  ) : (
    <Icon>
      <circle cx="10" cy="7" r="3.3" />
      <path d="M3.8 16.5a6.3 6.3 0 0 1 12.4 0" />
    </Icon>
  );
  return (
    <span className="sotto-avatar" data-by={speaker} data-plain={icon == null || undefined} aria-hidden="true">
      <SafeImage address={icon} fallback={fallback} />
    </span>
  );
}
