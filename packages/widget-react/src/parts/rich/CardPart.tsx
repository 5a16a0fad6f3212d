import { useId, useRef, useState } from 'react';
import { decideMedia, type CardContent } from '@sotto/widget-core/content';
import { useIsStreamed } from '../../hooks/messageContext';
import { useRemotePolicy } from '../../hooks/useRemotePolicy';
import { useConfig } from '../../hooks/useWidgetStore';
import { ButtonsPart } from './ButtonsPart';
import { useOwnComponents } from '../components';
import { InlineContent } from '../InlineContent';
import { MediaPart } from '../MediaPart';
import { readInline } from './richInline';
import { useOverflow } from '../useOverflow';

interface CardPartProps {
  readonly card: CardContent;
  /** Source of the block, if the card is the whole block. */
  readonly source?: string;
}

/** A card: picture, title, text and buttons [W-19]. Also an item of a carousel. */
export function CardPart({ card, source }: CardPartProps) {
  const id = useId();
  const { Buttons = ButtonsPart } = useOwnComponents();
  const math = useConfig((config) => config.math);
  const words = useRef<HTMLDivElement>(null);
  const isScrolling = useOverflow(words);
  const label = { 'aria-labelledby': id };
  return (
    <article className="sotto-card" {...(card.title !== undefined && label)}>
      {card.image !== undefined && <CardImage address={card.image} />}
      {(card.title !== undefined || card.description !== undefined) && (
        <div ref={words} className="sotto-card-words" {...(isScrolling && { tabIndex: 0, role: 'group', ...label })}>
          {card.title !== undefined && (
            <p id={id} className="sotto-card-title" dir="auto">
              <InlineContent inlines={readInline(card.title, { math })} />
            </p>
          )}
          {card.description !== undefined && (
            <p {...(card.title === undefined && { id })} className="sotto-card-text" dir="auto">
              <InlineContent inlines={readInline(card.description, { math, links: true })} />
            </p>
          )}
        </div>
      )}
      {card.buttons.length > 0 && (
        <div className="sotto-card-foot">
          <Buttons buttons={card.buttons} {...(source !== undefined && { source })} />
        </div>
      )}
    </article>
  );
}

/**
 * Picture of a card, with a fixed aspect ratio. If it cannot be loaded it is hidden; in a streamed reply its space
 * stays, because text may follow. Pictures from unknown hosts load on request (contract 3.5).
 */
function CardImage({ address }: { readonly address: string }) {
  const own = useOwnComponents();
  const [isBroken, setBroken] = useState(false);
  const isStreamed = useIsStreamed();
  const decision = decideMedia(address, 'image', useRemotePolicy());
  if ((isBroken && !isStreamed) || decision.action === 'refuse') return null;
  if (decision.action === 'ask') {
    const Media = own.Media ?? MediaPart;
    return (
      <div className="sotto-card-ask">
        <Media media={{ kind: 'media', media: 'image', address, alt: '' }} />
      </div>
    );
  }
  // The title describes the picture, so its alternative text is empty.
  return (
    <div className="sotto-card-image">
      {!isBroken && (
        <img
          src={decision.address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => {
            setBroken(true);
          }}
        />
      )}
    </div>
  );
}
