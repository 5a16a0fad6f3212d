/** Fields of the studio's form that can be found. */
const FIELDS = '.field, .check, .choice';

/** A search over the fields of the studio: shows those that have all words, in their groups. */
export function startFinding(element: HTMLElement): void {
  const box = element.querySelector<HTMLElement>('[data-find]');
  const input = box?.querySelector('input');
  const status = box?.querySelector('[role="status"]');
  const form = element.querySelector<HTMLElement>('.studio-fields');
  if (!box || !input || !status || !form) return;
  // The field of a brand colour holds a checkbox of its own.
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (field) => !field.parentElement?.closest(FIELDS),
  );
  const folds = [...form.querySelectorAll('details')];
  const wrappers = [...form.querySelectorAll<HTMLElement>('.setting, .studio-group, .more, .studio-fields > div')];
  /** Which groups were open before the search. */
  let before: Map<HTMLDetailsElement, boolean> | undefined;

  const find = (): void => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isSearch = words.length > 0;
    before = isSearch ? (before ?? new Map(folds.map((fold) => [fold, fold.open]))) : before;
    const found = fields.filter((field) => words.every((word) => textOf(field).includes(word)));
    for (const field of fields) field.hidden = !found.includes(field);
    for (const wrapper of wrappers) wrapper.hidden = isSearch && !found.some((field) => wrapper.contains(field));
    for (const fold of folds)
      fold.open = isSearch ? found.some((field) => fold.contains(field)) : (before?.get(fold) ?? fold.open);
    if (!isSearch) before = undefined;
    status.textContent = isSearch ? describe(found.length, box.dataset['find'] || 'setting') : '';
  };
  input.addEventListener('input', find);
  // It was typed before this script came.
  if (input.value !== '') find();
}

function describe(count: number, noun: string): string {
  if (count === 0) return `No ${noun} has these words.`;
  return count === 1 ? `1 ${noun}` : `${String(count)} ${noun}s`;
}

/** Label, hint, choices, group, and the name that the documentation uses. */
function textOf(field: HTMLElement): string {
  const group = field.closest('.studio-group')?.querySelector('summary')?.textContent ?? '';
  const known = field.closest<HTMLElement>('.setting')?.dataset['words'] ?? '';
  return `${group} ${known} ${field.textContent}`.toLowerCase();
}
