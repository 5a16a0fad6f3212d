import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPage, settled } from './testPage';
import type { Contact, SottoChatElement, SottoGlobal } from './types';

let page: Awaited<ReturnType<typeof createPage>>;
let sotto: SottoGlobal;

beforeAll(async () => {
  page = await createPage();
  sotto = page.sotto;
  await import('./element/createController');
});
beforeEach(() => {
  page.log.sent.length = 0;
});
afterEach(() => {
  for (const widget of [...sotto.instances.values()]) widget.destroy();
});

describe('FS-1 who is in front of the page', () => {
  it.each<[string, (widget: SottoChatElement) => unknown, Contact | null]>([
    ['setContact', (widget) => widget.setContact({ identity: 'dave' }), { identity: 'dave' }],
    [
      'the property',
      (widget) => {
        widget.contact = { identity: 'dave' };
      },
      { identity: 'dave' },
    ],
    ['update', (widget) => widget.update({ contact: { identity: 'dave' } }), { identity: 'dave' }],
    ['update without one any more', (widget) => widget.update({ contact: undefined } as object), null],
    [
      'the attribute',
      (widget) => {
        widget.setAttribute('contact', '{"identity":"dave"}');
      },
      { identity: 'dave' },
    ],
    [
      'an attribute that was taken away',
      (widget) => {
        widget.setAttribute('contact', '{"identity":"dave"}');
        widget.removeAttribute('contact');
      },
      null,
    ],
    [
      'an attribute that is no JSON',
      (widget) => {
        widget.setAttribute('contact', 'dave');
      },
      null,
    ],
  ])('FS-1: tells the frame who is there now by %s', async (_, change, contact) => {
    const widget = sotto.create({ widget: 'demo', contact: { identity: 'carol' } });
    await widget.load();
    const before = page.log.sent.length;
    await change(widget);
    await settled();
    expect(page.log.sent.slice(before)).toContain('contact');
    expect(widget.contact).toEqual(contact);
  });

  it('FS-1: takes over from the page that a swap brought who is there', async () => {
    const { migrateState } = await import('./element/migrateState');
    const widget = sotto.create({ widget: 'demo', contact: { identity: 'carol' } }, document.body);
    widget.setAttribute('contact', '{"identity":"carol"}');
    await widget.load();
    const ending = new AbortController();
    migrateState(widget, ending.signal);
    const next = (attribute: string): void => {
      document.dispatchEvent(new Event('turbo:before-render'));
      document.body.innerHTML = `<sotto-chat widget="demo" ${attribute}></sotto-chat>`;
      document.dispatchEvent(new Event('turbo:render'));
    };
    widget.setAttribute('widget', 'demo');
    next(`contact='{"identity":"dave"}'`);
    await settled();
    expect(widget.contact).toEqual({ identity: 'dave' });
    next('');
    await settled();
    expect([widget.contact, widget.isConnected]).toEqual([null, true]);
    ending.abort();
  });

  it.each([null, undefined])('FS-1: settings of %s are as settings that are missing', async (nothing) => {
    const empty = { messages: nothing, meta: nothing, functions: nothing, contact: nothing } as object;
    const widget = sotto.create({ widget: 'demo', ...empty });
    await widget.update(empty);
    await widget.load();
    await widget.update(empty);
    expect([widget.messages, widget.meta, widget.getFunctions(), widget.contact]).toEqual([[], {}, {}, null]);
  });
});
