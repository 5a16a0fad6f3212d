import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { limitRule, MAX_DEPTH, MAX_STATEMENTS } from './queryLimits';

/**
 * Of a schema in which a query can go as deep as it likes, and in which each person's friends are a statement of the
 * database.
 */
const schema = buildSchema(
  'type Query { me: Person } type Person { name: String friends(first: Int): [Person!]! work: Work } type Work { name: String colleagues: [Person!]! }',
);
const rule = limitRule({ 'Query.me': 1, 'Work.colleagues': 2 });
const refusals = (query: string): string[] => validate(schema, parse(query), [rule]).map(({ message }) => message);
const nested = (levels: number): string =>
  `{ me { ${'friends(first: 1) { '.repeat(levels - 3)} friends(first: 1) { name } ${'}'.repeat(levels - 3)} } }`;
const TOO_MUCH_WORK = `The query needs more than ${String(MAX_STATEMENTS)} statements of the database. Request less at once`;

describe('A704 what a query may ask for', () => {
  it('is so many levels deep and no more, through fragments too', () => {
    expect(refusals(nested(MAX_DEPTH))).toEqual([]);
    expect(refusals(nested(MAX_DEPTH + 1))).toEqual([`The query is deeper than ${String(MAX_DEPTH)} levels`]);
    const chain = Array.from(
      { length: MAX_DEPTH },
      (_, index) =>
        `fragment F${String(index)} on Person { friends(first: 1) { ${index + 1 < MAX_DEPTH ? `...F${String(index + 1)}` : 'name'} } }`,
    ).join(' ');
    expect(refusals(`{ me { ...F0 } } ${chain}`)).toHaveLength(1);
  });

  it('is so many fields and no more: lists inside lists are multiplied', () => {
    expect(refusals('{ me { friends(first: 50) { friends(first: 40) { name } } } }')).toEqual([]);
    expect(refusals('{ me { friends(first: 200) { friends(first: 200) { name } } } }')).toEqual([
      'The query requests more than 5000 fields',
    ]);
    expect(refusals('query ($n: Int) { me { friends(first: $n) { friends(first: $n) { name } } } }')).toHaveLength(1);
  });

  it('FS-4: is so many statements of the database and no more, whatever their fields are called and in whichever fragment they stand', () => {
    const times = (count: number, field: string): string =>
      Array.from({ length: count }, (_, index) => `a${String(index)}: ${field}`).join(' ');
    expect(refusals(`{ ${times(MAX_STATEMENTS, 'me { name }')} }`)).toEqual([]);
    expect(refusals(`{ ${times(MAX_STATEMENTS + 1, 'me { name }')} }`)).toEqual([TOO_MUCH_WORK]);
    expect(refusals(`{ ${times(10, 'me { work { colleagues { name } } }')} }`)).toEqual([]);
    expect(refusals(`{ ${times(11, 'me { work { colleagues { name } } }')} }`)).toEqual([TOO_MUCH_WORK]);
    expect(
      refusals(`{ ${times(11, 'me { ...W }')} } fragment W on Person { work { ... on Work { colleagues { name } } } }`),
    ).toEqual([TOO_MUCH_WORK]);
  });

  it('FS-4: is so many statements, each as often as the list in which it stands is long', () => {
    expect(refusals('{ me { friends(first: 14) { work { colleagues { name } } } } }')).toEqual([]);
    expect(refusals('{ me { friends(first: 15) { work { colleagues { name } } } } }')).toEqual([TOO_MUCH_WORK]);
  });

  it('FS-4: is measured at once, however often fragments spread each other', () => {
    const levels = 100;
    const chain = Array.from(
      { length: levels },
      (_, index) => `fragment F${String(index)} on Query { ...F${String(index + 1)} ...F${String(index + 1)} }`,
    ).join(' ');
    expect(refusals(`{ ...F0 } ${chain} fragment F${String(levels)} on Query { ...F0 }`)).toEqual([]);
    expect(refusals(`{ ...F0 } ${chain} fragment F${String(levels)} on Query { __typename }`)).toEqual([
      'The query requests more than 5000 fields',
    ]);
  });
});
