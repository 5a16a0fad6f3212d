/** A diagram as a standalone document, with its size in CSS pixels. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Makes a standalone picture from Mermaid's output: well-formed, with a fixed size, and without links, external
 * resources or scripts, which could run where the copied picture is opened.
 *
 * @returns undefined if the output contains no picture
 */
export function toPicture(markup: string): Picture | undefined {
  const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg');
  const [left = 0, top = 0, width = 0, height = 0] = (svg?.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (!svg || !(width > 0) || !(height > 0) || ![left, top].every(Number.isFinite)) return undefined;
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.style.removeProperty('max-width');
  for (const element of svg.querySelectorAll(
    'script, image, feImage, img, picture, video, audio, iframe, object, embed, link, meta, base, form, input, button, animate, set',
  ))
    element.remove();
  for (const element of svg.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const isAddress = /(?:^|:)(?:href|src)$/i.test(name) && !value.startsWith('#');
      if (isAddress || name.toLowerCase().startsWith('on') || /url\((?!\s*["']?#)/i.test(value))
        element.removeAttribute(name);
    }
  }
  for (const style of svg.querySelectorAll('style'))
    style.textContent = style.textContent
      .replace(/@import[^;]*;?/gi, '')
      .replace(/url\((?!\s*["']?#)[^)]*\)/gi, 'none');
  return { svg: new XMLSerializer().serializeToString(svg), width, height };
}
