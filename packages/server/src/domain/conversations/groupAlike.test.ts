import { describe, expect, it } from 'vitest';
import { groupAlike } from './groupAlike';

const group = (...texts: string[]): string[][] =>
  groupAlike(texts.map((text) => ({ text }))).map((alike) => alike.map(({ text }) => text));

describe('questions that are alike', () => {
  it('puts other forms and another order of the same words together', () => {
    expect(
      group(
        'How do I return a parcel?',
        'What are your opening hours?',
        'returning parcels',
        'opening hours on Sunday',
      ),
    ).toEqual([
      ['How do I return a parcel?', 'returning parcels'],
      ['What are your opening hours?', 'opening hours on Sunday'],
    ]);
  });

  it('keeps questions apart that share a frequent word only', () => {
    expect(group('Is the red sofa in stock?', 'Is the oak table in stock?', 'Is the lamp in stock?')).toHaveLength(3);
  });

  it('puts a question that is like two others to the one that is more alike', () => {
    const [crate, ship] = ['red parcel box label crate', 'red parcel ship dock'];
    const both = `${crate} ship dock`;
    expect(group(crate, ship, both)).toEqual([[crate, both], [ship]]);
  });

  it('reads scripts without spaces by pairs of letters', () => {
    expect(group('送料はいくらですか', '送料はいくら', '返品できますか')).toEqual([
      ['送料はいくらですか', '送料はいくら'],
      ['返品できますか'],
    ]);
  });

  it('puts texts without any telling word together only when they are the same', () => {
    expect(group('why?', 'Why?', 'how?')).toEqual([['why?', 'Why?'], ['how?']]);
  });
});
