import { describe, expect, it } from 'vitest';
import { decodePage, readPreview } from './readPreview';

const PAGE = 'https://news.example.com/a/story';
const read = (head: string) => readPreview(`<!doctype html><html><head>${head}</head><body></body></html>`, PAGE);

describe('W-23 what a page says about itself', () => {
  it('is read from Open Graph first', () => {
    expect(
      read(`<title>Plain</title><meta name="description" content="Plain text"><meta property="og:title" content="A \
&amp; B"><meta property="og:description" content="About both">
        <meta property="og:image" content="/pictures/1.png"><meta property="og:site_name" content="Example News">\
<link rel="icon" href="/icon.svg"><link rel="shortcut icon" href="../icon.png">`),
    ).toEqual({
      title: 'A & B',
      description: 'About both',
      image: 'https://news.example.com/pictures/1.png',
      logo: 'https://news.example.com/icon.png',
      publisher: 'Example News',
    });
  });

  it('else from Twitter cards, structured data, and plain HTML', () => {
    expect(
      read('<meta name="twitter:title" content="T"><meta name="twitter:image" content="//cdn.example.com/i.jpg">'),
    ).toEqual({ title: 'T', image: 'https://cdn.example.com/i.jpg' });
    const data = {
      '@graph': [
        { '@type': 'BreadcrumbList' },
        {
          headline: 'H',
          description: 'D',
          image: [{ url: 'https://cdn.example.com/h.png' }],
          publisher: { name: 'P', logo: { url: '/p.png' } },
        },
      ],
    };
    expect(read(`<title>Plain</title><script type="application/ld+json">${JSON.stringify(data)}</script>`)).toEqual({
      title: 'H',
      description: 'D',
      image: 'https://cdn.example.com/h.png',
      logo: 'https://news.example.com/p.png',
      publisher: 'P',
    });
    expect(read('<title>\n  Plain   title\n</title><meta name=description content=words>')).toEqual({
      title: 'Plain title',
      description: 'words',
    });
    expect(readPreview('<svg><title>Icon</title></svg>', PAGE)).toEqual({ title: 'Icon' });
    expect(read('')).toEqual({});
  });

  it('survives broken pages and broken structured data', () => {
    expect(
      read(
        '<title>A<title>B</title><meta content><meta property><script type="application/ld+json">{"name":</script><link rel>',
      ),
    ).toMatchObject({});
    expect(
      read(
        '<script type="application/ld+json">[1,null,{"name":7},{"name":"N","image":{"x":1},"publisher":"x"}]</script>',
      ),
    ).toEqual({ title: 'N' });
  });

  it('is decoded as the page says, or as UTF-8', () => {
    const latin = Uint8Array.from(
      [...'<meta charset=iso-8859-1><title>gr'].map((character) => character.charCodeAt(0)).concat([0xfc, 0x6e]),
    );
    expect(decodePage(latin, 'text/html')).toContain('grün');
    expect(decodePage(new TextEncoder().encode('<title>日本</title>'), 'text/html; charset="UTF-8"')).toContain('日本');
    expect(decodePage(Uint8Array.from([0x93, 0xfa, 0x96, 0x7b]), 'text/html;charset=shift_jis')).toBe('日本');
  });
});

describe('A804 what a hostile page says', () => {
  it('is text and stays text', () => {
    expect(
      read(
        '<meta property="og:title" content="<img src=x onerror=alert(1)>"><meta property="og:description" content="a\u202eb\u0000c\nd">',
      ),
    ).toEqual({ title: '<img src=x onerror=alert(1)>', description: 'ab c d' });
  });

  it('is clipped, however long it is', () => {
    const preview = read(
      `<title>${'t'.repeat(1_000_000)}</title><meta name=description ` +
        `content="${'😀'.repeat(100_000)}"><meta property="og:site_name" ` +
        `content="${'p'.repeat(9_999)}"><meta property="og:image" content="/${'i'.repeat(9_999)}">`,
    );
    expect([
      preview.title?.length,
      Array.from(preview.description ?? '').length,
      preview.publisher?.length,
      preview.image,
    ]).toEqual([200, 500, 100, undefined]);
    expect(preview.description?.isWellFormed()).toBe(true);
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'https://user:secret@cdn.example.com/a.png',
    'http://',
    'blob:https://x/y',
    '',
  ])('has no picture at %s', (address) => {
    expect(
      read(`<title>t</title><meta property="og:image" content="${address}"><link rel="icon" href="${address}">`),
    ).toEqual({ title: 't' });
  });

  it('ssrf-071 is not read as UTF-7', () => {
    expect(decodePage(new TextEncoder().encode('<title>+ADw-script+AD4-</title>'), 'text/html; charset=utf-7')).toBe(
      '<title>+ADw-script+AD4-</title>',
    );
  });

  it('is read in one pass, whatever it repeats', () => {
    const many = '<meta property="og:title" content="x">'.repeat(13_000);
    expect(
      read(`${many}${'<title>'.repeat(20_000)}${'<script type="application/ld+json">'.repeat(5_000)}`),
    ).toMatchObject({ title: 'x' });
  });
});
