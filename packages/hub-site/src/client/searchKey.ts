/** `/` moves the focus to the search box, unless the user is typing. */
export function startSearchKey(page: Document): void {
  const box = page.querySelector<HTMLInputElement>('[data-search]');
  if (!box) return;
  page.addEventListener('keydown', (event) => {
    const { target } = event;
    const isWriting =
      target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
}
