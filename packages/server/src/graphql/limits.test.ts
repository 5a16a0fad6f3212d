import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { limitRule, MAX_DEPTH } from './limits';

/** Of a schema in which a query can go as deep as it likes. */
const schema = buildSchema('type Query { me: Person } type Person { name: String friends(first: Int): [Person!]! }');
const refusals = (query: string): string[] => validate(schema, parse(query), [limitRule]).map(({ message }) => message);
const nested = (levels: number): string => `{ me { ${'friends(first: 1) { '.repeat(levels - 3)} friends(first: 1) { name } ${'}'.repeat(levels - 3)} } }`;

describe('A704 what a query may ask for', () => {
  it('is so many levels deep and no more, through fragments too', () => {
    expect(refusals(nested(MAX_DEPTH))).toEqual([]);
    expect(refusals(nested(MAX_DEPTH + 1))).toEqual([`The query is deeper than ${String(MAX_DEPTH)} levels`]);
    const chain = Array.from({ length: MAX_DEPTH }, (_, index) => `fragment F${String(index)} on Person { friends(first: 1) { ${index + 1 < MAX_DEPTH ? `...F${String(index + 1)}` : 'name'} } }`).join(' ');
    expect(refusals(`{ me { ...F0 } } ${chain}`)).toHaveLength(1);
  });

  it('is so many fields and no more: lists inside lists are multiplied', () => {
    expect(refusals('{ me { friends(first: 50) { friends(first: 40) { name } } } }')).toEqual([]);
    expect(refusals('{ me { friends(first: 200) { friends(first: 200) { name } } } }')).toEqual(['The query asks for too much at once']);
    expect(refusals('query ($n: Int) { me { friends(first: $n) { friends(first: $n) { name } } } }')).toHaveLength(1);
  });
});
