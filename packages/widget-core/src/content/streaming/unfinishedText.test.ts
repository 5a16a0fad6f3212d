import { describe, expect, it } from 'vitest';
import { parseContent } from '../parseContent';
import { toPlainText } from '../plainText';
import { completeUnfinished } from './unfinishedText';

const complete = (text: string) => completeUnfinished(text, { math: true });

describe('W-16 half-written text is calm', () => {
  it.each([
    ['a **bold', 'a **bold**'],
    ['a **bold ', 'a **bold**'],
    ['a **bold*', 'a **bold**'],
    ['a **', 'a'],
    ['a **b *c', 'a **b *c***'],
    ['a ~~gone', 'a ~~gone~~'],
    ['2 * 3', '2 * 3'],
    ['a `code', 'a `code`'],
    ['a `', 'a '],
    ['snake_case_name', 'snake_case_name'],
    ['see [the **docs**](https://exa', 'see the **docs**'],
    ['see [the do', 'see'],
    ['see [1]', 'see'],
    ['see [1] ', 'see [1]'],
    ['see [the **docs**](', 'see the **docs**'],
    ['Fish &am', 'Fish'],
    ['Fish & ch', 'Fish & ch'],
    ['Hello!', 'Hello!'],
    ['see !', 'see'],
    ['words\n```js', 'words'],
    ['[1]: https://exa', ''],
    ['words[^1', 'words'],
    ['done [a](https://a.example) and', 'done [a](https://a.example) and'],
    ['a ![pic](https://exa', 'a '],
    ['a https://exa', 'a '],
    ['a https://a.example b', 'a https://a.example b'],
    ['x <kb', 'x '],
    ['paragraph\n-', 'paragraph\n'],
    ['paragraph\n1.', 'paragraph\n'],
    ['- item **a', '- item **a**'],
    ['- ```\n  a **b', '- ```\n  a **b'],
    ['price $5 and **x', 'price $5 and **x**'],
  ])('%j becomes %j', (text, expected) => {
    expect(complete(text).trimEnd()).toBe(expected.trimEnd());
  });

  it('never turns a paragraph into a heading and back while a list begins', () => {
    const kinds = ['Words\n-', 'Words\n- ', 'Words\n- a'].map(
      (text) => parseContent(text, { streaming: true })[0]?.kind,
    );
    expect(kinds).toEqual(['paragraph', 'paragraph', 'paragraph']);
  });

  it('holds a table until its first row is complete', () => {
    const of = (text: string) => parseContent(text, { streaming: true }).map((block) => block.kind);
    expect(of('Text\n\n| a | b')).toEqual(['paragraph', 'skeleton']);
    expect(of('Text\n\n| a | b |\n|--')).toEqual(['paragraph', 'skeleton']);
    expect(of('Text\n| a | b |\n|---|---|\n| 1')).toEqual(['paragraph', 'skeleton']);
    expect(of('Text\n| a | b |\n|---|---|\n| 1 | 2 |\n')).toEqual(['paragraph', 'table']);
    expect(of('Text\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3')).toEqual(['paragraph', 'table']);
  });

  it('shows a skeleton for an open rich block and diagram, and growing code for an open fence', () => {
    const [card] = parseContent('```card\ntitle: A', { streaming: true });
    const [diagram] = parseContent('```mermaid\ngraph TD', { streaming: true });
    const [code] = parseContent('```js\nlet a;\n``', { streaming: true });
    expect(card).toMatchObject({ kind: 'skeleton', of: 'card' });
    expect(diagram).toMatchObject({ kind: 'skeleton', of: 'diagram' });
    expect(code).toMatchObject({ kind: 'code', language: 'js', text: 'let a;', closed: false });
  });

  it('never shows less of the words when more text comes', () => {
    const text = 'Use **bold text** and `code` in *one* sentence of words.';
    let shown = 0;
    for (let length = 1; length <= text.length; length += 1) {
      const words =
        parseContent(text.slice(0, length), { streaming: true }).length === 0
          ? ''
          : toPlainText(complete(text.slice(0, length)));
      expect(words.length).toBeGreaterThanOrEqual(shown - 1);
      shown = words.length;
    }
  });
});
