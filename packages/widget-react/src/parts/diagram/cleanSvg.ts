import createPurify, { type Config } from 'dompurify';
import { readSvg } from './readSvg';

/** A diagram as sanitized elements, without resources, scripts or links, and its style rules. */
export interface CleanSvg {
  readonly root: SVGElement;
  readonly css: string;
}

const CONFIG: Config & { readonly IN_PLACE: true } = {
  IN_PLACE: true,
  USE_PROFILES: { svg: true, svgFilters: true },
  // Elements that load, animate or link. Styles were removed before and are checked separately.
  FORBID_TAGS: [
    'style',
    'script',
    'image',
    'a',
    'animate',
    'animatetransform',
    'animatemotion',
    'set',
    'foreignobject',
    'textpath',
  ],
  FORBID_ATTR: ['href', 'xlink:href', 'tabindex'],
  // No string becomes markup here. Without this option the library would create a Trusted Types policy, which the
  // frame does not allow.
  TRUSTED_TYPES_POLICY: null,
};

/** CSS that reaches outside the document or element, or could disguise it. */
const REACHES_OUT =
  /url\(\s*(?!["']?#)|(?:image|image-set|cross-fade|src|element|paint|expression)\(|@(?!(?:-webkit-)?keyframes\b)|\\|:host|</i;

/**
 * Second line of defence after the drawing page, which runs code from strangers: its output is sanitized before it
 * becomes part of this document.
 *
 * @param svg - as serialized by the drawing page
 * @returns undefined if sanitizing would lose anything: then it is shown as a picture, which is safe
 */
export function cleanSvg(svg: string, page: Document): CleanSvg | undefined {
  const view = page.defaultView;
  const root = readSvg(svg, page.implementation.createHTMLDocument(''));
  if (!view || !root) return undefined;
  const styles = [...root.querySelectorAll('style')];
  const css = styles.map((style) => style.textContent).join('\n');
  if (REACHES_OUT.test(css)) return undefined;
  for (const style of styles) style.remove();
  const purify = createPurify(view);
  if (!purify.isSupported) return undefined;
  purify.addHook('afterSanitizeAttributes', (element) => {
    for (const { name, value } of [...element.attributes])
      if (!/^(?:id|class|aria-.+)$/.test(name) && REACHES_OUT.test(value)) element.removeAttribute(name);
  });
  try {
    purify.sanitize(root, CONFIG);
  } catch {
    // Refuses anything it cannot parse reliably.
    return undefined;
  }
  return purify.removed.some((entry) => 'element' in entry) ? undefined : { root, css };
}
