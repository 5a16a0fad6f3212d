import { useEffect, useRef, useState, type RefObject } from 'react';
import type { MathBlock, MathInline } from '@sotto/widget-core/content';
import { useWidget } from '../hooks/useWidget';
import { useOverflow } from './useOverflow';

/** A formula on lines of its own: centred, scrolling by itself when it is wider than the message. Its source until it is drawn, or when it cannot be [W-17]. */
export function MathPart({ block }: { readonly block: MathBlock }) {
  const { place, isDrawn } = useFormula(block.source, true);
  const scroller = useRef<HTMLDivElement>(null);
  const isScrolling = useOverflow(scroller, isDrawn);
  return (
    <div
      ref={scroller}
      className="sotto-math"
      dir="ltr"
      {...(isScrolling && { tabIndex: 0, role: 'group', 'aria-label': block.source })}
    >
      {!isDrawn && <code className="sotto-math-source">{block.raw}</code>}
      <span ref={place} className="sotto-formula" hidden={!isDrawn} />
    </div>
  );
}

/** A formula inside a sentence. */
export function InlineMath({ inline }: { readonly inline: MathInline }) {
  const { place, isDrawn } = useFormula(inline.source, inline.display);
  return (
    <>
      {!isDrawn && <code className="sotto-inline-code" dir="ltr">{inline.source}</code>}
      <span ref={place} className="sotto-formula" dir="ltr" data-display={inline.display || undefined} hidden={!isDrawn} />
    </>
  );
}

/**
 * KaTeX and its style sheet are loaded with the first formula; the element it draws into belongs to it alone.
 *
 * Each formula is drawn in a task of its own: a text may bring hundreds at once, and the page answers between two of them.
 */
function useFormula(source: string, isDisplay: boolean): { readonly place: RefObject<HTMLSpanElement | null>; readonly isDrawn: boolean } {
  const widget = useWidget();
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    import('./drawFormula')
      .then(({ drawFormula }) => {
        if (!isWanted) return;
        timer = setTimeout(() => {
          if (!place.current) return;
          const isGood = drawFormula(source, isDisplay, place.current);
          if (!isGood) widget.warn(`A formula could not be set and is shown as it was written; it must be TeX of at most 2,000 characters: ${source.slice(0, 60)}`);
          setDrawn(isGood ? source : undefined);
        });
      })
      // A chunk that does not load leaves the source, which is readable.
      .catch(() => undefined);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [widget, source, isDisplay]);
  return { place, isDrawn: drawn === source };
}
