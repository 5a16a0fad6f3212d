const MAX_NAME_LENGTH = 40;

/**
 * Suggestion for an unknown name: ` Did you mean "barTitle"?`, or an empty string if no known name is similar.
 *
 * Compares names without case, dashes and underscores; two letters may differ, in long names a third of them.
 */
export function nearestName(name: string, known: readonly string[]): string {
  const wanted = simplify(name);
  if (wanted === '' || wanted.length > MAX_NAME_LENGTH) return '';
  let best: string | undefined;
  let bestDistance = (wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, simplify(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best === undefined ? '' : ` Did you mean "${best}"?`;
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}

/** Number of letters to add, remove or replace to turn one word into the other (Levenshtein). */
function editDistance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let line = 1; line <= first.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= second.length; column += 1) {
      const change = (row[column - 1] ?? 0) + (first[line - 1] === second[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[second.length] ?? 0;
}
