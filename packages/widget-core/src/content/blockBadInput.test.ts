import { describe, expect, it } from 'vitest';
import type { RichBlockType } from './contentBlocks';
import { BLOCK_KEYS, readRichBlock, RICH_BLOCK_NEEDS, type RichContent } from './rich/richBlocks';

type Kind = keyof typeof BLOCK_KEYS;
type Entries = Record<string, unknown>;

/**
 * A good block of every kind with these keys put into the thing of that kind. Another kind or key is no test until it
 * stands here.
 */
const BLOCK_WITH: Record<Kind, (keys: Entries) => { type: RichBlockType; at: string; body: unknown }> = {
  card: (keys) => ({ type: 'card', at: '', body: { title: 'A', ...keys } }),
  carousel: (keys) => ({ type: 'carousel', at: '', body: { items: [{ title: 'A' }], ...keys } }),
  buttons: (keys) => ({ type: 'buttons', at: '', body: { buttons: [{ caption: 'A' }], ...keys } }),
  form: (keys) => ({ type: 'form', at: '', body: { fields: [{ name: 'a' }], ...keys } }),
  button: (keys) => ({ type: 'buttons', at: 'buttons.1.', body: [{ caption: 'A' }, { caption: 'B', ...keys }] }),
  field: (keys) => ({ type: 'form', at: 'fields.1.', body: { fields: [{ name: 'a' }, { name: 'b', ...keys }] } }),
  option: (keys) => ({
    type: 'form',
    at: 'fields.0.options.1.',
    body: { fields: [{ name: 'a', type: 'select', options: ['A', { caption: 'B', ...keys }] }] },
  }),
};

/** What somebody may write by mistake. */
const MISTAKES: readonly unknown[] = [{ a: 1 }, [[]], 'javascript:alert(1)', 'no such thing', 12];

function read(
  kind: Kind,
  keys: Entries,
): { content: RichContent | undefined; problems: { key: string; message: string }[]; at: string } {
  const { type, at, body } = BLOCK_WITH[kind](keys);
  const problems: { key: string; message: string }[] = [];
  return { content: readRichBlock(type, JSON.stringify(body), (problem) => problems.push(problem)), problems, at };
}

const EVERY_KEY = (Object.keys(BLOCK_KEYS) as Kind[]).flatMap((kind) =>
  Object.entries(BLOCK_KEYS[kind]).map(([name, { allowed }]) => ({ kind, name, allowed })),
);

describe('W-19 W-20 W-21 W-22 a mistake in any key of a block', () => {
  it('there are blocks to try', () => {
    expect(Object.keys(BLOCK_KEYS)).toEqual(expect.arrayContaining(Object.keys(RICH_BLOCK_NEEDS)));
  });

  it.each(EVERY_KEY)(
    '$kind $name: the message names it and what is allowed, and the block is what it would be without it',
    ({ kind, name, allowed }) => {
      const refused = MISTAKES.map((mistake) => read(kind, { [name]: mistake })).filter(({ problems, at }) =>
        problems.some(({ key }) => key === at + name),
      );
      expect(refused.length).toBeGreaterThan(0);
      for (const { content, problems, at } of refused) {
        expect(problems.find(({ key }) => key === at + name)?.message).toContain(`${at}${name} must be ${allowed};`);
        expect(content).toEqual(read(kind, { [name]: undefined }).content);
      }
    },
  );

  it.each(Object.keys(BLOCK_KEYS) as Kind[])('%s: a key that is not known is named, with those that are', (kind) => {
    const known = Object.keys(BLOCK_KEYS[kind]);
    const { problems, at, content } = read(kind, { nonsense: 1 });
    expect(problems).toEqual([
      { key: `${at}nonsense`, message: `${at}nonsense is not known here; ${known.join(', ')} are.` },
    ]);
    expect(content).toEqual(read(kind, {}).content);
    const [first = ''] = known;
    expect(read(kind, { [`${first}s`]: 1 }).problems[0]?.message).toContain(`Did you mean "${first}"?`);
  });

  it('says why an entry is left out', () => {
    const problems: string[] = [];
    readRichBlock(
      'form',
      JSON.stringify({
        fields: [
          { name: 'a' },
          { type: 'text' },
          { name: 'b', type: 'password' },
          { name: 'c', type: 'select' },
          'words',
        ],
      }),
      ({ message }) => problems.push(message),
    );
    expect(problems).toEqual([
      'fields.1 is left out: a field needs a name.',
      expect.stringMatching(/^fields\.2\.type must be text, textarea, .*"password" is never asked for/),
      'fields.3 is left out: a field of type select needs options.',
      expect.stringMatching(/^fields\.4 must be an object with name, label, .*"words" is not/),
      'fields.4 is left out: a field needs a name.',
    ]);
  });

  it('says that a list is cut, and does not go on for ever about the same mistake', () => {
    const problems: string[] = [];
    const twenty = JSON.stringify(Array.from({ length: 20 }, (_, n) => ({ caption: n })));
    const block = readRichBlock('buttons', twenty, ({ message }) => problems.push(message));
    expect(block).toMatchObject({ buttons: { length: 12 } });
    expect(problems).toEqual(['buttons must be a list of at most 12 buttons; the others are left out.']);
    const many: string[] = [];
    readRichBlock(
      'carousel',
      JSON.stringify(Array.from({ length: 20 }, () => ({ title: 'A', price: 1 }))),
      ({ message }) => many.push(message),
    );
    expect(many).toHaveLength(10);
  });
});
