/** The URL of a server as written by an integrator, without slashes at its end; the URL of its script is taken, too. */
export function serverAddress(base = ''): string {
  return base.replace(/\/+(?:integrations\/widget\b.*)?$/, '');
}
