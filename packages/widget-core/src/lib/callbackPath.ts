/** Where somebody goes when there is no better place. */
const HOME = '/overview';

/**
 * A path of this site, whatever was asked for: resolved against an origin that nobody has, then compared, so that
 * `//x`, `/\x` and
 * addresses with a scheme lead home (threats T1, T13).
 *
 * @returns path, query and anchor
 */
export function toCallbackPath(address: string | undefined): string {
  if (address === undefined || !address.startsWith('/')) return HOME;
  const site = 'http://site.invalid';
  if (!URL.canParse(address, site)) return HOME;
  const url = new URL(address, site);
  // A path that begins with two slashes would be read as a host by the next one who resolves it.
  return url.origin === site && url.username === '' && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : HOME;
}
