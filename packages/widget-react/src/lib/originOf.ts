/** Origin of the server; a base without one (`/sotto`) is on the page's origin. */
export function originOf(base: string, hostAddress: string): string {
  try {
    return new URL(base, hostAddress).origin;
  } catch {
    return base;
  }
}
