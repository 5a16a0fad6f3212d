import { describe, expect, it } from 'vitest';
import { toCallbackPath } from './callbackPath';

describe('H-12 where a sign-in leads', () => {
  it('keeps a path of this site with its query and anchor', () => {
    expect(toCallbackPath('/hub/skillsets/a?clone=1#chat')).toBe('/hub/skillsets/a?clone=1#chat');
    expect(toCallbackPath(undefined)).toBe('/overview');
  });

  it('leads home from everything that leaves the site (threats T1, T13)', () => {
    const hostile = [
      'https://evil.test',
      '//evil.test',
      '/\\evil.test',
      '/\t/evil.test',
      '\\\\evil.test',
      'javascript:alert(1)',
      'data:text/html,x',
      'http:evil.test',
      '/.//evil.test',
      '/a/..//evil.test',
      'http://site.invalid@evil.test/',
      ' //evil.test',
      '/%09/../..//evil.test',
    ];
    expect(hostile.map((address) => [address, toCallbackPath(address)])).toEqual(
      hostile.map((address) => [address, '/overview']),
    );
  });
});
