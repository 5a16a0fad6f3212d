const BYTES_PER_TOKEN = 4;

/**
 * Roughly how many tokens a text is: four UTF-8 bytes to a token. Right within a third for most languages, and on the
 * careful side for scripts whose letters take several bytes.
 */
export function approximateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
