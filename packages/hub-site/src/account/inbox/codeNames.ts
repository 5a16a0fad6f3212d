/** English name of a language or country; its code if it is unknown. */
export function nameOf(type: 'language' | 'region', code: string): string {
  try {
    return new Intl.DisplayNames('en', { type }).of(code) ?? code;
  } catch {
    return code;
  }
}
