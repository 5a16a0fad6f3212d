// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createThinkReader } from './thinkTags';

/** What an answer is that comes in these pieces, at its end and at any time before. */
function read(pieces: readonly string[], habits = { unopenedThoughts: 0 }) {
  const reader = createThinkReader(habits);
  const whole = { text: '', reasoning: '', shown: [] as string[] };
  for (const words of [...pieces.map((piece) => reader(piece)), reader('', true)].flat()) {
    if (words.type === 'take-back') {
      whole.reasoning += whole.text.slice(whole.text.length - words.length);
      whole.text = whole.text.slice(0, whole.text.length - words.length);
    } else whole[words.type] += words.text;
    whole.shown.push(whole.text);
  }
  return { ...whole, reasoning: whole.reasoning.trimEnd() };
}

const withoutShown = ({ text, reasoning }: ReturnType<typeof read>) => ({ text, reasoning });

const piece = fc.constantFrom(
  '<think>',
  '</think>',
  '<thin',
  'k>',
  '</',
  '<',
  '`',
  '```',
  '~~~',
  ' ',
  '\n',
  'a',
  'b c',
);

it('BE-4 sse-15 an answer is the same wherever it is cut, with the opening tag and without', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat(40), { maxLength: 6 }),
      fc.boolean(),
      fc.nat(1),
      (pieces, cuts, isOpened, unopenedThoughts) => {
        const text = `${isOpened ? '<think>' : ''}${pieces.join('')}`;
        const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
        const cutUp = places.slice(1).map((end, index) => text.slice(places[index], end));
        const whole = withoutShown(read([text]));
        for (const pieces of [cutUp, [...text]])
          expect(withoutShown(read(pieces, { unopenedThoughts }))).toEqual(whole);
      },
    ),
    { numRuns: 3_000, examples: [[['</think>', '</think>'], [], true, 0]] },
  );
});

it('BE-4 an answer without tags of its own lines loses nothing', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(1), (pieces, unopenedThoughts) => {
      const text = `x${pieces.join('').replaceAll('\n', ' \nx')}`;
      expect(read([...text], { unopenedThoughts })).toMatchObject({ text, reasoning: '' });
    }),
  );
});

describe('sse-15 a closing tag without an opening one', () => {
  const THOUGHT = 'They want `</think>` in a sentence </think> of text.\n\n```\n</think>\n```\nSo';
  const ANSWER = `${THOUGHT}\n</think>\n\nIt is **42**.`;

  it('takes back what was given, as soon as its line has come', () => {
    expect(read([...ANSWER])).toMatchObject({ text: 'It is **42**.', reasoning: THOUGHT });
    const reader = createThinkReader({ unopenedThoughts: 0 });
    const given = [...`${THOUGHT}\n</think>`].flatMap((letter) => reader(letter));
    expect(given.map((words) => 'text' in words && words.text).join('')).toBe(`${THOUGHT}\n`);
    expect(reader('\n')).toEqual([{ type: 'take-back', length: THOUGHT.length + 1 }]);
  });

  it('lets the next answers of the model begin as thoughts, of which nothing is shown', () => {
    const habits = { unopenedThoughts: 0 };
    read([...ANSWER], habits);
    const { text, reasoning, shown } = read([...ANSWER], habits);
    expect({ text, reasoning }).toEqual({ text: 'It is **42**.', reasoning: THOUGHT });
    expect(shown.filter((each) => !'It is **42**.'.startsWith(each))).toEqual([]);
  });

  it('gives what was held as the answer when no tag has come, and after some such answers holds nothing', () => {
    const habits = { unopenedThoughts: 0 };
    read([...ANSWER], habits);
    const lengths = Array.from({ length: 9 }, () => {
      const { text, reasoning, shown } = read([...'Yes.\nOf <course>'], habits);
      expect({ text, reasoning }).toEqual({ text: 'Yes.\nOf <course>', reasoning: '' });
      return shown.length;
    });
    expect(lengths).toEqual([1, 1, 1, 1, 1, 1, 1, 1, expect.any(Number)]);
    expect(lengths.at(-1)).toBeGreaterThan(1);
  });

  it('is not learned from an answer with nothing in it, such as one that only calls', () => {
    const habits = { unopenedThoughts: 1 };
    expect(read(['', '\n'], habits).reasoning).toBe('');
    expect(habits.unopenedThoughts).toBe(1);
  });

  it.each([
    ['in the middle of a line', 'One\n</think> two\nthree </think>\n'],
    ['in a block of code', 'One\n```html\n</think>\n```\ntwo'],
    ['in a longer block that holds a shorter one', '````\n```\n```\n</think>\n````\n'],
    ['in a block of the other kind', '~~~\n```\n</think>\n~~~\n'],
    ['in a block of a list', '- One:\n\n  ```\n  </think>\n  ```\n'],
    ['in code by its indentation', 'One\n\n    </think>\n\ntwo'],
    ['in a quotation', '> </think>\n> two'],
    ['that is half', 'One\n</thin\ntwo\n</think'],
    ['of other letters', 'One\n</THINK>\ntwo'],
  ])('is text %s', (_title, text) => {
    for (const unopenedThoughts of [0, 1])
      for (const pieces of [[text], [...text]])
        expect(read(pieces, { unopenedThoughts })).toMatchObject({ text, reasoning: '' });
  });

  it.each([
    ['first, with nothing before it', '\n</think>\n\nYes', '', 'Yes'],
    ['behind code in the midst of a line', 'It is ```x``` there\n</think>\nYes', 'It is ```x``` there', 'Yes'],
    ['behind a block of code', 'a\n```js\nb\n```\n </think> \r\nYes', 'a\n```js\nb\n```', 'Yes'],
    ['last, without an answer', 'a\n</think>', 'a', ''],
    ['before another thought', 'a\n</think>\n<think>b</think>Yes', 'ab', 'Yes'],
  ])('is one %s', (_title, text, reasoning, answer) => {
    for (const unopenedThoughts of [0, 1])
      for (const pieces of [[text], [...text]]) {
        const found = read(pieces, { unopenedThoughts });
        expect(found.text).toBe(answer);
        expect(found.reasoning.replace(/\s/g, '')).toBe(reasoning.replace(/\s/g, ''));
      }
  });
});
