import { describe, expect, it, vi } from 'vitest';
import { keepRendered } from './keptMarkdown';

describe('texts of pages, rendered once', () => {
  it('does not read a text again for the next view', () => {
    const render = vi.fn((text: string) => `<p>${text}</p>`);
    const kept = keepRendered(render, 1_000);
    expect([kept('a'), kept('b'), kept('a')]).toEqual(['<p>a</p>', '<p>b</p>', '<p>a</p>']);
    expect(render.mock.calls).toEqual([['a'], ['b']]);
  });

  it('keeps no more than it may: what has not been asked for the longest goes first', () => {
    const render = vi.fn((text: string) => text);
    const kept = keepRendered(render, 8);
    for (const text of ['aa', 'bb', 'aa', 'cc', 'aa', 'bb']) kept(text);
    expect(render.mock.calls.flat()).toEqual(['aa', 'bb', 'cc', 'bb']);
    kept('longer than all');
    kept('longer than all');
    expect(render.mock.calls.flat().slice(4)).toEqual(['longer than all', 'longer than all']);
  });
});
