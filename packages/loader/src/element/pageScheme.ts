import type { LauncherElement, OwnerAppearance } from '../elementTypes';
import type { WidgetConfig } from '../types';

type Scheme = 'light' | 'dark';

/** Where pages write their scheme in `html` or `body`, beside classes. */
const ATTRIBUTES = ['data-theme', 'data-color-scheme', 'data-bs-theme', 'data-mode', 'theme'];
/** `dark`, `dark-mode`, `theme-dark`, `is-dark`; not `darken` or `has-dark-header`. */
const NAME = /^(?:(?:is|theme|mode)-+)?(dark|light)(?:-+(?:mode|theme|scheme))?$/i;

/**
 * The colour scheme that the page itself is in: by a class or attribute of `html` or `body`, else by the CSS property
 * `color-scheme` of one of them. A page with a switch of its own need not agree with the system.
 *
 * @returns undefined where the page leaves it to the system
 */
export function readPageScheme(page: Document): Scheme | undefined {
  const elements = [page.body, page.documentElement];
  const words = elements.flatMap((element) => [
    ...element.classList,
    ...ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''),
  ]);
  const styles = elements.map((element) =>
    getComputedStyle(element)
      .colorScheme.replace(/\bonly\b/, '')
      .trim(),
  );
  const found = [...words, ...styles].map((word) => NAME.exec(word)?.[1]?.toLowerCase()).find((scheme) => scheme);
  return found as Scheme | undefined;
}

/** Whether settings choose a scheme, by name or by that of a theme. */
function choosesScheme({ colorScheme, theme }: WidgetConfig): boolean {
  const name = typeof theme === 'string' ? theme : theme?.name;
  return [colorScheme, name].some((word) => word === 'light' || word === 'dark');
}

/**
 * Draws the chat in the page's own scheme, also when that changes, unless the page's settings or the owner's choose one.
 *
 * @param onChange - called when the scheme has changed
 */
export function followPageScheme(
  launcherElement: LauncherElement,
  page: Document,
  signal: AbortSignal,
  onChange: () => void,
): void {
  let own: OwnerAppearance | undefined = launcherElement.owner;
  let scheme = readPageScheme(page);
  // The owner's settings may come at any time, and give way to the page's.
  Object.defineProperties(launcherElement, {
    owner: {
      get: () =>
        scheme && !choosesScheme({ ...own, ...launcherElement.state.config }) ? { ...own, colorScheme: scheme } : own,
      set: (owner: OwnerAppearance) => {
        own = owner;
      },
    },
  });
  const observer = new MutationObserver(() => {
    const before = scheme;
    scheme = readPageScheme(page);
    if (scheme !== before) onChange();
    observe();
  });
  const observe = (): void => {
    const options = { attributeFilter: ['class', 'style', ...ATTRIBUTES] };
    // A page may replace its body.
    observer.observe(page.documentElement, { ...options, childList: true });
    observer.observe(page.body, options);
  };
  observe();
  signal.addEventListener('abort', () => {
    observer.disconnect();
  });
}
