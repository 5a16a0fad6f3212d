/** Markdown as models write it, and edge cases of incremental parsing. */
export const SAMPLE_TEXTS: Readonly<Record<string, string>> = {
  empty: '',
  plain: 'Hello there, how can I help?',
  'breaks and paragraphs': 'First line\nsecond line  \nthird\n\nNext paragraph\\\nhard break.\n\n\n\nLast.',
  emphasis:
    'This is **bold**, *italic*, ***both***, ~~gone~~, `code`, and a_b_c stays. 2 * 3 * 4 = 24.\n\n**bold\nover lines** end *x*',
  headings:
    '# One\nText\n## Two ##\n\nSetext\n===\n\nAnother\nline\n---\ntext after\n\n***\n---\n\n#notaheading\n####### seven',
  'setext after list': 'Title\n---\n- a\n- b\n\n---\n\n- c\n---\nend',
  'bullet list': 'Intro:\n- one\n- two **bold**\n- three\n\nAfter.',
  'loose list': '- one\n\n- two\n\n- three\n\n\nAfter the list\n\n1. a\n\n   more a\n\n2. b\n3. c',
  'nested list':
    '1. First\n   - inner **a**\n   - inner b\n     - deep\n2. Second\n\n   Paragraph in second.\n\n   ' +
    '```js\n   const a = 1;\n\n   - not a list\n   ```\n3. Third\n\nOut.',
  'lists side by side': '- a\n- b\n* c\n* d\n1. e\n2. f\n1) g\n2) h\n- i',
  'list with lazy lines': '- a\nlazy\n- b\n\n lazy no more\n- c\n2. d\n\n3. e\ntext\n4. f',
  'list interrupted':
    '1. a\n\n b\n2. c\n\n- x\n<div>\n- y\n\n  - z\n # heading\n- q\n> quote\n- r\n```\ncode\n```\n- s',
  'empty items': '-\n- a\n-\n\n- b\n- - nested\n- 1. mixed\n*\n\n+ \n+ c',
  tasks: '- [ ] todo\n- [x] done\n- [X] also\n\n- [ ] loose\n- []\n- [ ]',
  'deep indents': '-     code in item\n-   a\n\n    b\n\n   c\n10. ten\n11. eleven\n    inner\n    - x',
  quotes:
    '> quote **a**\nlazy\n> more\n\n> second\n>\n> - list\n> - in quote\n\ntext\n> right after text\n# h\n> q\n- l',
  'quote with fence': '> ```js\n> let a;\n>\n> let b;\n> ```\n> after\n\n> ```\nnot in quote\n```\nx\n```\nend',
  'quote with list': '> - a\n- b\n> - c\nlazy\n\n> 1. x\n2. y',
  table:
    'Intro\n| a | b |\n|---|:-:|\n| 1 | **2** |\n| 3 | `x|y` \\| z |\n| only |\n| x | y | z |\n\nAfter\n\na | b\n--|--\n1 | 2\nnot pipe\n> q',
  'table ended by others':
    '| a |\n|---|\n| 1 |\n# Heading\n\n| a |\n| - |\n- item\n\n| a |\n|:--|\n```\ncode\n```\n\n| a | b |\n|---|\n| no table |\n\n|a|\n|-|',
  code:
    '```ts\nconst a = 1;\n\nfunction b() {}' +
    '\n```\ntext\n~~~\n```\n~~~\n\n````md\n```js\ninner\n```\n````\n  ```\n  indented\n    more\n  ' +
    '```\n`` ` ``\n```inline``` text',
  'code unclosed': 'text\n```python\nprint(1)\n\nprint(2)\n',
  'code empty': '```\n```\n\n```js\n\n```\n\n```\n\n\na\n\n\n```',
  'indented code': 'text\n\n    code\n\n    more\n  end\n\n\ttab code\ntext\n    not code',
  html:
    '<div>hello</div>\n\n<b>bold</b> and <kbd>Ctrl</kbd><br>x<sub>2</sub> ' +
    '<script>alert(1)</script>\n\n<details>\n<summary>More</summary>\n\nInside ' +
    '**it**\n\n</details>\n\n<!-- comment\n\nstill --> end\n\n<pre>\n\n- a\n</pre>\ntext\n<p>para</p>\nmore',
  links:
    '[a](https://example.com) [b](<https://example.com/x y> "title") <https://auto.example> ' +
    'https://bare.example/path?x=1 www.example.org a@example.com [c](javascript:alert(1)) [Ask me]() ' +
    '[b](/x#button) [f](https://e.com#frame)',
  images:
    '![alt](https://example.com/a.png)\n\ntext ![b](https://example.com/v.mp4) end\n\n![x][r]\n\n[r]: https://example.com/r.png',
  definitions:
    'See [one][1], [two] and [three][].\n\n- in [one][1] list\n- [nested]\n\n[1]: https://one.example ' +
    '"One"\n[two]: <https://two.example>\n[Three]:\n  https://three.example\n  \'title\'\n> [nested]: ' +
    'https://nested.example\n\n[two] again [nested] [undefined].',
  'definitions at the end of a paragraph':
    'text\n[a]: https://a.example\n\n[a]\n\n[b]: https://b.example\ntext [b]\n[c]: not a definition because of words\n[c]',
  footnotes: 'A claim[^1] and more[^note].\n\n[^1]: The source of it.\n[^note]: https://source.example\n\nEnd.',
  math:
    'Price $5 to $10 and $x^2$ and \\(a_1 * b_1 * c\\).\n\n$$\na\n+ b\n- c\n$$\ntext\n$$x$$\n\\[\ny = ' +
    '1\n\\]\nafter $$z$$ in line\n\n- item $q$\n\n$$\nunclosed\n\n- list',
  'rich blocks':
    'Here:\n```buttons\n- caption: One\n- caption: Two\n```\n\n```card\ntitle: A\n\ndescription: ' +
    'b\n```\n- ```form\n  fields: []\n  ```\n\n```mermaid\ngraph TD\n```\n\n```math\nx\n```\n```card ' +
    'extra\ntitle: code\n```',
  'windows line ends': '# A\r\n\r\n- a\r\n- b\r\n\r\ntext\r\n```\r\ncode\r\n```\r\n',
  'odd characters':
    'a\u0000b \u{1F468}\u200D\u{1F469} \u{E0041}\u{E0042}hidden\n\n\u202Eabc &amp; &copy; &#39; &nope; \\* \\_\n\t\v\n',
  tabs: '-\ta\n-\tb\n\n\tc\n\n1.\tx\n\ty\n>\tq',
  'rule or list': '* * *\n- - -\n* a\n* * *\n* b\n___\n- c\n- - d',
  'marks only': '**\n\n*\n\n`\n\n[\n\n![\n\n$\n\n<\n\n|\n\n#\n\n>\n\n1.\n\n-',
  'unfinished emphasis': 'a **bold and *both `code ~~x',
  'unfinished link': 'see [the docs](https://exam',
  'long paragraph in one line':
    'A word and **bold words** and a [link](https://example.com/a) and https://bare.example here. '.repeat(14) +
    '\n- list\n\nend',
  'long paragraph of lines': 'A line with **bold words** and a `code` in it.\n'.repeat(30) + 'next\n\nend',
  'long paragraph never settled': 'A line with an open * and a [ that _never closes.\n'.repeat(24),
  'unfinished image': 'see ![the pic](https://exam',
};
