/**
 * Tells how high the page would be if nothing had to be scrolled, whenever that changes; for host pages with
 * `height="auto"`.
 *
 * @param tell - in CSS pixels
 */
export function reportContent(root: HTMLElement, tell: (height: number) => void): void {
  let told = 0;
  let isDue = false;
  function measure(): void {
    isDue = false;
    const list = root.querySelector('.sotto-messages');
    const newest = list?.lastElementChild;
    if (!list?.parentElement || !newest) return;
    // The list itself is stretched to the room there is; its children are as high as they are.
    const wanted =
      newest.getBoundingClientRect().bottom -
      list.getBoundingClientRect().top +
      Number.parseFloat(getComputedStyle(list).paddingBlockEnd);
    const height = Math.ceil(root.clientHeight - list.parentElement.clientHeight + wanted);
    // Rounding must not make it creep.
    if (Math.abs(height - told) < 2) return;
    told = height;
    tell(height);
  }
  const look = (): void => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(measure);
  };
  new MutationObserver(look).observe(root, { childList: true, subtree: true, characterData: true });
  // Pictures and fonts that come later, and a page that is made narrower.
  root.addEventListener('load', look, true);
  new ResizeObserver(look).observe(root);
}
