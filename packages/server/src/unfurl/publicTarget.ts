import { isIP } from 'node:net';
import { cutText, parseAddress } from '@sotto/widget-core/internal/server';
import { isPublicAddress } from './publicAddress';
import { FetchRefused } from './readBody';

const PORTS = new Set(['', '80', '443']);
/** What owners can do about a rejected address. */
const ALLOWED =
  'Allowed are hosts on the public internet, on ports 80 and 443, and hosts that the operator of this server lists in ' +
  'INTRANET_HOSTS';
/** How much of a rejected address is shown to its owner, in characters. */
const SHOWN_LENGTH = 200;
/**
 * Top-level names without public hosts: RFC 6761, RFC 6762 with appendix G, and the name that Unix systems give their
 * own machine. RFC 8375 adds `home.arpa`.
 */
const LOCAL_NAMES = new Set([
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
]);

/** An address that is never fetched, whatever its host answers. */
export class AddressRefused extends FetchRefused {}

/** Name or IP address of a host, without brackets and trailing dot. */
export function hostName(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Host and port of an address, such as `crm.internal:443`, in the form of the operator's setting. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

/**
 * Parses an address that is to be fetched. Its name is resolved only when it is fetched.
 *
 * @param isIntranet - whether an address may be fetched although it is not public
 * @throws AddressRefused
 */
export function readTarget(address: string, base: URL | undefined, isIntranet: (url: URL) => boolean): URL {
  const url = parseAddress(address, base?.href);
  if (!url) throw new AddressRefused('Not an address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AddressRefused('Not an http or https address');
  if (url.username !== '' || url.password !== '') throw new AddressRefused('An address with credentials');
  if (isIntranet(url)) return url;
  if (!isPublicHost(hostName(url))) throw new AddressRefused('Not a public address');
  if (!PORTS.has(url.port)) throw new AddressRefused('Not a port of the web');
  return url;
}

function isPublicHost(name: string): boolean {
  if (isIP(name) !== 0) return isPublicAddress(name);
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && !labels.includes('') && !LOCAL_NAMES.has(last) && !/(?:^|\.)home\.arpa$/.test(name);
}

/**
 * Why an address can never be fetched, as a message for the person who enters it; undefined if it may be saved.
 *
 * @param isIntranet - hosts of the operator's own network
 * @param written - the address as that person entered it
 */
export function refusedTarget(
  address: string,
  isIntranet: (url: URL) => boolean,
  written: string = address,
): string | undefined {
  try {
    readTarget(address, undefined, isIntranet);
    return undefined;
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    return `${error.message}: ${showAddress(written)}. ${ALLOWED}`;
  }
}

/** The part of an address without secrets: keys are often in its query or before its host. */
export function showAddress(address: string): string {
  const [shown = ''] = address.split(/[?#]/, 1);
  return cutText(shown.replace(/^([a-z][a-z\d+.-]*:)?[/\\]*[^/\\]*@/i, '$1//'), SHOWN_LENGTH);
}

/** The message of a rejection, for an owner. */
export function explainRefusal(error: FetchRefused): string {
  return error instanceof AddressRefused ? `${error.message}. ${ALLOWED}` : error.message;
}
