/**
 * Lets the rules of formulas reach a shadow tree.
 *
 * A bundler puts KaTeX's style sheet into the document, where it also declares the fonts; rules do not cross into
 * a shadow root, so its sheet is copied there once. In an ordinary document nothing is done.
 */
export function adoptFormulaStyles(element: HTMLElement): void {
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
