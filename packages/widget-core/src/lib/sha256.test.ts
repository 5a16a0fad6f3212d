import { describe, expect, it } from 'vitest';
import { sha256, sha256Base64Url } from './sha256';

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

describe('sha256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('agrees with the published vectors', (text, digest) => {
    expect(toHex(sha256(text))).toBe(digest);
  });

  it('agrees with the platform at every length around a block', async () => {
    for (let length = 0; length < 200; length += 1) {
      const text = 'é'.repeat(length);
      const expected = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
      expect(toHex(sha256(text))).toBe(toHex(expected));
    }
  });

  it('gives 43 characters that are safe in a key', () => {
    expect(sha256Base64Url('order 42')).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});
