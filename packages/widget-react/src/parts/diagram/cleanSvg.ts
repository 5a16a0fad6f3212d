import createPurify, { type Config } from 'dompurify';
import { readSvg } from './readSvg';

/** A diagram as elements that load nothing, run nothing and lead nowhere, and the style rules they are drawn with. */
export interface CleanSvg {
  readonly root: SVGElement;
  readonly css: string;
}

const CONFIG: Config & { readonly IN_PLACE: true } = {
  IN_PLACE: true,
  USE_PROFILES: { svg: true, svgFilters: true },
  // What loads, moves or leads somewhere. Styles are taken out before, and checked.
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
  // No string becomes markup here. Without this the library would create a policy, which the frame does not allow.
  TRUSTED_TYPES_POLICY: null,
};

/** Reaches outside the document or the element, or could hide that it does. */
const REACHES_OUT =
  /url\(\s*(?!["']?#)|(?:image|image-set|cross-fade|src|element|paint|expression)\(|@(?!(?:-webkit-)?keyframes\b)|\\|:host|</i;

/**
 * The second wall behind the page that draws diagrams: that page runs what strangers wrote, so its answer is cleaned
 * before it becomes part of this document.
 *
 * @param svg - as the drawing page serialized it
 * @returns undefined when anything of it would be lost: then it is shown as a picture, which needs no cleaning
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
    // It refuses to clean what it cannot read for certain.
    return undefined;
  }
  return purify.removed.some((entry) => 'element' in entry) ? undefined : { root, css };
}
