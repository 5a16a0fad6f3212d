import { describe, expect, it } from 'vitest';
import { ATTRIBUTES } from './attributeTable';
import { nearest } from './nearest';

describe('L-3 the table of attributes', () => {
  it('has each name once', () => {
    expect(ATTRIBUTES.length).toBeGreaterThan(80);
    expect(new Set(ATTRIBUTES.map(({ name }) => name)).size).toBe(ATTRIBUTES.length);
  });
});

describe('the nearest name', () => {
  const names = ATTRIBUTES.map(({ name }) => name);
  it.each([
    ['bar-titel', 'bar-title'],
    ['bartitel', 'bar-title'],
    ['colour-scheme', 'color-scheme'],
    ['widgte', 'widget'],
    ['positon', 'position'],
    ['bas', 'base'],
  ])('of %s is %s', (written, meant) => {
    expect(nearest(written, names)).toBe(meant);
  });
  it('is none when nothing is near', () => {
    expect(nearest('analytics', names)).toBeUndefined();
    expect(nearest('x', ['config'])).toBeUndefined();
  });
});
