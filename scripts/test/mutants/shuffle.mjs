import { createHash } from 'node:crypto';

/**
 * The list in an order that the seed decides: the same for the same seed.
 *
 * @template {{ readonly name: string }} Item
 * @param {readonly Item[]} list - each has a name of its own
 * @param {string} seed
 * @returns {Item[]}
 */
export function shuffle(list, seed) {
  const place = ({ name }) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  return list
    .map((item) => [place(item), item])
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, item]) => item);
}
