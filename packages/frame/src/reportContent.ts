/**
 * Reports the height that the page would need to show everything without scrolling, whenever it changes; for host pages
 * with `height="auto"`.
 *
 * @param report - in CSS pixels
 */
export function reportContent(root: HTMLElement, report: (height: number) => void): void {
  root.dataset['height'] = 'content';
  let reported = 0;
  let isDue = false;
  function measure(): void {
    isDue = false;
    const list = root.querySelector('.sotto-messages');
    const newest = list?.lastElementChild;
    if (!list?.parentElement || !newest) return;
    // The list itself is stretched to the room there is; its children are as high as they are.
    const needed =
      newest.getBoundingClientRect().bottom -
      list.getBoundingClientRect().top +
      Number.parseFloat(getComputedStyle(list).paddingBlockEnd);
    const height = Math.ceil(root.clientHeight - list.parentElement.clientHeight + needed);
    // Rounding must not make it creep.
    if (Math.abs(height - reported) < 2) return;
    reported = height;
    report(height);
  }
  const check = (): void => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(measure);
  };
  new MutationObserver(check).observe(root, { childList: true, subtree: true, characterData: true });
  // Pictures and fonts that come later, and a page that is made narrower.
  root.addEventListener('load', check, true);
  new ResizeObserver(check).observe(root);
}
