import { isIPv4, isIPv6 } from 'node:net';

/** How addresses of IPv6 begin that carry one of IPv4: mapped (RFC 4291, 2.5.5.2) and NAT64 (RFC 6052). */
const CARRIES_IPV4: readonly string[] = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** An address without its zone, and as IPv4 where it carries one; undefined for what is no address. */
export function plainAddress(text: string): string | undefined {
  const address = text.replace(/%.*$/s, '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  if (!CARRIES_IPV4.includes(groups.slice(0, 6).join(':'))) return address;
  return groups
    .slice(6)
    .map((group) => parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
}

/** The part of an address that one caller holds: all of IPv4, the /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined) return address.slice(0, 64);
  return isIPv4(plain) ? plain : `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an address of IPv6, each in its shortest form. */
function groupsOf(address: string): string[] {
  // A URL spells each address in one way (https://url.spec.whatwg.org/#concept-ipv6-serializer).
  const [left = [], right = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}
