import { describe, expect, it } from 'vitest';
import type { Block, Inline } from '../contentBlocks';
import { createStreamingContent } from './streamingContent';

/** Every construct of a reply, with words around it where its end matters. */
const CONSTRUCTS: readonly (readonly [construct: string, text: string])[] = [
  ['paragraphs', 'First words, and more.\n\nSecond words: 3 * 4, a_b, 50 % ~ 60 %.\nA new line.'],
  ['strong', 'So **very bold** it is'],
  ['strong at the start', '**Bold** first'],
  ['strong with underscores', 'So __very bold__ it is'],
  ['emphasis', 'So *slanted words* are'],
  ['emphasis with underscores', 'So _slanted words_ are'],
  ['strong inside emphasis', 'So *slanted **and bold** words* are'],
  ['strong and emphasis at once', 'So ***all of it*** is'],
  ['strike', 'Now ~~four~~ five'],
  ['inline code', 'Run `npm start` now'],
  ['inline code with a backtick', 'Run ``a`b`` now'],
  ['an escape', 'A \\*star\\* and a \\_line\\_'],
  ['an entity', 'Fish &amp; chips &lt;here&gt; now'],
  ['a link', 'See [the docs](https://example.com/a_b?c=d) there'],
  ['a link with a title', 'See [the docs](https://example.com "A title") there'],
  ['a link with strong words', 'See [the **new** docs](https://example.com) there'],
  ['a link to a definition', 'See [the docs][1] there\n\n[1]: https://example.com/docs "Docs"\n\nMore.'],
  ['a link by its own name', 'See [the docs][] there\n\n[the docs]: https://example.com/docs\n\nMore.'],
  ['a bare address', 'See https://example.com/a_b_c there'],
  ['an address in angle brackets', 'See <https://example.com/a> there'],
  ['words in brackets', 'See [1] and [sic] there'],
  ['sources by number', 'So it is.[3][4] And[^1^] so【5†source】 on [1, 2].'],
  ['an e-mail address in angle brackets', 'Write to <me.too@shop.example> or <name> now'],
  ['an exclamation before brackets', 'So ![sic] and so on'],
  ['a line break by a backslash', 'One\\\ntwo\\\nthree'],
  ['a suggestion', 'Say [Yes, please]() or [No]() now'],
  ['an image', 'Look: ![a cat](https://example.com/cat.png) here'],
  ['an image alone', 'Look:\n\n![a cat](https://example.com/cat.png)\n\nHere.'],
  ['a picture that leads somewhere', 'Look: [![a cat](https://example.com/cat.png)](https://example.com) here'],
  ['inline elements', 'Press <kbd>Enter</kbd> for H<sub>2</sub>O and <mark>more</mark><br>now'],
  ['a comment', 'One <!-- a note --> two'],
  ['headings', '# First\n\nWords.\n\n## Second **bold**\n\nWords.\n\n### Third\nWords.'],
  ['a bullet list', 'Words:\n\n- one\n- **two**\n- three `code`\n\nAfter.'],
  ['a list with stars', '* one\n* two *three*\n* four'],
  ['a list right under a paragraph', 'Words:\n- one\n- two\n\nAfter.'],
  ['a numbered list', '1. one\n2. two\n10. ten\n\nAfter.'],
  ['a nested list', '- one\n  - inner\n  - inner two\n    1. deep\n- two'],
  ['a loose list', '- one\n\n- two\n\n- three'],
  ['tasks', '- [ ] open\n- [x] done\n\nAfter.'],
  ['tasks that begin with marks', '- [ ] **買う：**白菜\n- [x] ~~done~~\n1. [ ] `code`\n\nAfter.'],
  ['a list with a diagram', '- See\n  ```mermaid\n  graph TD\n  A-->B\n  ```\n- After'],
  ['a list with a formula', '- See\n  $$x^2$$\n- After'],
  ['a list with a fence', '1. Run\n   ```sh\n   npm start\n   ```\n2. Wait'],
  ['a quote', 'He said:\n\n> All of **it**\n> is here.\n\nAfter.'],
  ['a quote with a list', '> - one\n> - two\n\nAfter.'],
  ['a rule', 'One.\n\n---\n\nTwo.\n\n***\n\nThree.'],
  ['rules with spaces', 'One.\n\n- - -\n\nTwo.\n\n* * *\n\nThree.\n\n_ _ _\n\nFour.'],
  [
    'a table',
    'Words:\n\n| Name | **Price** |\n|:-----|------:|\n| `a` | 1 |\n| b | [x](https://example.com) |\n\nAfter.',
  ],
  ['a table right under a paragraph', 'Words:\n| Name | Price |\n| --- | --- |\n| a | 1 |\n\nAfter.'],
  ['a table in an item', '1. Item\n   | a | b |\n   |---|---|\n   | 1 | 2 |\n2. Next\n\nAfter.'],
  ['a table in a loose item', '- Item\n\n  | a | b |\n  | :-: | --: |\n  | `1` | **2** |\n\n- Next'],
  ['a table in a quote', '> Words:\n>\n> | a | b |\n> |---|---|\n> | 1 | 2 |\n\nAfter.'],
  ['bars in an item that are no table', '- | x | is a number\n  | and\n- Next'],
  [
    'bars in code of a table',
    '| Name | Code |\n|---|---|\n| a | `[[ -f x ]] || exit` |\n| b | ``a ` | b`` |\n\nAfter.',
  ],
  ['a row with more cells than columns', '| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 |\n\nAfter.'],
  ['a table of one column', '| Name |\n|---|\n| a |\n\nAfter.'],
  ['a fence', 'Run:\n\n```js\nconst a = `b`;\n// ** no **\n```\n\nAfter.'],
  ['a fence with tildes', '~~~python\nprint("a")\n~~~\n\nAfter.'],
  ['a fence without a language', '```\nplain\n```\n\nAfter.'],
  ['a fence with a long info line', '```typescript title="a.ts" {1,2}\nlet a;\n```\n\nAfter.'],
  ['a fence right under a paragraph', 'Run:\n```js\na();\n```\nAfter.'],
  ['a card', 'Here:\n\n```card\ntitle: A\ntext: B\n```\n\nAfter.'],
  ['a carousel', '```carousel\n- title: A\n- title: B\n```\n\nAfter.'],
  ['buttons', '```buttons\n- Yes\n- No\n```\n\nAfter.'],
  ['a form', '```form\nfields:\n  - name: a\n```\n\nAfter.'],
  ['a diagram', '```mermaid\ngraph TD\nA-->B\n```\n\nAfter.'],
  ['a formula in a fence', '```math\nx^2\n```\n\nAfter.'],
  ['a formula in a sentence', 'So $x^2 + y_1$ is \\(\\alpha\\) here'],
  ['a formula on a line', 'So:\n\n$$E=mc^2$$\n\nAfter.'],
  ['a formula on lines', 'So:\n\n$$\n\\int_0^1 x^2\n$$\n\nAfter.'],
  ['a formula in brackets', 'So:\n\n\\[\nx^2\n\\]\n\nAfter.'],
  ['a formula in brackets in a sentence', '所以\\[E=mc^2\\]成立 and \\[\nx = 1\n\\] too'],
  ['a formula in brackets in an item', '1. First:\n   \\[\n   x = \\frac{a}{b}\n   \\]\n2. **So** \\[y=2\\]\n\nAfter.'],
  ['brackets with a backslash', 'He wrote \\[sic\\] and \\[1\\] here'],
  ['names with dollars', "In $HOME/.config or $user->name, {{ $json.name }} and $('#a').hide()"],
  ['prices', 'It costs $5, then $6.50 and $7 a month.'],
  ['footnotes', 'Words[^1] and more[^note].\n\n[^1]: The **first** note.\n[^note]: Another one.\n\nAfter.'],
];

/** What stands for something that is drawn, not read: its place, whatever is in it. */
const DRAWN = '∎';

/** What a reader sees of blocks, in order. */
function visible(blocks: readonly Block[]): string {
  return blocks.map(visibleBlock).join('\n');
}

function visibleBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return words(block.inlines);
    case 'quote':
      return visible(block.blocks);
    case 'list':
      return block.items
        .map(({ checked, blocks }) => `${checked === undefined ? '•' : '☐'}${visible(blocks)}`)
        .join('\n');
    case 'table':
      return [block.header, ...block.rows].map(({ cells }) => cells.map(words).join(' ')).join('\n');
    case 'code':
    case 'plain':
      return block.text;
    case 'rule':
      return '———';
    case 'skeleton':
      return block.of === 'table' ? '' : DRAWN;
    case 'media':
    case 'math':
    case 'diagram':
    case 'rich':
      return DRAWN;
    default:
      return `[${block.label}] ${words(block.inlines)}`;
  }
}

function words(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
        case 'code':
          return inline.text;
        case 'break':
          return '\n';
        case 'math':
        case 'media':
          return DRAWN;
        default:
          return 'inlines' in inline ? words(inline.inlines) : `[${inline.label}]`;
      }
    })
    .join('');
}

interface Step {
  readonly written: string;
  readonly seen: string;
  readonly kinds: readonly string[];
}

function stream(text: string): { readonly steps: readonly Step[]; readonly final: Step } {
  const content = createStreamingContent();
  const look = (written: string): Step => ({
    written,
    seen: visible(content.blocks).replaceAll(/\s+/g, ' ').trim(),
    kinds: content.blocks.map(({ kind }) => kind),
  });
  let written = '';
  const steps = [...text].map((character) => {
    content.append(character);
    written += character;
    return look(written);
  });
  content.end();
  return { steps, final: look(written) };
}

describe('FW-9 FW-10 every construct, one character at a time', () => {
  it.each(CONSTRUCTS)('FW-10: of %s nothing is seen that is not there at the end', (_, text) => {
    const { steps, final } = stream(text);
    expect(
      steps.filter(({ seen }) => !final.seen.startsWith(seen)).map(({ written, seen }) => [written, seen]),
    ).toEqual([]);
  });

  it.each(CONSTRUCTS)('FW-9: of %s nothing that was seen goes away', (_, text) => {
    const { steps } = stream(text);
    const less = steps.filter(({ seen }, index) => !seen.startsWith(steps[index - 1]?.seen ?? ''));
    expect(less.map(({ written, seen }) => [written, seen])).toEqual([]);
  });

  it.each(CONSTRUCTS)('FW-9: of %s a block stays what it is', (_, text) => {
    const { steps } = stream(text);
    const changes = steps.filter(({ kinds }, index) =>
      (steps[index - 1]?.kinds ?? []).some((kind, place) => kind !== 'skeleton' && kinds[place] !== kind),
    );
    expect(changes.map(({ written, kinds }) => [written, kinds.join(' ')])).toEqual([]);
  });

  it('FW-10: a table without edges is awaited from its first bar on, and shows none', () => {
    const { steps } = stream('Name | Price\n--- | ---\na | 1\nb');
    expect([...new Set(steps.map(({ kinds, seen }) => `${kinds.join(' ')}: ${seen}`))].slice(-4)).toEqual([
      'paragraph: Name',
      'skeleton: ',
      'table: Name Price a 1',
      'table: Name Price a 1 b',
    ]);
  });

  it('a sentence with a bar in it stays, and a long one is shown while it is written', () => {
    const { steps } = stream(`Use cat a | grep b in a shell. ${'Words go on and on. '.repeat(20)}\n`);
    const less = steps.filter(({ seen }, index) => !seen.startsWith(steps[index - 1]?.seen ?? ''));
    expect(less.map(({ written, seen }) => [written, seen])).toEqual([]);
    expect(steps.at(250)?.seen).toContain('grep b in a shell. Words go on');
    expect(steps.flatMap(({ kinds }) => kinds)).not.toContain('skeleton');
  });

  it('a link whose address has a space hides nothing of what follows', () => {
    const { steps } = stream('See [a](https://a.example/My File.pdf) and ![b](https://a.example/b c.png) and more');
    expect(steps.at(-1)?.seen).toBe(
      'See [a](https://a.example/My File.pdf) and ![b](https://a.example/b c.png) and more',
    );
    expect(steps.at(-6)?.seen).toContain('b c.png) an');
  });

  it('FW-10: a reference whose definition never comes is shown as it was written', () => {
    const text = 'See [the docs][1] and[^2].\n\nMore.';
    expect(stream(text).final.seen).toBe('See [the docs][1] and[^2]. More.');
    expect(stream(text).steps.at(-1)?.seen).toBe('See the docs and[2]. More.');
  });
});
