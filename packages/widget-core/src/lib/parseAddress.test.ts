import { describe, expect, it } from 'vitest';
import { parseAddress } from './parseAddress';

/** Enough for V8 to compile the caller: `URL.canParse` of Node.js 20 fails from some 6,000 calls on. */
const CALLS = 50_000;

describe('SV-19 addresses are read the same each time', () => {
  it.each([
    ['https://münchen.example/', undefined, 'https://xn--mnchen-3ya.example/'],
    [
      '/größen?größe=ä#ö',
      'https://shop.example',
      'https://shop.example/gr%C3%B6%C3%9Fen?gr%C3%B6%C3%9Fe=%C3%A4#%C3%B6',
    ],
    ['menú', 'https://café.example/a/', 'https://xn--caf-dma.example/a/men%C3%BA'],
    ['https://例え.example/', undefined, 'https://xn--r8jz45g.example/'],
  ])('%s from %s', (address, base, expected) => {
    let read = 0;
    for (let call = 0; call < CALLS; call += 1) read += parseAddress(address, base)?.href === expected ? 1 : 0;
    expect(read).toBe(CALLS);
  });

  it.each(['', 'münchen', 'https://', 'https://a b/', 'https://[::1'])('%j is no address', (address) => {
    expect(parseAddress(address)).toBeUndefined();
  });
});
