import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Longer formulas are shown as their source, in characters. Contract 3.2. */
export const MAX_FORMULA_LENGTH = 2_000;
/** Further formulas of the same message are shown as their source. `threats-and-faults.md`, A303. */
export const MAX_FORMULAS_PER_MESSAGE = 200;

/** Of KaTeX, what most formulas are set in: with another font a formula has another size. */
const FORMULA_FONTS = ['1em KaTeX_Main', 'italic 1em KaTeX_Math', '1em KaTeX_Size1', '1em KaTeX_Size2'];
/** A formula waits for its fonts as long as that, in milliseconds. */
const FONTS_MAX_MS = 1_500;
/** So many formulas of a reply that is being written are drawn in one task. */
const DRAWN_AT_ONCE = 4;
let drawnNow = 0;

/** Without an answer of the browser, or with none in time, formulas are drawn in what there is. */
export async function loadFormulaFonts(): Promise<void> {
  const fonts = FORMULA_FONTS.map((font) => Promise.resolve((document.fonts as FontFaceSet | undefined)?.load(font)));
  await Promise.race([Promise.allSettled(fonts), new Promise((resolve) => setTimeout(resolve, FONTS_MAX_MS))]);
}

/** Whether a formula may be drawn before the page is painted: what follows it must not move. */
export function mayDrawNow(): boolean {
  if (drawnNow === 0)
    setTimeout(() => {
      drawnNow = 0;
    });
  drawnNow += 1;
  return drawnNow <= DRAWN_AT_ONCE;
}

/** What whoever wrote a formula that cannot be drawn should know. */
export function describeBroken(source: string): string {
  return `A formula could not be set and is shown as it was written; it must be TeX of at most 2,000 characters: ${source.slice(0, 60)}`;
}

/**
 * Draws a formula into an element that holds nothing else.
 *
 * KaTeX builds elements and sets styles through the CSSOM (`katex.render`), so a strict policy for styles holds.
 * Commands that load or link something are not obeyed (`trust`), macros and sizes are bounded.
 *
 * @param source - TeX without its delimiters
 * @returns false when it cannot be drawn; the element is then empty
 */
export function drawFormula(source: string, isDisplay: boolean, element: HTMLElement): boolean {
  if (source.length > MAX_FORMULA_LENGTH || isOneTooMany(element)) return false;
  try {
    katex.render(source, element, {
      displayMode: isDisplay,
      output: 'htmlAndMathml',
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 1_000,
      maxSize: 20,
    });
    adoptFormulaStyles(element);
    return true;
  } catch {
    // Not only ParseError: deep nesting overflows the stack with a RangeError.
    element.replaceChildren();
    return false;
  }
}

function isOneTooMany(element: HTMLElement): boolean {
  // Drawn is what holds something: whether it is shown yet is React's business, and comes later.
  const drawn = [...(element.closest('.sotto-bubble')?.querySelectorAll('.sotto-formula') ?? [])].filter(
    (formula) => formula !== element && formula.firstChild !== null,
  );
  return drawn.length >= MAX_FORMULAS_PER_MESSAGE;
}

/**
 * Lets the rules of formulas reach a shadow tree.
 *
 * A bundler puts KaTeX's style sheet into the document, where it also declares the fonts; rules do not cross into
 * a shadow root, so its sheet is copied there once. In an ordinary document nothing is done.
 */
function adoptFormulaStyles(element: HTMLElement): void {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot) || root.adoptedStyleSheets.some(isForFormulas)) return;
  const sheet = [...element.ownerDocument.styleSheets].find(isForFormulas);
  if (!sheet) return;
  const copy = new CSSStyleSheet();
  copy.replaceSync(
    [...sheet.cssRules]
      .filter((rule) => !(rule instanceof CSSFontFaceRule))
      .map((rule) => rule.cssText)
      .join('\n'),
  );
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, copy];
}

function isForFormulas(sheet: CSSStyleSheet): boolean {
  try {
    return [...sheet.cssRules].some((rule) => rule instanceof CSSStyleRule && rule.selectorText === '.katex');
  } catch {
    // Sheets of other origins cannot be read, and are none of ours.
    return false;
  }
}
