/**
 * Converts a message to plain text; returns the source if the markdown parser cannot be loaded. The parser is loaded
 * with the first message.
 *
 * @param codeName - what to read aloud instead of code, with its language
 */
export async function readPlainText(text: string, codeName?: string): Promise<string> {
  try {
    const { toPlainText } = await import('@sotto/widget-core/content');
    return toPlainText(text, codeName);
  } catch {
    return text;
  }
}
