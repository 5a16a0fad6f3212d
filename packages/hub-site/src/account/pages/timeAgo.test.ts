import { describe, expect, it } from 'vitest';
import { timeAgo } from './timeAgo';

describe('H-12 how long ago a widget was seen', () => {
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 minute ago'],
    [125, '2 minutes ago'],
    [7200, '2 hours ago'],
    [172_800, '2 days ago'],
    [-5, 'just now'],
  ])('%i seconds are %s', (seconds, words) => {
    expect(timeAgo(1_000_000_000, 1_000_000_000 + seconds * 1000)).toBe(words);
  });
});
