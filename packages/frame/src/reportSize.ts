/** How often the content size is measured, in milliseconds (specification, section 9). */
const REFRESH_MS = 1_000;

/** The size the chat needs to be fully visible, in CSS pixels. */
export interface ContentSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reports the content size when it has changed: at most once a second, and not while the page is hidden [W-41].
 *
 * @param root - the root element of the widget
 * @returns stops reporting
 */
export function reportSize(root: HTMLElement, report: (size: ContentSize) => void): () => void {
  let reported = '';
  const timer = setInterval(() => {
    const size = readSize(root);
    const now = `${size.width} ${size.height}`;
    if (root.ownerDocument.hidden || size.width === 0 || now === reported) return;
    reported = now;
    report(size);
  }, REFRESH_MS);
  return () => {
    clearInterval(timer);
  };
}

/** The current size, with the whole conversation. */
function readSize(root: HTMLElement): ContentSize {
  const list = root.querySelector('.sotto-scroller');
  const hidden = list ? list.scrollHeight - list.clientHeight : 0;
  return { width: root.clientWidth, height: root.clientHeight + hidden };
}
