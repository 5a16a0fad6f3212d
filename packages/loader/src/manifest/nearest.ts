/**
 * The known name that was probably meant; undefined if none is close: at most a third of the letters may differ, but
 * always one may.
 */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const plain = (name: string): string => name.replaceAll('-', '').toLowerCase();
  const ranked = names
    .map((name) => ({ name, distance: distance(plain(written), plain(name)) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(1, Math.floor(plain(written).length / 3)) ? best.name : undefined;
}

/** Edit distance: insertions, deletions, substitutions and swaps of adjacent letters. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      now.push(
        Math.min(
          (now[column - 1] ?? 0) + 1,
          (last[column] ?? 0) + 1,
          (last[column - 1] ?? 0) + cost,
          isSwap ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = last;
    last = now;
  }
  return last[other.length] ?? 0;
}
