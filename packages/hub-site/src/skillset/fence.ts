/** A fence longer than any in the text, so that the text stays one block. */
export function fenceFor(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return '`'.repeat(longest + 1);
}

/** A text as a fenced markdown block. */
export function fenced(text: string, language: string): string {
  const fence = fenceFor(text);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}
