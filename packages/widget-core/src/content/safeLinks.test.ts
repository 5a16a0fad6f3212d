import { describe, expect, it } from 'vitest';
import { readIconAddress, readLinkAddress, resolveButtonLink, resolveLink } from './safeLinks';

const context = { hostAddress: 'https://shop.example/deep/page?x=1', serverOrigin: 'https://chat.example' };

describe('W-21 T1 addresses that leave the site although they start with a slash', () => {
  it.each([
    '//evil.test',
    '/\\evil.test',
    '/%09/evil.test',
    '/\t/evil.test',
    '\\\\evil.test',
    '/%5cevil.test',
    '/%2fevil.test',
    '/ /evil.test',
    '/%0a/evil.test',
    '///evil.test',
  ])('%j is refused', (address) => {
    expect(readLinkAddress(address)).toBeUndefined();
    expect(resolveButtonLink(address, context)).toBeUndefined();
    expect(readIconAddress(address)).toBeUndefined();
  });

  it('resolves a path against the host page', () => {
    expect(resolveButtonLink('/help', context)).toBe('https://shop.example/help');
    expect(resolveLink('../up#part', context)).toEqual({
      href: 'https://shop.example/up#part',
      opens: 'page',
      host: 'shop.example',
    });
  });

  it('lets a button lead only to http, https or a path', () => {
    expect(resolveButtonLink('https://other.example/a', context)).toBe('https://other.example/a');
    for (const address of ['mailto:a@b.example', 'help', '#x', 'javascript:alert(1)', ' https://a.example', ''])
      expect(resolveButtonLink(address, context)).toBeUndefined();
  });
});

describe('A106 schemes', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'data:image/png;base64,AA',
    'vbscript:x',
    'blob:https://a',
    'file:///etc',
    'https:evil.test',
    'https:/evil.test',
    'https:\\\\evil.test',
    'ht\u200Btps://a.example',
  ])('%j is no link', (address) => {
    expect(readLinkAddress(address)).toBeUndefined();
  });

  it.each([
    'https://a.example/x?y=1#z',
    'http://a.example',
    'mailto:a@b.example',
    'tel:+49123',
    '/path',
    'path/to',
    '?q=1',
    '#part',
    '/',
  ])('%j is a link', (address) => {
    expect(readLinkAddress(address)).toBe(address);
  });

  it('opens own and host pages in place, others in a tab', () => {
    expect(resolveLink('https://chat.example/a', context)?.opens).toBe('page');
    expect(resolveLink('https://shop.example/a', context)?.opens).toBe('page');
    expect(resolveLink('https://else.example/a', context)?.opens).toBe('tab');
    expect(resolveLink('tel:1', context)?.opens).toBe('app');
  });
});

describe('W-42 T2 icons', () => {
  it('take https, raster data, blob or a path', () => {
    for (const address of [
      'https://a.example/i.png',
      'data:image/png;base64,AAAA',
      'blob:https://a.example/1',
      '/i.png',
    ])
      expect(readIconAddress(address)).toBe(address);
    for (const address of [
      'http://a.example/i.png',
      'data:image/svg+xml;base64,AAAA',
      'data:text/html,x',
      'javascript:1',
      'i.png',
    ])
      expect(readIconAddress(address)).toBeUndefined();
  });
});
