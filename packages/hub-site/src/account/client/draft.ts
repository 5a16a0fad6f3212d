import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';

const propsSchema = v.object({ form: v.string(), wasRefused: v.boolean() });

/** Passwords and files are never kept. */
const NOT_KEPT = new Set(['password', 'file', 'hidden', 'submit']);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps what is typed into a form in this tab until it is saved: a reload, a lost connection or the way back lose nothing.
 *
 * What the server sent is the measure: only what differs from it is kept, and restored with a line that says so.
 */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { form: name, wasRefused } = v.parse(propsSchema, props);
  const form = element.querySelector('form');
  const view = element.ownerDocument.defaultView;
  if (!form || !view) return;
  const key = `sotto:draft:${view.location.pathname}:${name}`;
  const served = read(form, servedValue);
  // A page that was just saved shows what is stored; a refused one shows what was typed already.
  if (new URLSearchParams(view.location.search).has('saved') || wasRefused) forget();
  else restore();
  // Somebody may have typed before this script was there.
  keep();

  form.addEventListener('input', keep);
  form.addEventListener('change', keep);

  function keep(): void {
    if (!form) return;
    const values = read(form);
    if (JSON.stringify(values) === JSON.stringify(served)) forget();
    else attempt(() => { view?.sessionStorage.setItem(key, JSON.stringify({ served, values })); });
  }

  function restore(): void {
    const kept = attempt(() => view?.sessionStorage.getItem(key));
    if (!form || kept === undefined || kept === null) return;
    const parsed = v.safeParse(keptSchema, parse(kept));
    // Somebody saved another state in the meantime: the old draft would undo it.
    if (!parsed.success || JSON.stringify(parsed.output.served) !== JSON.stringify(served)) {
      forget();
      return;
    }
    // What was typed on this page already is newer than what was kept.
    write(form, read(form).map((now, index) => (now[1] === served[index]?.[1] ? (parsed.output.values[index] ?? now) : now)));
    form.dispatchEvent(new Event('input', { bubbles: true }));
    tell(form);
  }

  function tell(around: HTMLFormElement): void {
    const line = element.ownerDocument.createElement('p');
    line.className = 'notice';
    line.setAttribute('role', 'status');
    const discard = element.ownerDocument.createElement('button');
    discard.type = 'button';
    discard.className = 'text-button';
    discard.textContent = 'Discard it';
    discard.addEventListener('click', () => {
      write(around, served);
      forget();
      line.remove();
    });
    line.append('Not saved yet: this is what you typed. ', discard);
    around.prepend(line);
  }

  function forget(): void {
    attempt(() => { view?.sessionStorage.removeItem(key); });
  }
}

const valuesSchema = v.array(v.tuple([v.string(), v.union([v.string(), v.boolean()])]));
const keptSchema = v.object({ served: valuesSchema, values: valuesSchema });
type Values = v.InferOutput<typeof valuesSchema>;

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter((field): field is Field => 'name' in field && field.name !== '' && !NOT_KEPT.has((field as Field).type));
}

function isSwitch(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

function read(form: HTMLFormElement, valueOf = typedValue): Values {
  return fieldsOf(form).map((field) => [field.name, valueOf(field)]);
}

function typedValue(field: Field): string | boolean {
  return isSwitch(field) ? field.checked : field.value;
}

/** What the server sent, in the form in which a field gives it back: without line ends, with a colour in small letters. */
function servedValue(field: Field): string | boolean {
  if (isSwitch(field)) return field.defaultChecked;
  if ('options' in field) return ([...field.options].find((option) => option.hasAttribute('selected')) ?? field.options[0])?.value ?? '';
  const copy = field.cloneNode() as typeof field;
  copy.value = field.defaultValue;
  return copy.value;
}

function write(form: HTMLFormElement, values: Values): void {
  for (const [index, field] of fieldsOf(form).entries()) {
    const [name, value] = values[index] ?? [];
    if (name !== field.name) return;
    if (isSwitch(field)) field.checked = value === true;
    else if (typeof value === 'string') field.value = value;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Storage may be forbidden or full: then nothing is kept, and nothing breaks. */
function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
