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

const isTold = (): boolean => document.querySelector('form > .notice') !== null;

beforeEach(() => { sessionStorage.clear(); });

describe('H-12 a draft', () => {
  it('keeps what is typed over a reload, and can be discarded', () => {
    load();
    expect([isTold(), sessionStorage.length]).toEqual([false, 0]);
    type('name', 'Typed');
    load();
    expect([isTold(), field('name').value, field('text').value, field('kind').value]).toEqual([true, 'Typed', 'one\ntwo', 'b']);
    document.querySelector<HTMLButtonElement>('form > .notice button')?.click();
    expect([isTold(), field('name').value, sessionStorage.length]).toEqual([false, 'Served', 0]);
  });

  it('keeps what was typed before its script came: on a slow line that is most of it', () => {
    load({ name: 'Early' });
    expect([isTold(), sessionStorage.length]).toEqual([false, 1]);
    load();
    expect([isTold(), field('name').value]).toEqual([true, 'Early']);
  });

  it('gives back what was kept, but not over what was typed since the page was loaded', () => {
    load();
    type('name', 'Typed');
    type('text', 'Typed, too');
    load({ name: 'Newer' });
    expect([isTold(), field('name').value, field('text').value]).toEqual([true, 'Newer', 'Typed, too']);
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

  it('is forgotten where the server shows what was refused', () => {
    load();
    type('name', 'Typed');
    load({}, { wasRefused: true });
    expect([isTold(), sessionStorage.length]).toEqual([false, 0]);
  });
});
