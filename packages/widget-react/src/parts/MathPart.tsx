import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { MathBlock, MathInline } from '@sotto/widget-core/content';
import { lateLoad, type LateLoad } from '../hooks/lazyPart';
import { useIsStreamed } from '../hooks/messageContext';
import { useWidget } from '../hooks/useWidget';
import type * as DrawFormula from './drawFormula';
import { Skeleton } from './Skeleton';
import { useOverflow } from './useOverflow';

/** KaTeX, its style sheet and fonts, loaded with the first formula. */
export const formulas: LateLoad<typeof DrawFormula> = lateLoad(async () => {
  const part = await import('./drawFormula');
  await part.loadFormulaFonts();
  return part;
});

/**
 * A display formula: centred, and scrollable if it is wider than the message. A placeholder is shown until it is
 * rendered, and its source if it cannot be [W-17].
 */
export function MathPart({ block }: { readonly block: MathBlock }) {
  const { place, isDrawn, isSource } = useFormula(block.source, true);
  const scroller = useRef<HTMLDivElement>(null);
  const isScrolling = useOverflow(scroller, isDrawn);
  return (
    <div
      ref={scroller}
      className="sotto-math"
      dir="ltr"
      {...(isScrolling && { tabIndex: 0, role: 'group', 'aria-label': block.source })}
    >
      {isSource ? <code className="sotto-math-source">{block.raw}</code> : !isDrawn && <Skeleton of="math" />}
      <span ref={place} className="sotto-formula" hidden={!isDrawn} />
    </div>
  );
}

/** An inline formula. */
export function InlineMath({ inline }: { readonly inline: MathInline }) {
  const { place, isDrawn, isSource } = useFormula(inline.source, inline.display);
  return (
    <>
      {isSource ? (
        <code className="sotto-inline-code" dir="ltr">
          {inline.source}
        </code>
      ) : (
        !isDrawn && <UnfinishedMath />
      )}
      <span
        ref={place}
        className="sotto-formula"
        dir="ltr"
        data-display={inline.display || undefined}
        hidden={!isDrawn}
      />
    </>
  );
}

/** Placeholder of an inline formula that is incomplete or not rendered yet. */
export function UnfinishedMath() {
  useEffect(() => {
    formulas.preload();
  }, []);
  return <span className="sotto-unfinished-math" aria-hidden="true" />;
}

/**
 * Renders a formula into an element that React leaves alone.
 *
 * Formulas of a streaming reply are rendered immediately, others in a task each: a text may contain hundreds, and the
 * page must stay responsive.
 */
function useFormula(
  source: string,
  isDisplay: boolean,
): { readonly place: RefObject<HTMLSpanElement | null>; readonly isDrawn: boolean; readonly isSource: boolean } {
  const widget = useWidget();
  const place = useRef<HTMLSpanElement>(null);
  const formula = formulas.useValue();
  const isStreamed = useIsStreamed();
  const [outcome, setOutcome] = useState<{ readonly source: string; readonly isGood: boolean }>();
  useLayoutEffect(() => {
    if (!formula) return;
    const draw = (): void => {
      if (!place.current) return;
      const isGood = formula.drawFormula(source, isDisplay, place.current);
      if (!isGood) widget.warn(formula.describeBroken(source));
      setOutcome({ source, isGood });
    };
    if (isStreamed && formula.mayDrawNow()) {
      draw();
      return;
    }
    const timer = setTimeout(draw);
    return () => {
      clearTimeout(timer);
    };
  }, [widget, formula, source, isDisplay, isStreamed]);
  const known = outcome?.source === source ? outcome : undefined;
  return { place, isDrawn: known?.isGood === true, isSource: known?.isGood === false || formula === false };
}
