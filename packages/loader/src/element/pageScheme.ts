/** Attributes that pages write their scheme into: `class`, `data-theme`, `data-bs-theme`, `data-color-mode`, … */
const ATTRIBUTE = /^class$|theme|mode|scheme/;
/** `dark`, `dark-mode`, `theme-dark`, `is-dark`, `only dark`; not `darken`, `has-dark-header` or `light dark`. */
const NAME = /^(?:(?:is|theme|mode|only)[-_ ]*)?(dark|light)(?:[-_ ]*(?:is|theme|mode|only))?$/i;

/**
 * The colour scheme that the page itself is in: by a class or attribute of `body` or `html`, else by the CSS property
 * `color-scheme`, else by the meta element of that name. A page with a switch of its own need not agree with the
 * system.
 *
 * @returns `light` or `dark`; undefined where the page leaves it to the system
 */
export function readPageScheme({ body, documentElement }: Document, meta: HTMLMetaElement | null): string | undefined {
  const written = [body, documentElement].flatMap(({ attributes }) =>
    [...attributes].flatMap(({ name, value }) => (ATTRIBUTE.test(name) ? value.split(/\s+/) : [])),
  );
  // A body inherits the property from html.
  return [...written, getComputedStyle(body).colorScheme, meta?.content ?? '']
    .map((text) => NAME.exec(text.trim())?.[1]?.toLowerCase())
    .find((scheme) => scheme);
}

/** Calls back with the scheme of the page, at once and whenever it changes. */
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
