import { cutText } from '@sotto/widget-core/internal/server';
/** The rules of a site for crawlers (RFC 9309). */
export interface Robots {
  /**
   * The rule that excludes an address, for people; undefined if it may be read.
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
  /** Text between wildcards, the first at the start. */
  readonly parts: readonly string[];
  /** Whether the path must end with the last part. */
  readonly isWhole: boolean;
  /** The rule as written, with its line number. */
  readonly line: string;
}

/** How much of the file counts, in characters (RFC 9309, 2.5: at least 500 KiB). */
const READ_MAX = 512_000;
/** Maximum length of a pattern, in characters: longer ones match nothing. */
const PATTERN_MAX = 500;
/** Maximum number of wildcards in a pattern. */
const WILDCARDS_MAX = 10;

/** A site without rules. */
export const NO_ROBOTS: Robots = { lineAgainst: () => undefined, sitemaps: [] };

/**
 * Parses `robots.txt` for a crawler. Groups of the same crawler are combined; octets are equal whether
 * percent-encoded or not (RFC 9309, 2.2). The longest matching rule applies, and Allow wins over Disallow of the same
 * length.
 *
 * @param agent - product token, such as `SottoBot`; if it is not listed, `*` applies
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

/** Field of a line in lower case, and its value without a comment. */
function readLine(line: string): [field: string, value: string] {
  const comment = line.indexOf('#');
  const content = comment < 0 ? line : line.slice(0, comment);
  const colon = content.indexOf(':');
  return colon < 0 ? ['', ''] : [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
}

/** Product token of a group, without version and in lower case (RFC 9309, 2.2.1). */
function tokenOf(value: string): string {
  return value.startsWith('*') ? '*' : (/^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? '');
}

/** An empty pattern is ignored. */
function toRule(isAllowed: boolean, value: string, line: string): Rule | undefined {
  const pattern = value.replaceAll(/\*+/g, '*');
  if (pattern === '' || pattern.length > PATTERN_MAX || pattern.split('*').length > WILDCARDS_MAX) return undefined;
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*').map((part) => encodePath(part, false));
  return { isAllowed, length: pattern.length, parts, isWhole, line };
}

/**
 * Whether a path matches a pattern. Each part is matched at its first position, so a single pass suffices; a regular
 * expression with ten wildcards could take hours.
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
/** Characters allowed unencoded in addresses (RFC 3986, 2.2), without `*` and `$`, which are special in patterns. */
const PLAIN = /[\w.~:/?#[\]@!&'()+,;=-]/;

/**
 * Normalizes the encoding of a path. @param isAddress - whether `*` is a plain character instead of a wildcard; `$`
 * always is
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
