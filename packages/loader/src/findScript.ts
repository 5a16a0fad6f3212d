/**
 * The loader's own script tag.
 *
 * `currentScript` is null in modules and in code that a bundler or tag manager evaluates; then it is the last tag with our address.
 */
export function findScript(page: Document): HTMLScriptElement | undefined {
  const ours = [...page.querySelectorAll<HTMLScriptElement>('script[src*="/integrations/widget/v2"]')];
  // An element that is named currentScript would be found as well: only one of ours counts.
  return ours.find((script) => script === page.currentScript) ?? ours.pop();
}
