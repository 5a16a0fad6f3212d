import { describe, expect, it } from 'vitest';
import { readPlainValue } from './readObject';
import { readRichBlock } from './richBlocks';

describe('W-19 cards', () => {
  it('need a title, description or image', () => {
    expect(readRichBlock('card', 'title: A\nimage: https://a.example/x.png\nother: 1')).toEqual({
      type: 'card',
      card: { title: 'A', image: 'https://a.example/x.png', buttons: [] },
    });
    expect(readRichBlock('card', 'buttons: [{caption: x}]')).toBeUndefined();
    expect(readRichBlock('card', 'just words')).toBeUndefined();
    expect(readRichBlock('card', 'title: "open')).toBeUndefined();
  });
});

describe('W-20 carousels', () => {
  it('take a list or items, drop what is invalid and cut at the limits', () => {
    const source = JSON.stringify([
      { title: 'A', buttons: [{ caption: 'Go', link: '/a' }, { href: '/no-caption' }] },
      { price: 1 },
      'x',
      { description: 'B' },
    ]);
    expect(readRichBlock('carousel', source)).toEqual({
      type: 'carousel',
      items: [
        { title: 'A', buttons: [{ caption: 'Go', href: '/a' }] },
        { description: 'B', buttons: [] },
      ],
    });
    const many = JSON.stringify({
      items: Array.from({ length: 30 }, () => ({
        title: 'x',
        buttons: Array.from({ length: 9 }, () => ({ caption: 'y' })),
      })),
    });
    const read = readRichBlock('carousel', many);
    expect(read?.type === 'carousel' && [read.items.length, read.items[0]?.buttons.length]).toEqual([20, 4]);
    expect(readRichBlock('carousel', 'items: []')).toBeUndefined();
  });
});

describe('W-21 button groups', () => {
  it('need captions and keep at most twelve', () => {
    expect(
      readRichBlock(
        'buttons',
        '- caption: Returns\n  message: How?\n- {caption: Help, href: /help}\n- {href: /x}\n- caption: ""',
      ),
    ).toEqual({
      type: 'buttons',
      buttons: [
        { caption: 'Returns', message: 'How?' },
        { caption: 'Help', href: '/help' },
      ],
    });
    const read = readRichBlock(
      'buttons',
      JSON.stringify({ buttons: Array.from({ length: 20 }, (_, index) => ({ caption: index })) }),
    );
    expect(read?.type === 'buttons' && read.buttons.length).toBe(12);
  });
});

describe('W-22 forms', () => {
  it('fill in what is not said', () => {
    expect(readRichBlock('form', 'fields:\n  - label: Order number\n  - {name: n, type: strange}')).toEqual({
      type: 'form',
      form: {
        method: 'POST',
        fields: [
          {
            name: 'order_number',
            label: 'Order number',
            type: 'text',
            default: '',
            options: [],
            placeholder: '',
            required: false,
          },
          { name: 'n', label: 'n', type: 'text', default: '', options: [], placeholder: '', required: false },
        ],
      },
    });
  });

  it('T3 never ask for passwords or files, and drop choices without options', () => {
    const source =
      'method: delete\nfields: [{name: a, type: password}, {name: b, type: file}, {name: c, type: hidden}, ' +
      '{name: d, type: select}, {name: e, type: radio, options: [1, {value: v, caption: V}]}]';
    expect(readRichBlock('form', source)).toMatchObject({
      form: {
        method: 'POST',
        fields: [
          {
            name: 'e',
            options: [
              { value: '1', caption: '1' },
              { value: 'v', caption: 'V' },
            ],
          },
        ],
      },
    });
    expect(readRichBlock('form', 'fields: [{name: a, type: password}]')).toBeUndefined();
  });

  it('cut fields and options at their limits', () => {
    const fields = Array.from({ length: 60 }, (_, index) => ({ name: `f${index}`, type: 'select', options: [1, 2] }));
    const read = readRichBlock('form', JSON.stringify({ fields }));
    expect(read?.type === 'form' && read.form.fields.length).toBe(40);
  });
});

describe('A307 T11 hostile bodies', () => {
  it.each([
    ['aliases', 'a: &a [x, x]\nb: [*a, *a]'],
    ['an anchor alone', 'a: &a x'],
    ['merges', 'a: {b: 1}\n<<: {c: 2}'],
    ['tags', 'a: !!js/function "function(){}"'],
    ['own tags', '!thing {a: 1}'],
    ['standard tags', 'a: !!binary aGk='],
    ['two documents', 'a: 1\n---\nb: 2'],
    ['depth', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['depth by indentation', Array.from({ length: 60 }, (_, index) => `${' '.repeat(index)}a:`).join('\n')],
    ['size', `a: ${'x'.repeat(17_000)}`],
    ['the same key twice', 'a: 1\na: 2'],
  ])('%s are refused', (_name, source) => {
    expect(readPlainValue(source)).toBeUndefined();
  });

  it('give objects without a prototype', () => {
    const read = readPlainValue('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}');
    expect(Object.getPrototypeOf(read?.value)).toBeNull();
    expect(Object.keys(read?.value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(readRichBlock('card', '{"__proto__": {"title": "x"}}')).toBeUndefined();
  });

  it('huge numbers become text', () => {
    expect(readPlainValue('1e999999999')?.value).toBe('Infinity');
  });
});
