import { describe, expect, it } from 'vitest';
import { parseRobots } from './robots';

/** A file, what it allows, what it forbids. */
const CASES: readonly (readonly [
  name: string,
  text: string,
  allowed: readonly string[],
  forbidden: readonly string[],
])[] = [
  [
    'ing-11: a mark, a version, groups that share rules, other writings of an octet',
    '\ufeffUser-agent: *\r\nDisallow: /private\r\n\r\nuser-agent: sottobot/2.0\r\nuser-agent: other\r\nDisallow:\r\nDisallow: /a%3Cb\r\n',
    ['/private/x'],
    ['/a<b', '/a%3cb', '/a%3Cb/c'],
  ],
  [
    'ing-11: the longest rule decides',
    'User-agent: SottoBot\nDisallow: /*.pdf$\nAllow: /docs/manual.pdf$\n',
    ['/docs/manual.pdf', '/x.pdf?v=1'],
    ['/x.pdf'],
  ],
  ['ing-11: a page instead of a file', '<html>404 page with status 200', ['/anything'], []],
  [
    'ing-11: another crawler is allowed',
    'User-agent: *\nDisallow: /\nUser-agent: Googlebot\nAllow: /\n',
    [],
    ['/anything'],
  ],
  [
    'groups of one crawler are one, in any case, and the star is for others',
    'User-agent: SOTTOBOT\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\nUser-agent: SottoBot/3 (x)\nDisallow: /b',
    ['/c'],
    ['/a', '/b'],
  ],
  ['a longer name is another crawler', 'User-agent: SottoBot-News\nDisallow: /', ['/'], []],
  [
    'RFC 9309 2.2.2: octets outside of ASCII and of the unreserved',
    'User-agent: *\nDisallow: /foo/bar/ツ\nDisallow: /baz/%E3%83%84\nDisallow: /x/%62%61%7A\nDisallow: /q?a=b%2Fc',
    ['/q?a=b/c', '/x/ba'],
    ['/foo/bar/%E3%83%84', '/baz/ツ', '/x/baz', '/q?a=b%2fc'],
  ],
  [
    'RFC 9309 2.2.3: a star and a dollar that are letters',
    'User-agent: *\nDisallow: /file-with-a-%2A.html\nDisallow: /price-%24\nDisallow: /a$b',
    ['/file-with-a-x.html', '/price-1'],
    ['/file-with-a-*.html', '/price-$', '/a$bc'],
  ],
  [
    'RFC 9309 5.2: the most specific match',
    'User-agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\nDisallow: /tie\nAllow: /tie',
    ['/example/page/', '/tie'],
    ['/example/page/disallowed.gif'],
  ],
  [
    'wildcards',
    'User-agent: *\nDisallow: /*/x*y$\nDisallow: *.gif\nDisallow: /a*a$',
    ['/x/y', '/b/x/y/z', '/a'],
    ['/b/xy', '/b/x/y', '/i.gif?1', '/aa', '/aba'],
  ],
  ['comments, spaces and old line ends', ' User-Agent : * # all\rDisallow : /a # b\rSitemap: /s', ['/b'], ['/a']],
];

describe('KN-8 robots.txt', () => {
  it.each(CASES)('%s', (_name, text, allowed, forbidden) => {
    const robots = parseRobots(text, 'SottoBot');
    expect(allowed.map((path) => [path, robots.lineAgainst(path)])).toEqual(allowed.map((path) => [path, undefined]));
    for (const path of forbidden) expect([path, robots.lineAgainst(path)]).toEqual([path, expect.any(String)]);
  });

  it('names the line that forbids, by its number', () => {
    const robots = parseRobots('# ours\r\nUser-agent: *\r\nDisallow: /cart # no\r\n', 'SottoBot');
    expect(robots.lineAgainst('/cart/1')).toBe('line 3, “Disallow: /cart # no”');
  });
});
