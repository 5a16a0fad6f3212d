import { BlockList, isIP } from 'node:net';

/** Addresses and networks: Node's `BlockList`, typed without Node's types. */
interface AddressList {
  check(address: string, family: 'ipv4' | 'ipv6'): boolean;
}

/** Trusted proxies: their number in front of the server, or their addresses. */
export type TrustedProxies = number | AddressList;

/** Whether headers set by proxies are trusted. */
export function trustsProxies(trusted: TrustedProxies): boolean {
  return typeof trusted !== 'number' || trusted > 0;
}

/**
 * Reads `TRUST_PROXY`: `true` (one proxy), `false`, a number of proxies, or their addresses and networks, such as
 * `10.0.0.0/8, ::1`. Undefined when it is none of these.
 */
export function readTrustedProxies(setting: string): TrustedProxies | undefined {
  if (setting === 'true') return 1;
  if (setting === 'false') return 0;
  if (/^\d{1,2}$/.test(setting)) return Number(setting);
  const list = new BlockList();
  for (const entry of setting.split(',')) {
    const [address = '', prefix, ...more] = entry.trim().split('/');
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
    if (version === 0 || length > bits || more.length > 0) return undefined;
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/**
 * The client's address: that of the connection, or the one seen by the outermost trusted proxy. Entries further left
 * in `X-Forwarded-For` are set by the caller and ignored.
 *
 * @param direct - address of the connection
 */
export function findCaller(direct: string, forwarded: string, trusted: TrustedProxies): string {
  if (!trustsProxies(trusted)) return withoutPort(direct);
  const hops = [...forwarded.split(','), direct].map((hop) => withoutPort(hop.trim())).filter((hop) => hop !== '');
  const caller =
    typeof trusted === 'number'
      ? hops[Math.max(0, hops.length - 1 - trusted)]
      : (hops.findLast((hop) => !isListed(trusted, hop)) ?? hops[0]);
  return caller ?? direct;
}

function isListed(list: AddressList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** Some proxies append the port: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, bracketed, v4] = /^"?(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)"?$/.exec(hop) ?? [];
  return bracketed ?? v4 ?? hop;
}
