const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/**
 * The fields of a request: rows are added and removed without a page load, and what is picked is inserted at the
 * cursor. All rows are in the page from the start, so that drafts find their fields.
 */
export function mount(element: HTMLElement): void {
  showFilled(element);
  offerNames(element);
  element.addEventListener('input', () => {
    showFilled(element);
    offerNames(element);
  });
  element.addEventListener('change', (event) => {
    if (event.target instanceof HTMLSelectElement && event.target.dataset['put'] !== undefined) insert(event.target);
  });
  element.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[name="do"]') : null;
    if (button && (button.value.startsWith('add-') ? addRow(button) : removeRow(button))) event.preventDefault();
  });
}

/** Shows a hidden row. @returns false if there is none, so that the server makes more */
function addRow(button: HTMLButtonElement): boolean {
  const row = button.closest('fieldset')?.querySelector<HTMLElement>('.request-rows > li[hidden]');
  if (!row) return false;
  row.hidden = false;
  row.querySelector<HTMLElement>('input, select')?.focus();
  return true;
}

function removeRow(button: HTMLButtonElement): boolean {
  const row = button.closest('li');
  if (!row) return false;
  for (const field of fieldsOf(row)) {
    if (field instanceof HTMLSelectElement) field.selectedIndex = 0;
    else field.value = '';
  }
  row.hidden = true;
  // An empty row is not sent on, so the next one shown can be any.
  row.closest('fieldset')?.querySelector<HTMLElement>(':scope > button')?.focus();
  row.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

/** A restored draft fills rows that the server has hidden. */
function showFilled(element: HTMLElement): void {
  for (const row of element.querySelectorAll<HTMLElement>('.request-rows > li[hidden]'))
    if (fieldsOf(row).some((field) => !(field instanceof HTMLSelectElement) && field.value !== '')) row.hidden = false;
}

function fieldsOf(row: HTMLElement): (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[] {
  return [
    ...row.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('input, textarea, select'),
  ];
}

/** The pickers offer arguments as soon as they have a name. */
function offerNames(element: HTMLElement): void {
  const names = [...element.querySelectorAll<HTMLInputElement>('.argument-row input[name$="-name"]')]
    .map(({ value }) => value.trim())
    .filter((name) => NAME.test(name));
  for (const group of element.querySelectorAll<HTMLOptGroupElement>('optgroup[data-arguments]')) {
    const offered = [...group.children].map((option) => option.textContent);
    if (JSON.stringify(offered) !== JSON.stringify(names))
      group.replaceChildren(...names.map((name) => new Option(name, `{{${name}}}`)));
  }
}

/** Inserts what was picked at the cursor of its field. */
function insert(select: HTMLSelectElement): void {
  const name = select.dataset['put'] ?? '';
  const field = select.form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || select.value === '') return;
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  // A field that was never focused has its cursor at the start, but its end is meant.
  const isUntouched = start === 0 && end === 0;
  field.setRangeText(
    select.value,
    isUntouched ? field.value.length : start,
    isUntouched ? field.value.length : end,
    'end',
  );
  select.value = '';
  field.focus();
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
