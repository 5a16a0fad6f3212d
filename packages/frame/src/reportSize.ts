/**
 * How often the size of the content is looked at, in milliseconds. Specification, section 9: the resize observer's
 * refresh rate.
 */
const REFRESH_MS = 1_000;

/** What the chat needs to be seen whole, in CSS pixels. */
export interface ContentSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reports the size of the content when it has changed: at most once a second, and not while the page is hidden [W-41].
 *
 * @param root - the element everything is drawn in
 * @returns ends it
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

/** The frame as it stands, with the conversation at its whole length. */
function readSize(root: HTMLElement): ContentSize {
  const list = root.querySelector('.sotto-scroller');
  const hidden = list ? list.scrollHeight - list.clientHeight : 0;
  return { width: root.clientWidth, height: root.clientHeight + hidden };
}
