/** Length of the code span at the start of a text; 0 if there is none, or if it is not closed. */
export function codeSpanLength(text: string): number {
  const ticks = /^`*/.exec(text)?.[0].length ?? 0;
  for (const run of text.slice(ticks).matchAll(/`+/g)) if (run[0].length === ticks) return ticks + run.index + ticks;
  return 0;
}
