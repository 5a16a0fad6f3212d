/**
 * The loader's own script tag: by our address, or by `data-widget` where an optimiser has copied the file to another
 * one.
 *
 * `currentScript` is null in modules and in code that a bundler or tag manager evaluates; then it is the last tag with
 * our address. It is null in
 * shadow roots as well: they are looked through, however deep, where the page itself has no tag. A closed one keeps its
 * tags to itself.
 */
export function findScript(root: Document | ShadowRoot): HTMLScriptElement | undefined {
  const ours = [
    ...root.querySelectorAll<HTMLScriptElement>('script[data-widget]'),
    ...root.querySelectorAll<HTMLScriptElement>('script[src*="/integrations/widget/v2"]'),
  ];
  // An element that is named currentScript would be found as well: only one of ours counts.
  return (
    ours.find((script) => script === document.currentScript) ??
    ours.pop() ??
    ([...root.querySelectorAll('*')]
      .map(({ shadowRoot }) => shadowRoot && findScript(shadowRoot))
      .find((script) => script) as HTMLScriptElement | undefined)
  );
}
