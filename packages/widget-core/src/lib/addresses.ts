/** Makes a server URL absolute: paths are relative to the configured base. */
export function toAbsolute(base: string, address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? `${base}${address}` : address;
}
