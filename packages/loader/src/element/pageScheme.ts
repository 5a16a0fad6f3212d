/**
 * Attributes in which pages keep their colour scheme: `class`, `data-theme`, `data-bs-theme`, `data-color-mode`, …
 */
const ATTRIBUTE = /^class$|theme|mode|scheme/;
/** `dark`, `dark-mode`, `theme-dark`, `is-dark`, `only dark`; not `darken`, `has-dark-header` or `light dark`. */
const NAME = /^(?:(?:is|theme|mode|only)[-_ ]*)?(dark|light)(?:[-_ ]*(?:is|theme|mode|only))?$/i;

/**
 * Reads the page's own colour scheme: from a class or attribute of `body` or `html`, then the CSS property
 * `color-scheme`, then the meta element of that name. A page with a theme switch may differ from the system.
 *
 * @returns `light` or `dark`; undefined if the page leaves it to the system
 */
export function readPageScheme({ body, documentElement }: Document, meta: HTMLMetaElement | null): string | undefined {
  const written = [body, documentElement].flatMap(({ attributes }) =>
    [...attributes].flatMap(({ name, value }) => (ATTRIBUTE.test(name) ? value.split(/\s+/) : [])),
  );
  // The body inherits the property from html.
  return [...written, getComputedStyle(body).colorScheme, meta?.content ?? '']
    .map((text) => NAME.exec(text.trim())?.[1]?.toLowerCase())
    .find((scheme) => scheme);
}

/** Calls back with the page's scheme, now and whenever it changes. */
export function followPageScheme(
  page: Document,
  signal: AbortSignal,
  onChange: (scheme: string | undefined) => void,
): void {
  let scheme: string | undefined;
  const follow = (): void => {
    const meta = page.querySelector<HTMLMetaElement>('meta[name=color-scheme]');
    // A page may replace its body.
    for (const element of [page.documentElement, page.body, meta])
      if (element) observer.observe(element, { attributes: true, childList: element === page.documentElement });
    const next = readPageScheme(page, meta);
    if (next !== scheme) onChange((scheme = next));
  };
  const observer = new MutationObserver(follow);
  follow();
  signal.addEventListener('abort', () => {
    observer.disconnect();
  });
}
