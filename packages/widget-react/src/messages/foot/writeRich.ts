/** What a program that takes formatted text has no use for; a formula stays as MathML. */
const LEFT_OUT = 'button, svg, style, form, [aria-hidden="true"], .sotto-hidden, .sotto-code-bar';
const KEPT_ATTRIBUTES = new Set(['href', 'src', 'alt', 'title', 'start', 'colspan', 'rowspan', 'dir', 'lang']);

/**
 * Puts an answer on the clipboard twice: as it was written, and as it is drawn, for programs that take formatted text.
 *
 * @param markdown - the answer as it was written
 * @param inside - an element of the message
 * @throws when the browser has no clipboard for formatted text, or denies it
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

/** Elements without our classes and styles, which mean nothing elsewhere. */
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
