/** The words of a message without markup. What reads markdown is loaded with the first message. */
export async function readPlainText(text: string): Promise<string> {
  const { toPlainText } = await import('@sotto/widget-core/content');
  return toPlainText(text);
}
