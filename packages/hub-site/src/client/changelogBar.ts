/** How long a closed bar stays closed, in seconds (30 days). */
const CLOSED_SECONDS = 2_592_000;

/** Handles closing the bar, and stores it in a cookie, so that the server omits the bar [H-9]. */
export function startChangelogBar(page: Document): void {
  const bar = page.querySelector<HTMLElement>('[data-changelog]');
  const button = bar?.querySelector<HTMLButtonElement>('[data-changelog-close]');
  if (!bar || !button) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    page.cookie = `sotto_changelog=closed; path=/; max-age=${String(CLOSED_SECONDS)}; samesite=lax`;
    bar.remove();
  });
}
