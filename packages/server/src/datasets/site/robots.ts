import { cutText } from '@sotto/widget-core/internal/server';
/** The rules of a site for crawlers (RFC 9309). */
export interface Robots {
  /**
   * The line that keeps the crawler away from an address, for people; undefined: it may be read.
   *
   * @param path - path and query of an address
   */
  lineAgainst(path: string): string | undefined;
  /** Addresses of its sitemaps, as written. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly isAllowed: boolean;
  readonly length: number;
  /** What stands between wildcards, the first at the beginning. */
  readonly parts: readonly string[];
  /** Whether the path ends with the last part. */
  readonly isWhole: boolean;
  /** As written, with its number. */
  readonly line: string;
}

/** How much of the file counts, in characters (RFC 9309, 2.5: at least 500 KiB). */
const READ_MAX = 512_000;
/** Longest pattern, in characters: a longer one matches nothing. */
const PATTERN_MAX = 500;
/** Most wildcards of one pattern. */
const WILDCARDS_MAX = 10;

/** A site without rules. */
export const NO_ROBOTS: Robots = { lineAgainst: () => undefined, sitemaps: [] };

/**
 * Reads `robots.txt` for one crawler. Groups of the same crawler are one; an octet counts the same whether it is
 * percent-encoded or not (RFC 9309, 2.2). The longest rule that matches decides, and an allowing one of two as long.
 *
 * @param agent - its product token, such as `SottoBot`; where it is not named, `*` counts
 */
export function parseRobots(text: string, agent: string): Robots {
  const groups = new Map<string, Rule[]>();
  const sitemaps: string[] = [];
  let names: string[] = [];
  let isInRules = false;
  const lines = text
    .slice(0, READ_MAX)
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    const [field, value] = readLine(line);
    if (field === 'sitemap' && value !== '') sitemaps.push(value);
    if (field === 'user-agent') {
      if (isInRules) names = [];
      isInRules = false;
      const name = tokenOf(value);
      names.push(name);
      if (!groups.has(name)) groups.set(name, []);
    }
    if (field !== 'allow' && field !== 'disallow') continue;
    isInRules = true;
    const shown = `line ${String(index + 1)}, “${cutText(line.trim(), 100)}”`;
    const rule = toRule(field === 'allow', value, shown);
    if (rule) for (const each of new Set(names)) groups.get(each)?.push(rule);
  }
  const rules = groups.get(agent.toLowerCase()) ?? groups.get('*') ?? [];
  return {
    sitemaps,
    lineAgainst(path) {
      const canonical = encodePath(path, true);
      let best: Rule | undefined;
      for (const rule of rules) {
        const isBetter =
          !best || rule.length > best.length || (rule.length === best.length && rule.isAllowed && !best.isAllowed);
        if (isBetter && matches(rule, canonical)) best = rule;
      }
      return best && !best.isAllowed ? best.line : undefined;
    },
  };
}

/** A line's field in lower case, and its value without a comment. */
function readLine(line: string): [field: string, value: string] {
  const comment = line.indexOf('#');
  const content = comment < 0 ? line : line.slice(0, comment);
  const colon = content.indexOf(':');
  return colon < 0 ? ['', ''] : [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
}

/** The product token that a group is for: without a version, in lower case (RFC 9309, 2.2.1). */
function tokenOf(value: string): string {
  return value.startsWith('*') ? '*' : (/^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? '');
}

/** An empty pattern is no rule. */
function toRule(isAllowed: boolean, value: string, line: string): Rule | undefined {
  const pattern = value.replaceAll(/\*+/g, '*');
  if (pattern === '' || pattern.length > PATTERN_MAX || pattern.split('*').length > WILDCARDS_MAX) return undefined;
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*').map((part) => encodePath(part, false));
  return { isAllowed, length: pattern.length, parts, isWhole, line };
}

/**
 * Whether a path begins as a pattern has it, or is it. The first place of each part is the best one, so that a path is
 * passed once; an expression with ten wildcards could take hours.
 */
function matches({ parts: [first = '', ...parts], isWhole }: Rule, path: string): boolean {
  if (!path.startsWith(first)) return false;
  let at = first.length;
  if (isWhole && parts.length === 0) return path.length === at;
  const last = isWhole ? parts.pop() : undefined;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return last === undefined || (path.length - last.length >= at && path.endsWith(last));
}

const UNRESERVED = /[\w.~-]/;
/** What addresses may have as it is (RFC 3986, 2.2), without `*` and `$`, which patterns use. */
const PLAIN = /[\w.~:/?#[\]@!&'()+,;=-]/;

/**
 * A path in which each octet is written in one way. @param isAddress - whether `*` is a letter, and no wildcard, as `$`
 * always is here
 */
function encodePath(path: string, isAddress: boolean): string {
  return path.toWellFormed().replaceAll(/%[\da-f]{2}|[^%]|%/giu, (part) => {
    if (part.length === 3 && part.startsWith('%')) {
      const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
      return UNRESERVED.test(character) ? character : part.toUpperCase();
    }
    if (PLAIN.test(part) || part === '%') return part;
    if (part === '*') return isAddress ? '%2A' : part;
    return part === '$' ? '%24' : part === "'" ? part : encodeURIComponent(part);
  });
}
