/** Formats a file size, such as `240 kB`. @param bytes - smaller sizes count as one kilobyte */
export function formatSize(bytes: number, language: string): string {
  const isLarge = bytes >= 1_000_000;
  const value = isLarge ? bytes / 1_000_000 : Math.max(bytes / 1000, 1);
  try {
    return new Intl.NumberFormat(language, {
      style: 'unit',
      unit: isLarge ? 'megabyte' : 'kilobyte',
      maximumFractionDigits: isLarge ? 1 : 0,
    }).format(value);
  } catch {
    return `${value.toFixed(isLarge ? 1 : 0)} ${isLarge ? 'MB' : 'kB'}`;
  }
}
