/** Edit distance with swaps of adjacent letters (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(
        (rows[row - 1]?.[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (rows[row - 1]?.[column - 1] ?? 0) + cost,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (rows[row - 2]?.[column - 2] ?? 0) + 1);
      line.push(least);
    }
    rows.push(line);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** Removes the common prefix and suffix; mostly one or two letters remain. */
export function withoutCommonEnds(a: string, b: string): [string, string] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

/**
 * Whether `editDistance` is at most `slips`. Most pairs are rejected without a table.
 *
 * @param slips - small: each additional one takes four times as long
 */
export function isWithin(a: string, b: string, slips: number): boolean {
  const [rest, other] = withoutCommonEnds(a, b);
  if (rest === '' && other === '') return true;
  if (slips === 0 || Math.abs(rest.length - other.length) > slips) return false;
  return (
    isWithin(rest.slice(1), other.slice(1), slips - 1) ||
    isWithin(rest.slice(1), other, slips - 1) ||
    isWithin(rest, other.slice(1), slips - 1) ||
    (isSwapped(rest.slice(0, 2), other.slice(0, 2)) && isWithin(rest.slice(2), other.slice(2), slips - 1))
  );
}

/** Whether two letters are swapped. */
export function isSwapped(a: string, b: string): boolean {
  return a.length === 2 && a[0] === b[1] && a[1] === b[0];
}
