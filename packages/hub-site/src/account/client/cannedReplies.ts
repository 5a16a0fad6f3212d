/**
 * Canned replies in the answer box: `/` in the empty box opens the menu, its filter narrows the list, and a choice is
 * inserted at the cursor.
 */
export function startCannedReplies(element: HTMLElement, box: HTMLTextAreaElement): void {
  const menu = element.querySelector<HTMLDetailsElement>('details.canned');
  const filter = menu?.querySelector('input');
  const links = [...(menu?.querySelectorAll<HTMLAnchorElement>('a[data-text]') ?? [])];
  if (!menu || !filter || links.length === 0) return;
  filter.hidden = false;
  const shown = (): HTMLAnchorElement[] => links.filter((link) => link.closest('li')?.hidden !== true);
  const narrow = (): void => {
    const words = filter.value.trim().toLowerCase();
    for (const link of links) {
      const item = link.closest('li');
      if (item) item.hidden = !link.textContent.toLowerCase().includes(words);
    }
  };
  const close = (inserted: string): void => {
    menu.open = false;
    box.focus();
    box.setRangeText(inserted, box.selectionStart, box.selectionEnd, 'end');
    box.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const begin = (): void => {
    filter.value = '';
    narrow();
    filter.focus();
  };
  let isBySlash = false;

  box.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.isComposing || box.value !== '') return;
    event.preventDefault();
    isBySlash = true;
    menu.open = true;
    // The event of opening is later than the next key.
    begin();
  });
  menu.addEventListener('toggle', () => {
    if (!menu.open) isBySlash = false;
    else if (!isBySlash) begin();
  });
  filter.addEventListener('input', narrow);
  menu.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-text]') : null;
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    close(link.dataset['text'] ?? '');
  });
  menu.addEventListener('keydown', (event) => {
    const all = shown();
    const at = all.findIndex((link) => link === element.ownerDocument.activeElement);
    if (event.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (at > 0 ? all[at - 1] : filter)?.focus();
    else if (event.key === 'Enter' && event.target === filter) all[0]?.click();
    // A slash that was not for a reply is text.
    else if (event.key === 'Escape') close(isBySlash ? '/' : '');
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
