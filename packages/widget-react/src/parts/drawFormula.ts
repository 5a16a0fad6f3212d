import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Maximum length of a formula, in characters; longer ones are shown as source. Contract 3.2. */
export const MAX_FORMULA_LENGTH = 2_000;
/** Maximum number of formulas per message; further ones are shown as source. `threats-and-faults.md`, A303. */
export const MAX_FORMULAS_PER_MESSAGE = 200;

/** KaTeX fonts used by most formulas; another font would change their size. */
const FORMULA_FONTS = ['1em KaTeX_Main', 'italic 1em KaTeX_Math', '1em KaTeX_Size1', '1em KaTeX_Size2'];
/** Maximum time that formulas wait for their fonts, in milliseconds. */
const FONTS_MAX_MS = 1_500;
/** Number of formulas of a streaming reply that are rendered in one task. */
const DRAWN_AT_ONCE = 4;
let drawnNow = 0;

/** Loads the fonts. If that fails or takes too long, formulas are rendered with fallback fonts. */
export async function loadFormulaFonts(): Promise<void> {
  const fonts = FORMULA_FONTS.map((font) => Promise.resolve((document.fonts as FontFaceSet | undefined)?.load(font)));
  await Promise.race([Promise.allSettled(fonts), new Promise((resolve) => setTimeout(resolve, FONTS_MAX_MS))]);
}

/** Whether a formula may be rendered before the next paint, so that the text after it does not move. */
export function mayDrawNow(): boolean {
  if (drawnNow === 0)
    setTimeout(() => {
      drawnNow = 0;
    });
  drawnNow += 1;
  return drawnNow <= DRAWN_AT_ONCE;
}

/** Warning for the author of an invalid formula. */
export function describeBroken(source: string): string {
  return `A formula could not be set and is shown as it was written; it must be TeX of at most 2,000 characters: ${source.slice(0, 60)}`;
}

/**
 * Renders a formula into an empty element.
 *
 * KaTeX creates elements and sets styles through the CSSOM (`katex.render`), so a strict style policy holds. Commands
 * that load or link something are disabled (`trust`); macros and sizes are limited.
 *
 * @param source - TeX without delimiters
 * @returns false if it cannot be rendered; the element is then empty
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
    // Deep nesting throws a RangeError, not a ParseError.
    element.replaceChildren();
    return false;
  }
}

function isOneTooMany(element: HTMLElement): boolean {
  // Elements with content are rendered, whether or not React shows them yet.
  const drawn = [...(element.closest('.sotto-bubble')?.querySelectorAll('.sotto-formula') ?? [])].filter(
    (formula) => formula !== element && formula.firstChild !== null,
  );
  return drawn.length >= MAX_FORMULAS_PER_MESSAGE;
}

/**
 * Copies KaTeX's style sheet into a shadow root, once. Bundlers add it to the document, whose rules do not apply
 * inside shadow roots; its fonts do. Does nothing in an ordinary document.
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
    // Sheets of other origins cannot be read and are not ours.
    return false;
  }
}
