import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * IPv4 ranges that are not public hosts (IANA special-purpose registry), and addresses of cloud platforms that look
 * public.
 */
const NOT_PUBLIC_4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's platform address, reachable only from its virtual machines.
  ['168.63.129.16', 32],
];

/**
 * Ranges within the public block of IPv6 (2000::/3) that are not public hosts: protocol assignments and Teredo,
 * benchmarking, documentation, 6to4.
 */
const NOT_PUBLIC_6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

/**
 * Whether an address belongs to a public host.
 *
 * For IPv6 everything outside of 2000::/3 is rejected, so notations that embed an IPv4 address (mapped, NAT64,
 * compatible) never pass.
 *
 * @param address - an IP address without brackets; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !listOf(NOT_PUBLIC_4, 'ipv4').check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return listOf([['2000::', 3]], 'ipv6').check(address, 'ipv6') && !listOf(NOT_PUBLIC_6, 'ipv6').check(address, 'ipv6');
}

function listOf(subnets: readonly [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family);
  return list;
}
