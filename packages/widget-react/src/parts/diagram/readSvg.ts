const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
/** More elements than any diagram within `MAX_DIAGRAM_LINES` has. */
const MAX_ELEMENTS = 20_000;

/** A tag with its attributes, or text: all that `XMLSerializer` writes for a diagram. */
const TOKEN =
  /<(?<close>\/?)(?<name>[A-Za-z][\w-]*)(?<attributes>(?:\s+[\w:.-]+="[^"<]*")*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y;
const ATTRIBUTE = /([\w:.-]+)="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/**
 * Builds elements from a serialized SVG document. `DOMParser` would do the same, but the frame's policy allows no
 * Trusted Types, so no string may be parsed as markup.
 *
 * The result contains only SVG elements, which are not sanitized here (`cleanSvg.ts`).
 *
 * @param page - owner document; inert, so that nothing loads or runs
 * @returns undefined unless the text is one well-formed SVG document
 */
export function readSvg(markup: string, page: Document): SVGElement | undefined {
  const open: SVGElement[] = [];
  let root: SVGElement | undefined;
  let count = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < markup.length) {
    const { close, name, attributes = '', empty, text } = TOKEN.exec(markup)?.groups ?? {};
    const parent = open.at(-1);
    if (text !== undefined) {
      if (parent) parent.append(decode(text));
      else if (text.trim() !== '') return undefined;
    } else if (name === undefined) return undefined;
    else if (close) {
      if (open.pop()?.localName !== name) return undefined;
    } else {
      count += 1;
      if (count > MAX_ELEMENTS || (!parent && (root || name !== 'svg'))) return undefined;
      const element = createElement(name, attributes, page);
      if (!element) return undefined;
      if (parent) parent.append(element);
      else root = element;
      if (!empty) open.push(element);
    }
  }
  return open.length === 0 ? root : undefined;
}

function createElement(name: string, attributes: string, page: Document): SVGElement | undefined {
  const element = page.createElementNS(SVG, name);
  for (const [, key = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    // Skip other namespaces, such as HTML in a foreignObject.
    if (key === 'xmlns' && value !== SVG) return undefined;
    if (key.startsWith('xmlns')) continue;
    if (key === 'xlink:href') element.setAttributeNS(XLINK, key, decode(value));
    // As an attribute it would violate a policy without 'unsafe-inline'.
    else if (key === 'style') element.style.cssText = decode(value);
    else if (!key.includes(':')) element.setAttribute(key, decode(value));
  }
  return element;
}

function decode(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, number?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
