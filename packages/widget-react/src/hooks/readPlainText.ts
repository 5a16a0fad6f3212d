/**
 * The words of a message without markup; as it was written where what reads markdown cannot be loaded. That is loaded
 * with the first message.
 *
 * @param codeName - the word that stands for code, with its language, where the text is read aloud
 */
export async function readPlainText(text: string, codeName?: string): Promise<string> {
  try {
    const { toPlainText } = await import('@sotto/widget-core/content');
    return toPlainText(text, codeName);
  } catch {
    return text;
  }
}
