import { useState } from 'react';
import { decideMedia, type MediaBlock, type MediaInline } from '@sotto/widget-core/content';
import { fillWord } from '@sotto/widget-core';
import { useHost } from '../hooks/useHost';
import { useWidget } from '../hooks/useWidget';
import { useWords } from '../hooks/useWidgetStore';
import { ExternalIcon, ImageIcon } from '../chrome/icons';
import { originOf } from './originOf';

/**
 * A picture, video or sound. Only known origins load by themselves, because an address can carry what the model
 * knows to whoever it names; anything else is a box that names the host and opens the file when asked.
 */
export function MediaPart({ media }: { readonly media: MediaBlock | MediaInline }) {
  const words = useWords();
  const widget = useWidget();
  const { hostAddress } = useHost();
  const [isBroken, setBroken] = useState(false);
  const decision = decideMedia(media.address, media.media, {
    hostAddress,
    serverOrigin: originOf(widget.base, hostAddress),
    imageOrigins: widget.integration.imageOrigins,
  });

  if (isBroken) return null;
  if (decision.action === 'refuse') return media.alt === '' ? null : <span>{media.alt}</span>;
  if (decision.action === 'ask') {
    return (
      <span className="sotto-blocked">
        <ImageIcon />
        <span className="sotto-blocked-text">
          <span className="sotto-blocked-alt" dir="auto">{media.alt === '' ? decision.path : media.alt}</span>
          <a className="sotto-link" href={decision.address} target="_blank" rel="noopener noreferrer nofollow ugc">
            {fillWord(words.showImage, { host: decision.host })} <ExternalIcon />
          </a>
        </span>
      </span>
    );
  }
  const onError = (): void => { setBroken(true); };
  if (media.media === 'video') return <video className="sotto-media" src={decision.address} controls preload="metadata" aria-label={media.alt} onError={onError} />;
  if (media.media === 'audio') return <audio className="sotto-audio" src={decision.address} controls preload="metadata" aria-label={media.alt} onError={onError} />;
  return <img className="sotto-media" src={decision.address} alt={media.alt} title={media.title} loading="lazy" decoding="async" onError={onError} />;
}
