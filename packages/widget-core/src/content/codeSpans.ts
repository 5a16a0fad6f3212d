/** Length of the code span that begins a text; 0 when there is none, or its closing marks have not come. */
export function codeSpanLength(text: string): number {
  const ticks = /^`*/.exec(text)?.[0].length ?? 0;
  for (const run of text.slice(ticks).matchAll(/`+/g)) if (run[0].length === ticks) return ticks + run.index + ticks;
  return 0;
}
