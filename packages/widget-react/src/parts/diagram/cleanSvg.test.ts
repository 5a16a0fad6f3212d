import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanSvg } from './cleanSvg';

// DOMPurify reads names through the getter of Node, where happy-dom gives an empty text; browsers give the name.
const nodeName = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeName') ?? {};
beforeAll(() => {
  Object.defineProperty(Node.prototype, 'nodeName', {
    configurable: true,
    get(this: Node) {
      return this instanceof Element ? this.tagName : '#text';
    },
  });
});
afterAll(() => {
  Object.defineProperty(Node.prototype, 'nodeName', nodeName);
});

const clean = (content: string) =>
  cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`, document);

describe('A115 a drawing before it becomes part of the page', () => {
  it('keeps its shapes, texts, references inside it and rules', () => {
    const cleaned = clean(
      '<style>#d .image-shape,#d .node{fill:#eee;marker-end:url(#arrow)}</style>' +
        '<g class="node" style="fill: red"><path d="M0 0" marker-end="url(#arrow)"/><text>Roast</text></g>',
    );
    expect(cleaned?.css).toContain('fill:#eee');
    expect(cleaned?.root.querySelector('style')).toBeNull();
    expect(cleaned?.root.querySelector('path')?.getAttribute('marker-end')).toBe('url(#arrow)');
    expect(cleaned?.root.querySelector('g')?.getAttribute('style')).toContain('red');
    expect(cleaned?.root.textContent).toBe('Roast');
  });

  it.each([
    ['a handler', '<g onclick="alert(1)"/>', 'onclick'],
    ['an address in a paint', '<g fill="url(https://evil.test/x)"/>', 'fill'],
    ['an address written with escapes', '<g fill="\\75rl(https://evil.test/x)"/>', 'fill'],
    ['an address in a style', '<g style="background:url(https://evil.test/x)"/>', 'style'],
  ])('loses %s', (_, content, name) => {
    const group = clean(content)?.root.querySelector('g');
    expect(group).not.toBeNull();
    expect(group?.hasAttribute(name)).toBe(false);
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a picture', '<image href="https://evil.test/x"/>'],
    ['a link', '<a href="javascript:alert(1)"><text>x</text></a>'],
    ['an animation', '<g><set attributeName="href" to="javascript:alert(1)"/></g>'],
    ['HTML', '<foreignObject><g/></foreignObject>'],
    ['an address in its rules', '<style>*{background:url(https://evil.test/x)}</style>'],
    ['a set of addresses in its rules', '<style>*{background:image-set("https://evil.test/x" 1x)}</style>'],
    ['an import in its rules', '<style>@import "https://evil.test/x";</style>'],
    ['rules with escapes', '<style>*{background:u\\72l(https://evil.test/x)}</style>'],
    ['rules for what is around it', '<style>:host{position:fixed}</style>'],
  ])('is not taken with %s in it', (_, content) => {
    expect(clean(content)).toBeUndefined();
  });
});
