/** Whether the name of a file only repeats its title, as that of a text written here. */
export function isNamedBy(title: string, name: string): boolean {
  const words = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return words(title).startsWith(words(name.replace(/\.\w+$/, '')));
}
