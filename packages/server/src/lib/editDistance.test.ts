import { expect, it } from 'vitest';
import { editDistance, isWithin } from './editDistance';

/** Every word of these letters up to this length. */
function words(letters: string, length: number): string[] {
  const shorter = length === 0 ? [] : words(letters, length - 1);
  const longest = shorter.filter((word) => word.length === length - 1);
  return length === 0 ? [''] : [...shorter, ...longest.flatMap((word) => [...letters].map((letter) => word + letter))];
}

it('isWithin is true for exactly the words whose distance is not larger', () => {
  const all = words('ab', 5);
  for (const one of all)
    for (const other of all)
      for (const slips of [0, 1, 2])
        expect([one, other, slips, isWithin(one, other, slips)]).toEqual([
          one,
          other,
          slips,
          editDistance(one, other) <= slips,
        ]);
});

it.each([
  ['retrun', 'return', 1],
  ['accomodation', 'accommodation', 1],
  ['shiping', 'shipping', 1],
  ['garentee', 'guarantee', 2],
])('%s is %s with %d slips', (one, other, slips) => {
  expect([isWithin(one, other, slips), isWithin(one, other, slips - 1)]).toEqual([true, false]);
});
