import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './publicAddress';

describe('A801 public addresses', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '169.253.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:800::200e',
  ])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this host', '0.0.0.0', '0.1.2.3'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.255.255', 'fc00::1', 'fd00:ec2::254'],
    ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
    [
      'link-local and metadata',
      '169.254.169.254',
      'fe80::1',
      'fe80::1%eth0',
      '192.0.0.192',
      '100.100.100.200',
      '168.63.129.16',
    ],
    ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
    ['multicast, reserved and broadcast', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
    [
      'documentation and benchmarks',
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '198.18.0.1',
      '198.19.255.255',
      '2001:db8::1',
      '3fff::1',
    ],
    [
      'IPv4 inside of IPv6',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2001:0:7f00:1::1',
      '::ffff:8.8.8.8',
    ],
    ['unspecified', '::', ''],
    ['no address at all', 'localhost', '127.1', '0x7f000001', '1.1.1.1:80', '[::1]'],
  ])('%s: none', (_, ...addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});
