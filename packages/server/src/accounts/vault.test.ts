import { describe, expect, it } from 'vitest';
import { createVault } from './vault';

const SECRET = 'a secret of at least thirty-two characters';

describe('A601 what is kept under the server’s key', () => {
  it('can be read again, and never looks the same twice', () => {
    const vault = createVault(SECRET);
    const sealed = [vault.seal('sk-🔑', 'skillset_1 KEY'), vault.seal('sk-🔑', 'skillset_1 KEY')];
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const each of sealed) {
      expect(each).not.toContain('sk-');
      expect(createVault(SECRET).open(each, 'skillset_1 KEY')).toBe('sk-🔑');
    }
  });

  it('is nothing for another key, another place, or when a byte was changed', () => {
    const vault = createVault(SECRET);
    const sealed = vault.seal('value', 'skillset_1 KEY');
    expect(createVault(`${SECRET}!`).open(sealed, 'skillset_1 KEY')).toBeUndefined();
    expect(vault.open(sealed, 'skillset_2 KEY')).toBeUndefined();
    for (const at of [4, 20, sealed.length - 2]) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      expect(vault.open(changed, 'skillset_1 KEY')).toBeUndefined();
    }
    for (const other of ['', 'plain', 'v1.', 'v1.abcd']) expect(vault.open(other, 'skillset_1 KEY')).toBeUndefined();
  });
});
