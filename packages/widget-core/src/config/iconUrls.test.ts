import { describe, expect, it } from 'vitest';
import { iconUrl, readSinkAddress } from './iconUrls';

const server = 'https://chat.example.com';

describe('W-42 icons', () => {
  it('asks the server for the thumbnail of a file', () => {
    expect(iconUrl('file_1', { server, version: 1_700_000_000_000 })).toBe(
      `${server}/v1/file/file_1/thumbnail/download?strategy=auto&cache=true&version=1700000000000`,
    );
    expect(iconUrl('file_1', { server: `${server}/api/` })).toBe(
      `${server}/api/v1/file/file_1/thumbnail/download?strategy=auto&cache=true`,
    );
  });

  it('sends a version only when the picture may be kept', () => {
    expect(iconUrl('file_1', { server, version: 1, cache: false })).toBe(
      `${server}/v1/file/file_1/thumbnail/download?strategy=auto&cache=false`,
    );
  });

  it.each(['https://x.example/a.png', 'data:image/png;base64,AAAA', 'blob:https://x.example/1', '/a.svg'])(
    'leaves %s as it is',
    (address) => {
      expect(iconUrl(address, { server })).toBe(address);
    },
  );

  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    'data:image/svg+xml;base64,AAAA',
    '//evil.example/a.png',
    '/\\evil',
    'http://x.example/a.png',
    '../a.png',
  ])('has none for %s', (address) => {
    expect(iconUrl(address, { server })).toBeUndefined();
  });
});

describe('T2 every place has its own schemes', () => {
  const addresses = [
    'https://x.example/',
    'http://x.example/',
    'http://localhost:3000/',
    'data:image/png;base64,AAAA',
    'blob:https://x.example/1',
    'mailto:a@b.example',
    '/path',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
  ];
  const taken = (sink: 'picture' | 'link' | 'frame'): string[] =>
    addresses.filter((address) => readSinkAddress(address, sink) !== undefined);

  it('pictures take data and blob, links and frames never do', () => {
    expect(taken('picture')).toEqual([
      'https://x.example/',
      'data:image/png;base64,AAAA',
      'blob:https://x.example/1',
      '/path',
    ]);
    expect(taken('link')).toEqual([
      'https://x.example/',
      'http://x.example/',
      'http://localhost:3000/',
      'mailto:a@b.example',
      '/path',
    ]);
    expect(taken('frame')).toEqual(['https://x.example/', 'http://localhost:3000/', '/path']);
  });
});
