// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { POLICY_NAMES, siteHeaders } from '../site/siteHeaders';
import { createTrust } from './trust';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('A126 the policy of every page takes no string as HTML, but from the two that it names', () => {
  const { 'Content-Security-Policy': policy } = siteHeaders('/hub');
  expect(policy?.split('; ')).toEqual(
    expect.arrayContaining(["require-trusted-types-for 'script'", 'trusted-types sotto-page sotto-message']),
  );
  expect(POLICY_NAMES).toHaveLength(2);
});

it('A126 what is parsed is what the policy of that name has made, and a browser without Trusted Types gets the same', () => {
  const shout = (text: string): string => `<p>${text.toUpperCase()}</p>`;
  const made: string[] = [];
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string, rules: { createHTML: (text: string) => string }) {
      made.push(name);
      return { createHTML: (text: string) => `<b>trusted</b>${rules.createHTML(text)}` };
    },
  });
  const parse = createTrust('sotto-message', shout);
  expect([parse('a').body.innerHTML, parse('b').body.innerHTML]).toEqual([
    '<b>trusted</b><p>A</p>',
    '<b>trusted</b><p>B</p>',
  ]);
  expect(made).toEqual(['sotto-message']);
  vi.stubGlobal('trustedTypes', undefined);
  expect(createTrust('sotto-message', shout)('a').body.innerHTML).toBe('<p>A</p>');
});
