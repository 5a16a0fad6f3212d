import { describe, expect, it } from 'vitest';
import { readAddressSettings } from './addressSettings';
import { readBase, readFrameOptions } from './frameOptions';

const FRAME = 'https://chat.example.com/integrations/widget/demo/frame';

describe('the address of the frame', () => {
  it('tells a loader from a page’s own iframe by v', () => {
    expect(readFrameOptions(`${FRAME}?v=2&scheme=dark&lang=de&instance=a&layout=popover`)).toMatchObject({
      form: 'port',
      scheme: 'dark',
      config: { language: 'de', layout: 'popover' },
    });
    expect(readFrameOptions(FRAME)).toMatchObject({ form: 'raw', scheme: undefined, isOpen: true, config: {} });
  });

  it('takes no settings by address when a loader embeds it', () => {
    expect(readFrameOptions(`${FRAME}?v=2&barTitle=Other`).config).toEqual({});
  });

  it('reads look, words and JSON without a loader', () => {
    const address =
      `${FRAME}?barTitle=Help&tools=true&poweredBy=false` +
      `&theme=${encodeURIComponent('{"name":"modern"}')}&open=false&origin=https://shop.example.com`;
    expect(readFrameOptions(address)).toMatchObject({
      isOpen: false,
      hostOrigin: 'https://shop.example.com',
    });
    expect(readAddressSettings(address)).toEqual({
      barTitle: 'Help',
      tools: true,
      poweredBy: false,
      theme: { name: 'modern' },
    });
  });

  it('never takes a contact, a token or functions', () => {
    expect(
      readAddressSettings(`${FRAME}?contact={}&token=x&functions={}&createSession=https://evil.example&__proto__=1`),
    ).toEqual({});
  });

  it('ignores settings beyond 8 KiB, and keeps what is not JSON as text', () => {
    expect(readAddressSettings(`${FRAME}?barTitle=${'x'.repeat(9000)}`)).toEqual({});
    expect(readAddressSettings(`${FRAME}?theme=${encodeURIComponent('{oops')}`)).toEqual({ theme: '{oops' });
  });
});

describe('the address of the server', () => {
  it.each([
    [FRAME, 'https://chat.example.com'],
    ['http://localhost:3000/sotto/integrations/widget/demo/frame?v=2', 'http://localhost:3000/sotto'],
    ['https://chat.example.com/auto/widget/frame?type=dashboard', 'https://chat.example.com'],
  ])('of %s is %s', (address, base) => {
    expect(readBase(address)).toBe(base);
  });
});
