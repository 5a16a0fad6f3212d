// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { mount } from './draft';

const FORM = `
  <form method="post">
    <input type="hidden" name="form" value="thing">
    <input name="name" value="Served">
    <textarea name="text">one
two</textarea>
    <input type="checkbox" name="isPublic" checked>
    <select name="kind"><option value="a">A</option><option value="b" selected>B</option></select>
    <input type="password" name="secret">
  </form>`;

/** Draws the page as the server sends it, lets somebody type, and only then brings the part alive. */
function load(typed: Readonly<Record<string, string>> = {}, props = {}): HTMLFormElement {
  document.body.innerHTML = `<div>${FORM}</div>`;
  const element = document.querySelector('div');
  const form = document.querySelector('form');
  if (!element || !form) throw new Error('no form');
  for (const [name, value] of Object.entries(typed)) field(name).value = value;
  mount(element, { form: 'thing', wasRefused: false, ...props });
  return form;
}

function field(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

function type(name: string, value: string): void {
  field(name).value = value;
  field(name).dispatchEvent(new Event('input', { bubbles: true }));
}

const isFromTab = (): boolean => document.querySelector('form > .notice') !== null;

beforeEach(() => {
  sessionStorage.clear();
});

describe('H-12 a draft', () => {
  it('keeps what is typed over a reload, and can be discarded', () => {
    load();
    expect([isFromTab(), sessionStorage.length]).toEqual([false, 0]);
    type('name', 'Typed');
    load();
    expect([isFromTab(), field('name').value, field('text').value, field('kind').value]).toEqual([
      true,
      'Typed',
      'one\ntwo',
      'b',
    ]);
    document.querySelector<HTMLButtonElement>('form > .notice button')?.click();
    expect([isFromTab(), field('name').value, sessionStorage.length]).toEqual([false, 'Served', 0]);
  });

  it('keeps what was typed before its script came: on a slow line that is most of it', () => {
    load({ name: 'Early' });
    expect([isFromTab(), sessionStorage.length]).toEqual([false, 1]);
    load();
    expect([isFromTab(), field('name').value]).toEqual([true, 'Early']);
  });

  it('gives back what was kept, but not over what was typed since the page was loaded', () => {
    load();
    type('name', 'Typed');
    type('text', 'Typed, too');
    load({ name: 'Newer' });
    expect([isFromTab(), field('name').value, field('text').value]).toEqual([true, 'Newer', 'Typed, too']);
    load();
    expect([field('name').value, field('text').value]).toEqual(['Newer', 'Typed, too']);
  });

  it('keeps no password, and nothing that is as it was served', () => {
    load({ secret: 'hunter2' });
    expect(sessionStorage.length).toBe(0);
    type('name', 'Typed');
    type('name', 'Served');
    expect(sessionStorage.length).toBe(0);
  });

  /** The page as the server sends it by now: somebody saved another state elsewhere. */
  function loadChanged(state: string, text = 'changed elsewhere'): void {
    document.body.innerHTML = `<div>\
${VERSIONED.replace('one\ntwo', text).replace('value="1"', `value="${state}"`).replace('value="{1}"', `value="{${state}}"`)}</div>`;
    const element = document.querySelector('div');
    if (element) mount(element, { form: 'thing', wasRefused: false });
  }
  const VERSIONED = FORM.replace(
    '<input name="name"',
    '<input type="hidden" name="state" value="1"><input type="hidden" name="shown" value="{1}"><input name="name"',
  );

  it('FH-8: is given back over what was saved elsewhere, and sent as a change of the state it was made in', () => {
    loadChanged('1', 'one\ntwo');
    type('text', 'Typed');
    loadChanged('2');
    expect([isFromTab(), field('text').value, field('name').value]).toEqual([true, 'Typed', 'Served']);
    expect([field('state').value, field('shown').value]).toEqual(['1', '{1}']);
    document.querySelector<HTMLButtonElement>('form > .notice button')?.click();
    expect([field('text').value, field('state').value, field('shown').value, sessionStorage.length]).toEqual([
      'changed elsewhere',
      '2',
      '{2}',
      0,
    ]);
  });

  it('FH-8: stays kept as long as it is not saved, however often the page is loaded', () => {
    loadChanged('1', 'one\ntwo');
    type('text', 'Typed');
    loadChanged('2');
    loadChanged('3', 'changed again');
    expect([field('text').value, field('state').value]).toEqual(['Typed', '1']);
  });

  it('FH-8: a field that only somebody else changed is shown as it is stored', () => {
    loadChanged('1', 'one\ntwo');
    type('name', 'Typed');
    loadChanged('2');
    expect([field('name').value, field('text').value]).toEqual(['Typed', 'changed elsewhere']);
  });

  it('FH-8: only what was sent is forgotten once something was saved: another form of the page keeps its own', () => {
    load();
    type('name', 'Typed');
    window.history.replaceState(null, '', '?saved');
    load();
    expect([isFromTab(), field('name').value]).toEqual([true, 'Typed']);
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    load();
    expect([isFromTab(), field('name').value, sessionStorage.length]).toEqual([false, 'Served', 0]);
    window.history.replaceState(null, '', '/');
  });

  it('is forgotten once a message or a note was sent', () => {
    load();
    type('name', 'Typed');
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    window.history.replaceState(null, '', '?sent');
    load();
    expect([isFromTab(), field('name').value, sessionStorage.length]).toEqual([false, 'Served', 0]);
    window.history.replaceState(null, '', '/');
  });

  it('is forgotten where the server shows what was refused', () => {
    load();
    type('name', 'Typed');
    load({}, { wasRefused: true });
    expect([isFromTab(), sessionStorage.length]).toEqual([false, 0]);
  });
});
