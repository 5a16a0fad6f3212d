/** An address of the server as it answers it: whole, or below the configured base. */
export function toAbsolute(base: string, address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? `${base}${address}` : address;
}
