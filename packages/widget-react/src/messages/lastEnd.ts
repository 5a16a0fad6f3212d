/** Whole fences, blank lines, marks that open or close something within a paragraph, and ends of sentences. */
const MARKS = `^ {0,3}(\`{3,}|~{3,})[^]*?^ {0,3}\\1|\\n\\s*\\n|\\*\\*|\`+|\\$\\$|[[\\]]|`;

/** Last end of a sentence of a growing text that is outside of marked text and tables: half of either is read as its signs. */
export function lastEnd(growing: string, sentenceEnd: RegExp): number {
  const text = growing.slice(0, openFence(growing));
  let end = 0;
  const open = new Set<string>();
  for (const { 0: mark, 1: fence, index } of text.matchAll(new RegExp(MARKS + sentenceEnd.source, 'gm'))) {
    const upTo = index + mark.length;
    if (mark.includes(']')) open.delete('[');
    if (/^\n\s*\n$/.test(mark)) open.clear();
    if (/^(?:\*\*|`+|\$\$|\[)$/.test(mark)) {
      if (!open.delete(mark)) open.add(mark);
    } else if (fence === undefined && mark !== ']' && open.size === 0 && !isWithinLine(text, upTo)) end = upTo;
  }
  return end;
}

/** Whether the text up to here ends in a table, or with the number of a list item. */
function isWithinLine(text: string, upTo: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', upTo - 2) + 1, upTo);
  if (/^\s*\|/.test(line)) return !line.endsWith('\n') || /^\||^$/.test(text.charAt(upTo));
  return /^\s*\d+[.)]\s$/.test(line);
}

/** Start of the last unclosed fence; undefined if there is none. */
function openFence(text: string): number | undefined {
  let open: { readonly at: number; readonly marks: string } | undefined;
  for (const { index, 1: marks = '' } of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (!open) open = { at: index, marks };
    else if (marks.startsWith(open.marks)) open = undefined;
  }
  return open?.at;
}
