import { BlockList, isIP } from 'node:net';
import { plainAddress } from './addresses';

/** Addresses and networks: Node's `BlockList`, typed without Node's types. */
interface AddressList {
  check(address: string, family: 'ipv4' | 'ipv6'): boolean;
}

/** Trusted proxies: their number in front of the server, or their addresses. */
export type TrustedProxies = number | AddressList;

/**
 * Reads `TRUST_PROXY`: `true` (one proxy), `false`, a number of proxies, or their addresses and networks, such as
 * `10.0.0.0/8, ::1`. Undefined when it is none of these, see `proxiesComplaint`.
 */
export function readTrustedProxies(setting: string): TrustedProxies | undefined {
  if (setting === 'true') return 1;
  if (setting === 'false') return 0;
  if (/^\d{1,2}$/.test(setting)) return Number(setting);
  const networks = entriesOf(setting).map(readNetwork);
  const list = new BlockList();
  for (const network of networks) {
    if (network === undefined) return undefined;
    list.addSubnet(network.address, network.length, network.family);
  }
  return networks.length === 0 ? undefined : list;
}

/** Why a setting is refused, and what was probably meant. */
export function proxiesComplaint(setting: string): string {
  const expected = 'expected true, false, or the number or addresses of the proxies in front of this server';
  const wrong = entriesOf(setting).find((entry) => readNetwork(entry) === undefined);
  if (wrong === undefined) return expected;
  if (wrong === '*' || wrong.endsWith('/0'))
    return `"${wrong.slice(0, 60)}" trusts everybody, so that anybody could invent addresses: ${expected}`;
  const meant = nearestNetwork(wrong.slice(0, 60));
  return `"${wrong.slice(0, 60)}" is no address or network${meant === undefined ? ':' : `, did you mean ${meant}?`} ${expected}`;
}

function entriesOf(setting: string): string[] {
  return setting.split(/[\s,;]+/).filter((entry) => entry !== '');
}

interface Network {
  readonly address: string;
  readonly length: number;
  readonly family: 'ipv4' | 'ipv6';
}

function readNetwork(entry: string): Network | undefined {
  const [written = '', prefix, ...more] = entry.split('/');
  const address = written.replace(/%.*$/s, '');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
  if (version === 0 || length === 0 || length > bits || more.length > 0) return undefined;
  return { address, length, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** What others write for a network: `10.*`, `10.0/16`, `10.0.0.0/255.0.0.0`, `[fd00::]/8`, `10.0.0.5:80`. */
function nearestNetwork(entry: string): string | undefined {
  const form = /^["']?(?:\[?([\da-f:]+)\]?|([\d.]+?)[.*x]*)(?::\d+)?(?:[/\\](.*?))?["']?$/i;
  const [, v6, v4 = '', suffix = ''] = form.exec(entry) ?? [];
  const parts = v4.split('.').filter((part) => part !== '');
  const address = v6 ?? [...parts.map(Number), 0, 0, 0].slice(0, 4).join('.');
  const isWhole = suffix === '' && (v6 !== undefined || parts.length === 4);
  const length = suffix === '' ? parts.length * 8 : suffix.includes('.') ? ones(suffix) : parseInt(suffix, 10);
  const meant = isWhole ? address : `${address}/${String(Math.min(length, v6 === undefined ? 32 : 128))}`;
  return readNetwork(meant) === undefined ? undefined : meant;
}

/** The length of a network whose mask is written as an address. */
function ones(mask: string): number {
  const bits = mask.split('.').map((part) => Number(part).toString(2));
  return /^1*/.exec(bits.join(''))?.[0].length ?? 0;
}

/**
 * The client's address: that of the connection, or the one seen by the outermost trusted proxy. Entries further left
 * in `X-Forwarded-For` are set by the caller and ignored, and so is everything left of an invalid entry: proxies that
 * hide their callers write `unknown`.
 *
 * @param direct - address of the connection
 */
export function findCaller(direct: string, forwarded: string, trusted: TrustedProxies): string {
  let caller = readHop(direct) ?? direct;
  let proxies = 0;
  for (const hop of forwarded.split(',').reverse()) {
    if (hop.trim() === '') continue;
    const address = readHop(hop);
    if (address === undefined || !(typeof trusted === 'number' ? proxies < trusted : isListed(trusted, caller))) break;
    caller = address;
    proxies += 1;
  }
  return caller;
}

/** Whether a connection comes from a proxy of ours. */
export function isOurProxy(direct: string, trusted: TrustedProxies): boolean {
  return typeof trusted === 'number' ? trusted > 0 : isListed(trusted, readHop(direct) ?? direct);
}

function isListed(list: AddressList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Some proxies append the port or add quotes: `192.0.2.7:4711`, `"[2001:db8::1]:4711"`. */
function readHop(hop: string): string | undefined {
  const [, bracketed, v4] = /^"?(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)"?$/.exec(hop.trim()) ?? [];
  return plainAddress(bracketed ?? v4 ?? hop.trim());
}
