/**
 * Reports the height that the page needs to show everything without scrolling, whenever it changes; for
 * `height="auto"`.
 *
 * @param report - receives the height in CSS pixels
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
    // The list is stretched to the available height; its children have their natural height.
    const needed =
      newest.getBoundingClientRect().bottom -
      list.getBoundingClientRect().top +
      Number.parseFloat(getComputedStyle(list).paddingBlockEnd);
    const height = Math.ceil(root.clientHeight - list.parentElement.clientHeight + needed);
    // Ignore rounding, which would make the height grow again and again.
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
  // Pictures and fonts that load later, and a narrower page.
  root.addEventListener('load', check, true);
  new ResizeObserver(check).observe(root);
}
