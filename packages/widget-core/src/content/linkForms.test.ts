import { describe, expect, it } from 'vitest';
import { mediaKind, readLinkForm } from './linkForms';

describe('contract 3.5 link forms', () => {
  it.each([
    ['https://a.example', { form: 'plain', address: 'https://a.example' }],
    ['https://a.example#part', { form: 'plain', address: 'https://a.example#part' }],
    ['https://a.example#button', { form: 'button', address: 'https://a.example' }],
    ['https://a.example?q=1#frame', { form: 'frame', address: 'https://a.example?q=1' }],
    ['/x#button#target=_blank', { form: 'button', target: '_blank', address: '/x' }],
    ['/x#target=_self&button', { form: 'button', target: '_self', address: '/x' }],
    ['/x?target=_top', { form: 'plain', target: '_top', address: '/x' }],
    ['/x?a=1&target=_top&b=2#button', { form: 'button', target: '_top', address: '/x?a=1&b=2' }],
    ['/x?target=_top&b=2', { form: 'plain', target: '_top', address: '/x?b=2' }],
    ['/x?target=evil', { form: 'plain', address: '/x?target=evil' }],
  ])('%j', (address, expected) => {
    expect(readLinkForm(address)).toEqual(expected);
  });

  it('knows media by their ending or type', () => {
    expect(
      [
        'a.MP4?x=1',
        'b.mov',
        'c.mp3#t=1',
        'd.ogg',
        'e.png',
        'f',
        'data:audio/mpeg;base64,AA',
        'https://x.example/a.constructor',
      ].map(mediaKind),
    ).toEqual(['video', 'video', 'audio', 'audio', 'image', 'image', 'audio', 'image']);
  });
});
