import { describe, expect, it } from 'vitest';
import { readSvg } from './readSvg';

const read = (markup: string) => readSvg(markup, document);

describe('a serialized drawing', () => {
  it('becomes the elements, attributes and texts that were written', () => {
    const root = read(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><g id="a"><path d="M0 0"/><text>5 &lt; 6 &amp; &#x1F600;</text></g></svg>',
    );
    expect(root?.namespaceURI).toBe('http://www.w3.org/2000/svg');
    expect(root?.getAttribute('viewBox')).toBe('0 0 10 5');
    expect([...(root?.querySelectorAll('*') ?? [])].map((element) => element.localName)).toEqual(['g', 'path', 'text']);
    expect(root?.textContent).toBe('5 < 6 & 😀');
  });

  it.each([
    ['not closed', '<svg><g></svg>'],
    ['not ended', '<svg><g>'],
    ['of two roots', '<svg></svg><svg></svg>'],
    ['of another root', '<g></g>'],
    ['with text before it', 'x<svg></svg>'],
    ['with an attribute without quotes', '<svg onload=alert(1)></svg>'],
    ['with a comment', '<svg><!-- --></svg>'],
    ['with HTML in it', '<svg><foreignObject><div xmlns="http://www.w3.org/1999/xhtml"></div></foreignObject></svg>'],
    ['with too many elements', `<svg>${'<g/>'.repeat(20_000)}</svg>`],
  ])('is refused when it is %s', (_, markup) => {
    expect(read(markup)).toBeUndefined();
  });
});
