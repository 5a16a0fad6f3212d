import { useRef } from 'react';
import { fillWord } from '@sotto/widget-core/internal';
import type { CardContent } from '@sotto/widget-core/content';
import { useWords } from '../../hooks/useWidgetStore';
import { textDirection } from '../../lib/textDirection';
import { CardPart } from './CardPart';
import { useOwnComponents } from '../components';
import { readInlineText } from './richInline';
import { useCarousel } from './useCarousel';

/** Minimum number of places in a carousel; places without an item are empty. Specification, section 9. */
export const CAROUSEL_MIN_SLOTS = 3;

/** Cards side by side [W-20], scrolled by touch, mouse, wheel, arrow keys and two buttons. */
export function CarouselPart({ items }: { readonly items: readonly CardContent[] }) {
  const words = useWords();
  const { Card = CardPart } = useOwnComponents();
  const track = useRef<HTMLDivElement>(null);
  const carousel = useCarousel(track);
  const label = items
    .map(({ title }) => (title === undefined ? '' : readInlineText(title)))
    .filter((title) => title !== '')
    .slice(0, 3)
    .join(', ');
  const empty = Math.max(0, CAROUSEL_MIN_SLOTS - items.length);
  return (
    <section
      className="sotto-carousel"
      aria-roledescription="carousel"
      dir={textDirection(label)}
      aria-label={label === '' ? words.conversation : label}
      data-start={carousel.isAtStart || undefined}
      data-end={carousel.isAtEnd || undefined}
    >
      <div
        ref={track}
        className="sotto-carousel-track"
        role="group"
        aria-label={label === '' ? words.conversation : label}
        tabIndex={0}
        {...carousel.handlers}
      >
        {items.map((item, index) => (
          <div
            key={index}
            className="sotto-carousel-item"
            role="group"
            aria-roledescription="slide"
            aria-label={fillWord(words.itemOf, { index: index + 1, count: items.length })}
          >
            <Card card={item} />
          </div>
        ))}
        {Array.from({ length: empty }, (_, index) => (
          <div key={`empty-${index}`} className="sotto-carousel-item sotto-carousel-empty" aria-hidden="true" />
        ))}
      </div>
      {!(carousel.isAtStart && carousel.isAtEnd) && (
        <>
          <button
            type="button"
            className="sotto-carousel-button"
            data-way="previous"
            aria-label={words.previous}
            data-tip={words.previous}
            aria-disabled={carousel.isAtStart || undefined}
            onClick={() => {
              carousel.move(-1);
            }}
          >
            <PreviousIcon />
          </button>
          <button
            type="button"
            className="sotto-carousel-button"
            data-way="next"
            aria-label={words.next}
            data-tip={words.next}
            aria-disabled={carousel.isAtEnd || undefined}
            onClick={() => {
              carousel.move(1);
            }}
          >
            <NextIcon />
          </button>
        </>
      )}
    </section>
  );
}

/* Drawn at 20 px on a 1.5 px stroke with round ends; turned around in right-to-left text where they point somewhere. */
const LINE = {
  viewBox: '0 0 20 20',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
  focusable: false,
} as const;

const PreviousIcon = () => (
  <svg {...LINE} className="sotto-icon sotto-icon-directed">
    <path d="M12 5 7 10l5 5" />
  </svg>
);
const NextIcon = () => (
  <svg {...LINE} className="sotto-icon sotto-icon-directed">
    <path d="m8 5 5 5-5 5" />
  </svg>
);
