import type { JsonObject } from '@sotto/widget-core/api';
import * as v from 'valibot';

const propsSchema = v.object({ form: v.string(), wasRefused: v.boolean() });

/** Passwords and files are never stored. */
const NOT_KEPT = new Set(['password', 'file', 'hidden', 'submit']);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Key of the draft sent last: when the next page reports a save, this draft was the one saved. */
const SENT_KEY = 'sotto:draft-sent';

/**
 * Keeps what is typed into a form in this tab until it is saved, so that a reload, a lost connection or going back
 * loses nothing.
 *
 * The server's state is the reference: only values that differ from it are stored, and they are restored with a notice.
 * If the stored data has changed in the meantime, the draft is submitted as a change of the state it was based on, so
 * that the server can report the conflict.
 */
export function mount(element: HTMLElement, props: JsonObject): void {
  const { form: name, wasRefused } = v.parse(propsSchema, props);
  const form = element.querySelector('form');
  const view = element.ownerDocument.defaultView;
  if (!form || !view) return;
  const key = `sotto:draft:${view.location.pathname}:${name}`;
  const served = read(form, servedValue);
  const servedBase = readBase(form);
  forgetSaved(view);
  // A refused form already shows what was typed.
  if (wasRefused) forget();
  else restore();
  // The user may have typed before this script was loaded.
  keep();

  form.addEventListener('input', keep);
  form.addEventListener('change', keep);
  form.addEventListener('submit', () => {
    attempt(() => {
      view.sessionStorage.setItem(SENT_KEY, key);
    });
  });

  function keep(): void {
    if (!form) return;
    const values = read(form);
    if (JSON.stringify(values) === JSON.stringify(served)) forget();
    else
      attempt(() => {
        view?.sessionStorage.setItem(key, JSON.stringify({ served, values, base: readBase(form) }));
      });
  }

  function restore(): void {
    const kept = attempt(() => view?.sessionStorage.getItem(key));
    if (!form || kept === undefined || kept === null) return;
    const parsed = v.safeParse(keptSchema, parse(kept));
    const isSame = parsed.success && JSON.stringify(parsed.output.served) === JSON.stringify(served);
    // If the server cannot determine which state was changed, an old draft would undo newer stored changes.
    if (!parsed.success || (!isSame && (parsed.output.base === undefined || servedBase === undefined))) {
      forget();
      return;
    }
    const { values, served: then, base } = parsed.output;
    // Input on this page is newer than the stored draft; fields without input have the server's value.
    write(
      form,
      read(form).map((now, index) =>
        now[1] !== served[index]?.[1] || values[index]?.[1] === then[index]?.[1] ? now : (values[index] ?? now),
      ),
    );
    if (JSON.stringify(read(form)) === JSON.stringify(served)) return;
    if (base) writeBase(form, base);
    form.dispatchEvent(new Event('input', { bubbles: true }));
    showNotice(form);
  }

  function showNotice(around: HTMLFormElement): void {
    const line = element.ownerDocument.createElement('p');
    line.className = 'notice';
    line.setAttribute('role', 'status');
    const discard = element.ownerDocument.createElement('button');
    discard.type = 'button';
    discard.className = 'text-button';
    discard.textContent = 'Discard it';
    discard.addEventListener('click', () => {
      write(around, served);
      if (servedBase) writeBase(around, servedBase);
      forget();
      line.remove();
    });
    line.append('Not saved yet: this is what you typed. ', discard);
    around.prepend(line);
  }

  function forget(): void {
    attempt(() => {
      view?.sessionStorage.removeItem(key);
    });
  }
}

/** Removes the draft that was sent once the page reports the save. Drafts of other forms stay. */
function forgetSaved(view: Window): void {
  const sent = attempt(() => view.sessionStorage.getItem(SENT_KEY));
  if (typeof sent !== 'string') return;
  attempt(() => {
    view.sessionStorage.removeItem(SENT_KEY);
  });
  const query = new URLSearchParams(view.location.search);
  // `sent` is used when something was added to a page, which needs no notice.
  if (query.has('saved') || query.has('sent'))
    attempt(() => {
      view.sessionStorage.removeItem(sent);
    });
}

const valuesSchema = v.array(v.tuple([v.string(), v.union([v.string(), v.boolean()])]));
const baseSchema = v.object({ state: v.string(), shown: v.string() });
const keptSchema = v.object({ served: valuesSchema, values: valuesSchema, base: v.optional(baseSchema) });
type Values = v.InferOutput<typeof valuesSchema>;
type Base = v.InferOutput<typeof baseSchema>;

/** The version that a form shows (`FormFrame`); undefined for forms that edit nothing. */
function readBase(form: HTMLFormElement): Base | undefined {
  const [state, shown] = [baseField(form, 'state'), baseField(form, 'shown')];
  return state && shown ? { state: state.value, shown: shown.value } : undefined;
}

function writeBase(form: HTMLFormElement, base: Base): void {
  for (const name of ['state', 'shown'] as const) {
    const field = baseField(form, name);
    if (field) field.value = base[name];
  }
}

function baseField(form: HTMLFormElement, name: keyof Base): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`input[type="hidden"][name="${name}"]`);
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (field): field is Field => 'name' in field && field.name !== '' && !NOT_KEPT.has((field as Field).type),
  );
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

/** The server's value as the field returns it: with normalized line ends and colours in lower case. */
function servedValue(field: Field): string | boolean {
  if (isSwitch(field)) return field.defaultChecked;
  if ('options' in field)
    return ([...field.options].find((option) => option.hasAttribute('selected')) ?? field.options[0])?.value ?? '';
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

/** If storage is denied or full, drafts are not kept. */
function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
