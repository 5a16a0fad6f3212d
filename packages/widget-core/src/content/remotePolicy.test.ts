import { describe, expect, it } from 'vitest';
import { decideMedia, misleadingHost } from './remotePolicy';

const policy = {
  hostAddress: 'https://shop.example/page',
  serverOrigin: 'https://chat.example:8443',
  imageOrigins: ['https://cdn.example'],
};
const decide = (address: string) => decideMedia(address, 'image', policy).action;

describe('A201 A203 which media load by themselves', () => {
  it.each([
    'https://cdn.example/a.png',
    'https://CDN.example:443/a.png',
    'https://chat.example:8443/a.png',
    '/a.png',
    'a.png',
    'data:image/png;base64,AAAA',
  ])('%j loads', (address) => {
    expect(decide(address)).toBe('load');
  });

  it.each([
    'https://evil.test/a.png?q=SECRET',
    'https://cdn.example@evil.test/a.png',
    'https://cdn.example.evil.test/a.png',
    'http://cdn.example/a.png',
    'https://cdn.example:444/a.png',
    'https://chat.example/a.png',
    'https://user:pass@cdn.example/a.png',
    'https://cdn.example./a.png',
  ])('%j asks first', (address) => {
    expect(decide(address)).toBe('ask');
  });

  it.each([
    '//evil.test/a.png',
    '/\\evil.test/a.png',
    'data:image/svg+xml;base64,AAAA',
    'javascript:1',
    'mailto:a@b.example',
    `data:image/png;base64,${'A'.repeat(400_000)}`,
  ])('%.40j is not shown', (address) => {
    expect(decide(address)).toBe('refuse');
  });

  it('asks for pictures of a host page whose pictures its frame does not let in', () => {
    expect(decideMedia('/a.png', 'image', { ...policy, isHostAllowed: false })).toMatchObject({
      action: 'ask',
      host: 'shop.example',
    });
    expect(decideMedia('https://chat.example:8443/a.png', 'image', { ...policy, isHostAllowed: false }).action).toBe(
      'load',
    );
  });

  it('names the true host and path to ask with', () => {
    expect(decideMedia('https://cdn.example@evil.test/a.png?q=1', 'image', policy)).toMatchObject({
      host: 'evil.test',
      path: '/a.png',
    });
  });
});

describe('A119 a link whose words name another address', () => {
  it.each([
    ['https://bank.test', 'https://evil.test/x', 'evil.test'],
    ['bank.test/login', 'https://evil.test/', 'evil.test'],
    ['bank。test', 'https://evil.test/', 'evil.test'],
    ['раypal.com', 'https://paypal.com/', 'paypal.com'],
    ['our shop', 'https://shop.test@evil.test/', 'evil.test'],
    ['https://bank.test', 'https://bank.test/a', undefined],
    ['www.bank.test', 'https://bank.test/a', undefined],
    ['our shop', 'https://shop.test/', undefined],
  ])('%j leading to %j shows %j', (text, address, host) => {
    expect(misleadingHost(text, address)).toBe(host);
  });
});
