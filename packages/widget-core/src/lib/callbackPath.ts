import { parseAddress } from './parseAddress';

/** Default destination after signing in. */
const HOME = '/overview';

/**
 * Returns a path of this site for any input. Resolves it against a fictitious origin and compares the result, so that
 * `//x`, `/\x` and URLs with a scheme lead to the default (threats T1, T13).
 *
 * @returns path, query and fragment
 */
export function toCallbackPath(address: string | undefined): string {
  if (address === undefined || !address.startsWith('/')) return HOME;
  const site = 'http://site.invalid';
  const url = parseAddress(address, site);
  // A path that starts with two slashes would be parsed as a host when it is resolved again.
  return url?.origin === site && url.username === '' && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : HOME;
}
