import type { HubItem } from '@sotto/hub-api';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cardOf, CARD_SIZE } from './card';
import { setText, type TextStyle } from './cardText';
import { drawCard } from './drawCard';
import { oklchToHex } from './oklch';

const itemWith = (fields: object): HubItem =>
  ({
    item: {
      type: 'skillset',
      id: 'skillset_1',
      name: 'Order help',
      description: 'Says where an order is.',
      icon: '📦',
      tags: ['support', 'commerce', 'mail'],
      user: { id: 'u1', name: 'Ana' },
      skillset: { abilities: [{}, {}] },
      ...fields,
    },
  }) as unknown as HubItem;
const LONG = 'Everything that anybody could ever want to know about orders, returns and parcels, and then some more';
const style: TextStyle = { weight: 600, colour: '#000000', width: 700, height: 214, sizes: [92, 76, 62] };

describe('H-6 what a share card says', () => {
  it('is name, kind, author, what it can do, and its colours', () => {
    expect(cardOf(itemWith({}))).toMatchObject({
      name: 'Order help',
      kind: 'Skillset',
      icon: '📦',
      foot: 'Free · by Ana · 2 abilities · support · commerce'.replaceAll(' · ', '\u2002·\u2002'),
      isRightToLeft: false,
    });
    expect(cardOf(itemWith({})).colours).toEqual(cardOf(itemWith({ name: 'Another name' })).colours);
    expect(cardOf(itemWith({ id: 'skillset_2' })).colours).not.toEqual(cardOf(itemWith({})).colours);
  });

  it('falls back to the specification’s words and the emoji of the kind', () => {
    expect(
      cardOf(itemWith({ name: ' ', description: '', icon: '', user: null, tags: [], skillset: null })),
    ).toMatchObject({
      name: 'A skillset without name',
      description: 'A skillset without description',
      icon: '🧰',
      foot: 'Free',
    });
  });

  it('is mirrored for a name that reads from right to left', () => {
    expect(
      ['مساعد الطلبات', '«עזרה»', 'Order مساعد', '注文'].map((name) => cardOf(itemWith({ name })).isRightToLeft),
    ).toEqual([true, true, false, false]);
  });
});

describe('H-6 a share card as a picture', () => {
  it.each([
    'Order help',
    LONG,
    LONG.replaceAll(' ', ''),
    'مساعد الطلبات للمتجر الصغير والكبير',
    '注文の状況を調べるための技能セットとその説明'.repeat(4),
  ])('sets %s within its place', async (name) => {
    const { width, height } = await setText(sharp, name, style);
    expect([width <= style.width, height <= style.height]).toEqual([true, true]);
  });

  it('is cut with an ellipsis only where it must be', async () => {
    const whole = await setText(sharp, 'Order help', style);
    const one = await setText(sharp, LONG, { ...style, sizes: [62], height: 80 });
    expect(whole.height).toBeGreaterThan(60);
    expect(one.height).toBeLessThanOrEqual(80);
    expect(one.width).toBeGreaterThan(400);
  });

  it('is 1200 by 630, in colour, below 200 KB', async () => {
    const picture = await drawCard(sharp, cardOf(itemWith({ name: LONG, description: LONG.repeat(4) })));
    const { width, height, format } = await sharp(picture).metadata();
    expect([width, height, format, picture.byteLength < 200_000]).toEqual([
      CARD_SIZE.width,
      CARD_SIZE.height,
      'png',
      true,
    ]);
  });

  it('shows text of others as text', async () => {
    await expect(
      drawCard(sharp, cardOf(itemWith({ name: '<span foreground="red">&</span>', description: '</span>' }))),
    ).resolves.toBeInstanceOf(Uint8Array);
  });
});

describe('oklchToHex', () => {
  it.each([
    [1, 0, 0, '#ffffff'],
    [0, 0, 0, '#000000'],
    [0.628, 0.2577, 29.23, '#ff0000'],
    [0.9127, 0.0332, 72.6, '#f1dfc9'],
  ])('%f %f %f is %s', (lightness, chroma, hue, hex) => {
    const bytes = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    const away = bytes(oklchToHex(lightness, chroma, hue)).map((byte, index) =>
      Math.abs(byte - (bytes(hex)[index] ?? 0)),
    );
    expect(Math.max(...away)).toBeLessThanOrEqual(2);
  });
});
