/** A code block of a page. */
export interface Sample {
  /** The heading above it. */
  readonly section: string;
  readonly language: string;
  readonly code: string;
}

/** The code blocks of a page that name their language. */
export function readSamples(markdown: string): readonly Sample[] {
  const samples: Sample[] = [];
  let section = '';
  let open: { language: string; lines: string[] } | undefined;
  for (const line of markdown.split('\n')) {
    if (open) {
      if (line.trimEnd() !== '```') open.lines.push(line);
      else {
        if (open.language !== '') samples.push({ section, language: open.language, code: open.lines.join('\n') });
        open = undefined;
      }
      continue;
    }
    const [, language] = /^```(\w*)/.exec(line) ?? [];
    if (language !== undefined) open = { language, lines: [] };
    else section = /^#+ (.+)$/.exec(line)?.[1] ?? section;
  }
  return samples;
}
