/**
 * The words of a message without markup; as it was written where what reads markdown cannot be loaded. That is loaded
 * with the first message.
 */
export async function readPlainText(text: string): Promise<string> {
  try {
    const { toPlainText } = await import('@sotto/widget-core/content');
    return toPlainText(text);
  } catch {
    return text;
  }
}
