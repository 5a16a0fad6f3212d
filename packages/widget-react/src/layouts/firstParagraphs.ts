/** Most paragraphs of a hint. Specification, section 9 [W-4]. */
const PEEK_MAX_PARAGRAPHS = 3;

/** The first three paragraphs of a text in markdown. Blank lines inside of code begin no paragraph. */
export function firstParagraphs(text: string): string {
  const lines = text.trim().split('\n');
  const kept: string[] = [];
  let fence: string | undefined;
  let paragraphs = 1;
  for (const [index, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : line.trim().startsWith(fence) ? undefined : fence;
    const isBetween = line.trim() === '' && fence === undefined;
    if (isBetween && lines[index - 1]?.trim() !== '') paragraphs += 1;
    if (paragraphs > PEEK_MAX_PARAGRAPHS) break;
    kept.push(line);
  }
  return kept.join('\n').trimEnd();
}
