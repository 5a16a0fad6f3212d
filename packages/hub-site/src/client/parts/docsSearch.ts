import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';

const hitsSchema = v.object({
  hits: v.array(
    v.object({
      page: v.string(),
      section: v.string(),
      href: v.string(),
      excerpt: v.array(v.object({ text: v.string(), isMatch: v.boolean() })),
    }),
  ),
});
type Hit = v.InferOutput<typeof hitsSchema>['hits'][number];

/** Delay after the last key press, in milliseconds. */
const PAUSE_MS = 120;
/** A search that takes longer shows a notice. */
const SLOW_MS = 400;

/**
 * Shows hits below the search box as the user types: a combobox with a list box (WAI-ARIA). Arrow keys move the
 * selection, Enter opens the selected hit, Enter without a selection opens the page of results, Escape closes the list.
 *
 * @param props - `address`: where hits are requested
 */
export function mount(element: HTMLElement, props: JsonObject): void {
  const input = element.querySelector('input');
  const address = props['address'];
  if (!input || typeof address !== 'string') return;
  const { list, status } = addList(element, input);
  let chosen = -1;
  let requested = '';
  let pause: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const choose = (index: number): void => {
    chosen = index;
    for (const [at, option] of options().entries()) {
      option.setAttribute('aria-selected', String(at === index));
      if (at === index) option.scrollIntoView({ block: 'nearest' });
    }
    const id = options()[index]?.id;
    if (id === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', id);
  };
  const setOpen = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) choose(-1);
  };
  const announce = (text: string, isVisible: boolean): void => {
    status.textContent = text;
    status.classList.toggle('visually-hidden', !isVisible);
  };
  const close = (): void => {
    setOpen(false);
    announce('', false);
  };

  const search = async (): Promise<void> => {
    const query = input.value.trim();
    if (query === requested) return;
    requested = query;
    running?.abort();
    if (query === '') {
      close();
      return;
    }
    running = new AbortController();
    const { signal } = running;
    const slow = setTimeout(() => {
      announce('Searching…', true);
    }, SLOW_MS);
    try {
      const response = await fetch(`${address}?q=${encodeURIComponent(query)}`, { signal });
      if (!response.ok) throw new Error(`The search answered ${String(response.status)}`);
      const { hits } = v.parse(hitsSchema, await response.json());
      if (signal.aborted) return;
      list.replaceChildren(...hits.map((hit, index) => toOption(hit, `${list.id}-${String(index)}`)));
      setOpen(hits.length > 0);
      if (hits.length === 0) announce(`No results for “${query}”`, true);
      else announce(hits.length === 1 ? '1 result' : `${String(hits.length)} results`, false);
    } catch {
      if (signal.aborted) return;
      // The same query may be requested again.
      requested = '';
      setOpen(false);
      announce('The search did not answer. Press Enter to try the page of results.', true);
    } finally {
      clearTimeout(slow);
    }
  };

  input.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(() => void search(), PAUSE_MS);
  });
  input.addEventListener('focus', () => {
    if (options().length > 0 && input.value.trim() === requested && requested !== '') setOpen(true);
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const count = options().length;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One position more than options: it selects the text box.
      const next = list.hidden ? (step === 1 ? 0 : count - 1) : ((chosen + 1 + step + count + 1) % (count + 1)) - 1;
      setOpen(true);
      choose(next);
    } else if (event.key === 'Enter' && !list.hidden && chosen >= 0) {
      event.preventDefault();
      options()[chosen]?.click();
    } else if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      close();
    }
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) close();
  });
  // Keep the focus in the box during a press, so that the list is still open for the click.
  list.addEventListener('mousedown', (event) => {
    event.preventDefault();
  });
  list.addEventListener('click', close);
  // Text that was typed before this script was loaded.
  void search();
}

function addList(element: HTMLElement, input: HTMLInputElement): { list: HTMLElement; status: HTMLElement } {
  const list = document.createElement('div');
  list.id = `${input.id}-list`;
  list.className = 'docs-hits';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Sections of the documentation');
  list.hidden = true;
  const status = document.createElement('p');
  status.className = 'docs-hits-note visually-hidden';
  status.setAttribute('role', 'status');
  element.append(list, status);
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-expanded', 'false');
  input.setAttribute('aria-controls', list.id);
  return { list, status };
}

/** A link that is an option: it can be opened in a new tab like any other. */
function toOption({ page, section, href, excerpt }: Hit, id: string): HTMLElement {
  const option = document.createElement('a');
  option.id = id;
  option.href = href;
  option.tabIndex = -1;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  const title = document.createElement('strong');
  title.textContent = section;
  const where = document.createElement('span');
  where.className = 'docs-hit-page';
  where.textContent = section === page ? '' : page;
  const text = document.createElement('span');
  text.className = 'docs-hit-text';
  for (const part of excerpt) {
    const piece = part.isMatch ? document.createElement('mark') : document.createElement('span');
    piece.textContent = part.text;
    text.append(piece);
  }
  option.append(title, ' ', where, ' ', text);
  return option;
}
