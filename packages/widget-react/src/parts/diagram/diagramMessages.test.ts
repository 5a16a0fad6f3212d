import { describe, expect, it } from 'vitest';
import { readDrawAnswer } from './diagramMessages';

const drawn = { type: 'sotto-diagram-drawn', id: 1, svg: '<svg/>', width: 10, height: 10 };

describe('W-18 answers of the page that draws', () => {
  it('are taken when they have the shape of one, and nothing more of them', () => {
    expect(readDrawAnswer({ ...drawn, extra: 1 })).toEqual(drawn);
    expect(readDrawAnswer({ type: 'sotto-diagram-ready' })).toEqual({ type: 'sotto-diagram-ready' });
  });

  it.each([
    null,
    'drawn',
    {},
    { ...drawn, id: '1' },
    { ...drawn, svg: 1 },
    { ...drawn, svg: '<html>' },
    { ...drawn, svg: `<svg>${'x'.repeat(2_000_001)}` },
    { ...drawn, width: Number.NaN },
    { ...drawn, height: 1e9 },
    { ...drawn, width: -1 },
  ])('are dropped otherwise (%#)', (data) => {
    expect(readDrawAnswer(data)).toBeUndefined();
  });
});
