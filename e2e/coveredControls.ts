import type { Page } from 'playwright-core';

/**
 * Names the controls of a page that something fixed or sticky lies over, at every place the page and its inner areas can
 * be scrolled to. A control that is scrolled out of its area is not counted, because nothing of it is shown.
 */
export async function coveredControls(page: Page): Promise<string[]> {
  const found = new Set<string>();
  for (let share = 0; share <= 1; share += 0.25) {
    await page.evaluate((part) => {
      for (const element of [document.documentElement, ...document.querySelectorAll('*')])
        if (element.scrollHeight > element.clientHeight + 1)
          element.scrollTo({ top: (element.scrollHeight - element.clientHeight) * part, behavior: 'instant' });
    }, share);
    for (const each of await page.evaluate(findCovered)) found.add(each);
  }
  return [...found];
}

/** Runs in the page. */
function findCovered(): string[] {
  /** Points across each side of a control. */
  const SHARES = [0.02, 0.25, 0.5, 0.75, 0.98];
  const controls = document.querySelectorAll<HTMLElement>(
    'iframe, .try-it-chat, a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]',
  );
  const found: string[] = [];
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { left, top, right, bottom } = shownPart(control);
    const over = SHARES.flatMap((x) =>
      SHARES.map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
    )
      .filter(() => right - left > 3 && bottom - top > 3)
      .map(([x, y]) => document.elementFromPoint(x, y))
      .map((hit) => hit && floatingOver(hit, control))
      .find((floating) => floating !== null);
    if (over) found.push(`${nameOf(over)} covers ${nameOf(control)}`);
  }
  return found;

  /** The rectangle of a control that its scrolled areas and the window show. */
  function shownPart(control: Element) {
    const box = control.getBoundingClientRect();
    let [left, top, right, bottom] = [Math.max(0, box.left), Math.max(0, box.top), box.right, box.bottom];
    right = Math.min(right, document.documentElement.clientWidth);
    bottom = Math.min(bottom, document.documentElement.clientHeight);
    for (let area = control.parentElement; area && area !== document.documentElement; area = area.parentElement) {
      if (getComputedStyle(area).overflowY === 'visible') continue;
      const clip = area.getBoundingClientRect();
      [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
      [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    return { left, top, right, bottom };
  }

  /** What floats there and does not hold the control. */
  function floatingOver(hit: Element, control: Element): Element | null {
    if (control.contains(hit) || hit.contains(control)) return null;
    for (let at: Element | null = hit; at && !at.contains(control); at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
    return null;
  }

  function nameOf(element: Element): string {
    const words = (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/\s+/g, ' ').trim();
    return `${element.localName}${element.id && `#${element.id}`} "${words.slice(0, 40)}"`;
  }
}
