import { isIP } from 'node:net';
import { cutText } from '@sotto/widget-core/internal/server';
import { isPublicAddress } from './publicAddress';
import { FetchRefused } from './readBody';

const PORTS = new Set(['', '80', '443']);
/** What an owner can do about a refused address. */
const ALLOWED =
  'Allowed are hosts on the public internet, on ports 80 and 443, and hosts that the operator of this server lists in ' +
  'INTRANET_HOSTS';
/** How much of a refused address its owner is shown, in characters. */
const SHOWN_LENGTH = 200;
/**
 * Top-level names that no public host has: RFC 6761 and 6762 with its appendix G, and the one that Unix systems give
 * their own machine. RFC 8375 adds `home.arpa`.
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

/** An address that is not fetched, whatever its host answers. */
export class AddressRefused extends FetchRefused {}

/** The name or the IP address of a host, without brackets and without the dot at its end. */
export function hostName(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Host and port of an address, such as `crm.internal:443`, as the operator names them. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

/**
 * Reads an address that is to be fetched. What a name resolves to is known only when it is fetched.
 *
 * @param isIntranet - whether an address may be fetched although it is not public
 * @throws AddressRefused
 */
export function readTarget(address: string, base: URL | undefined, isIntranet: (url: URL) => boolean): URL {
  if (!URL.canParse(address, base?.href)) throw new AddressRefused('Not an address');
  const url = new URL(address, base?.href);
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
 * Why an address would never be fetched, as a sentence for the person who enters it; undefined: it may be saved.
 *
 * @param isIntranet - hosts of the operator's own network
 * @param written - the address as that person wrote it
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

/** The part of an address that holds no secret: keys are often in its query or before its host. */
export function showAddress(address: string): string {
  const [shown = ''] = address.split(/[?#]/, 1);
  return cutText(shown.replace(/^([a-z][a-z\d+.-]*:)?[/\\]*[^/\\]*@/i, '$1//'), SHOWN_LENGTH);
}

/** A refusal to fetch, as a sentence for an owner. */
export function explainRefusal(error: FetchRefused): string {
  return error instanceof AddressRefused ? `${error.message}. ${ALLOWED}` : error.message;
}
