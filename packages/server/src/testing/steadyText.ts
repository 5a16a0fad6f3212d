/**
 * What the model of `serverProcess` says to a question that asks it to speak `steadily`: the same each time, and no
 * part of it twice.
 */
export function steadyText(question: string): string {
  return `${Array.from({ length: 20 }, (_, index) => `word ${String(index + 1)}`).join(', ')}; you said: ${question}`;
}
