import { describe, expect, it } from 'vitest';
import { HOSTILE_SIZES, HOSTILE_TEXTS } from '../../../../widget-core/src/testing/hostileTexts';
import { PLAYS_ALL } from '../../testing/playsAll';
import { SPOKEN_MAX_LENGTH, toSpokenText } from './spokenText';

/** What is read whole, and what is cut: the sizes between them say nothing else, and are played with everything. */
const SIZES = HOSTILE_SIZES.filter((_, index, { length }) => PLAYS_ALL || index === 0 || index === length - 1);

describe('W-27 a message as it is read aloud', () => {
  it.each([
    ['# Hello\n\nThis is **very** *good* and `short`.', 'Hello\nThis is very good and short.'],
    ['See [the guide](https://example.com/a?b=c) or <https://example.com>.', 'See the guide or https://example.com.'],
    ['- one\n- two\n  - three', 'one\ntwo\nthree'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'a, b.\n1, 2.'],
    ['Before\n\n```js\nalert(1)\n```\n\nAfter $$x^2$$ it', 'Before\nAfter it'],
    ['![A red shoe](https://example.com/i.png) <b>bold</b> 👍', 'A red shoe bold'],
    ['Tom &amp; Jerry say 1 < 2', 'Tom & Jerry say 1 < 2'],
    ['A claim[^1] of $x^2$ and more.\n\n[^1]: Its source', 'A claim of and more.'],
    ['- [ ] buy milk\n- [x] read\n\n> quoted *twice*', 'buy milk\nread\nquoted twice'],
    ['```mermaid\ngraph\n```', ''],
    ['', ''],
  ])('%j is %j', async (markdown, spoken) => {
    expect(await toSpokenText(markdown)).toBe(spoken);
  });

  it('ends a long text with a whole sentence, or between whole characters', async () => {
    const long = await toSpokenText('This is a sentence. '.repeat(1_000));
    expect(long.length).toBeLessThanOrEqual(SPOKEN_MAX_LENGTH);
    expect(long.endsWith('sentence.')).toBe(true);
    expect((await toSpokenText('𝒜'.repeat(9_000))).isWellFormed()).toBe(true);
  });

  it.each(Object.entries(HOSTILE_TEXTS))(
    '%s: the words before it are spoken, and no more than may be',
    async (_kind, make) => {
      for (const size of SIZES) {
        const spoken = await toSpokenText(`Beginning.\n\n${make(size)}`);
        expect(spoken).toMatch(/^Beginning\./);
        expect(spoken.length).toBeLessThanOrEqual(SPOKEN_MAX_LENGTH);
      }
    },
  );

  it('lets others have their turn while it reads', async () => {
    let turns = 0;
    let isOver = false;
    const other = (): void => {
      turns += 1;
      if (!isOver) setImmediate(other);
    };
    setImmediate(other);
    await toSpokenText('A sentence of some words. '.repeat(600)).finally(() => {
      isOver = true;
    });
    expect(turns).toBeGreaterThan(4);
  });

  it('reads no more of a message than its words may need', async () => {
    const late = `${'[a]: /b\n'.repeat(2_000)}\n\nToo late.`;
    expect(await toSpokenText(late)).not.toContain('Too late.');
  });
});
