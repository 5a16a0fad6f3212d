import { readAttributes } from './attributes';

/**
 * Finds the loader's own script tag: the one that runs, else the last that names our server.
 *
 * `currentScript` is null in modules and in code that a bundler or tag manager evaluates. It is also null in shadow
 * roots, so open ones are searched at any depth if the page itself has no tag. A copy at another address counts only
 * while it runs: other products have a `data-widget` as well.
 */
export function findScript(root: Document | ShadowRoot): HTMLScriptElement | undefined {
  const current = document.currentScript as HTMLScriptElement | null;
  return (
    [...root.querySelectorAll('script'), current]
      .filter((script) => script && (findAddress(script) ?? (script === current && script.dataset['widget'])))
      .pop() ??
    ([...root.querySelectorAll('*')]
      .map((element) => element.shadowRoot && findScript(element.shadowRoot))
      .find((script) => script) as HTMLScriptElement | undefined)
  );
}

/**
 * The address on our server in a tag: its `src`, or for example the `data-src` or `data-rocket-src` in which an
 * optimiser keeps it until it runs the script.
 */
export function findAddress(script: Element): RegExpExecArray | null {
  // The values as one text, separated by commas.
  return /[^,]*integrations.widget.v2/.exec(Object.values(readAttributes(script)) as unknown as string);
}
