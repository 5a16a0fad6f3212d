import { useEffect, useState } from 'react';
import { decideMedia, type MediaBlock, type MediaInline } from '@sotto/widget-core/content';
import { lazyPart } from '../hooks/lazyPart';
import { useIsStreamed } from '../hooks/messageContext';
import { useRemotePolicy } from '../hooks/useRemotePolicy';
import { useWidget } from '../hooks/useWidget';
import type { BlockedMediaProps } from './BlockedMedia';

/** Placeholder of a picture that is loaded only on request. */
export const LateBlockedMedia = lazyPart<BlockedMediaProps>(
  () => import('./BlockedMedia').then((part) => part.BlockedMedia),
  <span className="sotto-blocked" />,
);

/**
 * A picture, video or sound. Only files from known origins load automatically, because an address can leak what the
 * model knows to its host. Others are a box that names the host and loads the file on request.
 */
export function MediaPart({ media }: { readonly media: MediaBlock | MediaInline }) {
  const [isBroken, setBroken] = useState(false);
  const isStreamed = useIsStreamed();
  const decision = decideMedia(media.address, media.media, useRemotePolicy());
  const widget = useWidget();
  const isRefused = decision.action === 'refuse';
  useEffect(() => {
    if (isRefused)
      widget.warn(
        `The address in ![…](${media.address.slice(0, 60)}) must be http, https or a path; it is not, and only the words are shown.`,
      );
  }, [widget, isRefused, media.media, media.address]);

  // Text may follow it by then, so its place is kept.
  if (isBroken)
    return isStreamed && media.media !== 'audio' ? (
      <span className="sotto-media sotto-blocked" data-held>
        {media.alt}
      </span>
    ) : null;
  if (isRefused) return media.alt === '' ? null : <span>{media.alt}</span>;
  if (decision.action === 'ask') return <LateBlockedMedia key={decision.address} media={media} {...decision} />;
  const onError = (): void => {
    setBroken(true);
  };
  if (media.media === 'video')
    return (
      <video
        className="sotto-media"
        data-held={isStreamed || undefined}
        src={decision.address}
        controls
        preload="metadata"
        aria-label={media.alt}
        onError={onError}
      />
    );
  if (media.media === 'audio')
    return (
      <audio
        className="sotto-audio"
        src={decision.address}
        controls
        preload="metadata"
        aria-label={media.alt}
        onError={onError}
      />
    );
  return (
    <img
      className="sotto-media"
      data-held={isStreamed || undefined}
      src={decision.address}
      alt={media.alt}
      title={media.title}
      loading="lazy"
      decoding="async"
      onError={onError}
    />
  );
}
