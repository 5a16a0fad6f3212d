/**
 * Finds the loader's own script tag: by its address, or by `data-widget` if an optimiser has copied the file.
 *
 * `currentScript` is null in modules and in code that a bundler or tag manager evaluates; then the last tag with our
 * address is used. It is also null in shadow roots, so open ones are searched at any depth if the page itself has no
 * tag.
 */
export function findScript(root: Document | ShadowRoot): HTMLScriptElement | undefined {
  const ours = [
    ...root.querySelectorAll<HTMLScriptElement>('script[data-widget]'),
    ...root.querySelectorAll<HTMLScriptElement>('script[src*="/integrations/widget/v2"]'),
  ];
  // `document.currentScript` may be an element of that name, so only our own tags count.
  return (
    ours.find((script) => script === document.currentScript) ??
    ours.pop() ??
    ([...root.querySelectorAll('*')]
      .map(({ shadowRoot }) => shadowRoot && findScript(shadowRoot))
      .find((script) => script) as HTMLScriptElement | undefined)
  );
}
