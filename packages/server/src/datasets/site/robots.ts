/** The rules of a site for crawlers (RFC 9309). */
export interface Robots {
  /** @param path - path and query of an address */
  isAllowed(path: string): boolean;
  /** Addresses of its sitemaps, as written. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly isAllowed: boolean;
  readonly length: number;
  readonly pattern: RegExp;
}

/** How much of the file counts, in characters. */
const READ_MAX = 512_000;
/** Longest pattern, in characters: a longer one matches nothing. */
const PATTERN_MAX = 500;
/** Most wildcards of one pattern. */
const WILDCARDS_MAX = 10;

/** A site without rules. */
export const NO_ROBOTS: Robots = { isAllowed: () => true, sitemaps: [] };

/** Reads `robots.txt` for one crawler. @param agent - its name, such as `SottoBot`; where it is not named, `*` counts */
export function parseRobots(text: string, agent: string): Robots {
  const groups = new Map<string, Rule[]>();
  const sitemaps: string[] = [];
  let names: string[] = [];
  let isInRules = false;
  for (const line of text.slice(0, READ_MAX).split(/\r?\n|\r/)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === 'sitemap' && value !== '') sitemaps.push(value);
    if (name === 'user-agent') {
      if (isInRules) names = [];
      isInRules = false;
      names.push(value.toLowerCase());
      for (const each of names) groups.set(each, groups.get(each) ?? []);
    }
    if (name !== 'allow' && name !== 'disallow') continue;
    isInRules = true;
    const rule = toRule(name === 'allow', value);
    if (rule) for (const each of names) groups.get(each)?.push(rule);
  }
  const rules = groups.get(agent.toLowerCase()) ?? groups.get('*') ?? [];
  return {
    sitemaps,
    isAllowed(path) {
      const [best] = rules
        .filter(({ pattern }) => pattern.test(path))
        .sort((a, b) => b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed));
      return best?.isAllowed ?? true;
    },
  };
}

/** An empty pattern is no rule. */
function toRule(isAllowed: boolean, value: string): Rule | undefined {
  const pattern = value.replaceAll(/\*+/g, '*');
  if (pattern === '' || pattern.length > PATTERN_MAX || pattern.split('*').length > WILDCARDS_MAX) return undefined;
  const source = pattern
    .replace(/\$$/, '')
    .split('*')
    .map((part) => part.replaceAll(/[$()+.?[\\\]^{|}]/g, '\\$&'))
    .join('.*?');
  return { isAllowed, length: pattern.length, pattern: new RegExp(`^${source}${pattern.endsWith('$') ? '$' : ''}`) };
}
