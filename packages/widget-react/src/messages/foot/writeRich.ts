/** Elements that are useless in formatted text; formulas are kept as MathML. */
const LEFT_OUT = 'button, svg, style, form, [aria-hidden="true"], .sotto-hidden, .sotto-code-bar';
const KEPT_ATTRIBUTES = new Set(['href', 'src', 'alt', 'title', 'start', 'colspan', 'rowspan', 'dir', 'lang']);

/**
 * Copies an answer as Markdown and as formatted text.
 *
 * @param markdown - the answer's source
 * @param inside - an element of the message
 * @throws if the browser cannot copy formatted text, or denies it
 */
export async function writeRich(markdown: string, inside: Element): Promise<void> {
  const html = [...(inside.closest('.sotto-message')?.querySelectorAll('.sotto-bubble') ?? [])]
    .map(toPlainHtml)
    .join('');
  const entries = { 'text/plain': markdown, 'text/html': html };
  await navigator.clipboard.write([
    new ClipboardItem(
      Object.fromEntries(Object.entries(entries).map(([type, text]) => [type, new Blob([text], { type })])),
    ),
  ]);
}

/** Removes our classes and styles from elements. */
function toPlainHtml(bubble: Element): string {
  const copy = bubble.cloneNode(true) as Element;
  for (const element of copy.querySelectorAll(LEFT_OUT)) element.remove();
  for (const element of copy.querySelectorAll('*'))
    for (const name of element.getAttributeNames()) if (!KEPT_ATTRIBUTES.has(name)) element.removeAttribute(name);
  const writer = new XMLSerializer();
  return [...copy.childNodes]
    .map((node) => writer.serializeToString(node).replaceAll(' xmlns="http://www.w3.org/1999/xhtml"', ''))
    .join('');
}
