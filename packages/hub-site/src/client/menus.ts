/** Hover delay before a menu opens, and before it closes, in milliseconds. */
const OPEN_MS = 120;
const CLOSE_MS = 220;

/**
 * Menus are `<details>` and work alone; this adds hovering with a delay, Escape, and closing by a click or focus
 * elsewhere [H-11].
 */
export function startMenus(page: Document): void {
  const menus = [...page.querySelectorAll<HTMLDetailsElement>('details[data-menu]')];
  const canHover = matchMedia('(hover: hover) and (min-width: 901px)');
  for (const menu of menus) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (isOpen: boolean, ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        menu.open = isOpen;
      }, ms);
    };
    menu.addEventListener('pointerenter', (event) => {
      if (canHover.matches && event.pointerType === 'mouse') later(true, OPEN_MS);
    });
    menu.addEventListener('pointerleave', (event) => {
      if (canHover.matches && event.pointerType === 'mouse' && !menu.contains(page.activeElement))
        later(false, CLOSE_MS);
    });
    // A click right after the pointer opened it means: stay open.
    menu.querySelector('summary')?.addEventListener('click', (event) => {
      if (timer !== undefined && menu.open && canHover.matches && event.detail > 0) event.preventDefault();
      clearTimeout(timer);
      timer = undefined;
    });
    menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !menu.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
      event.stopPropagation();
    });
    menu.addEventListener('focusout', (event) => {
      if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false;
    });
  }
  page.addEventListener('click', (event) => {
    for (const menu of menus)
      if (menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
}
