/** Directive name → the sources it allows. */
export type Directives = Readonly<Record<string, readonly string[]>>;

/** Which parts of the widget a page uses, as far as its policy must know. */
export interface PolicyNeeds {
  /** Origin of the Sotto server. */
  origin: string;
  /** Dictation and spoken replies. */
  voice?: boolean;
  /**
   * Origins of pictures that the page itself shows: a launcher icon with an address. Everything else is inside the
   * frame, under the frame's own policy.
   */
  images?: readonly string[];
}

/**
 * What the Content Security Policy of a page must allow: two sources, and a third when the launcher shows a picture.
 *
 * The one place that knows it: the `csp` command, the documentation and the doctor all ask here.
 */
export function neededDirectives({ origin, images = [] }: PolicyNeeds): Directives {
  return { 'script-src': [origin], 'frame-src': [origin], ...(images.length > 0 && { 'img-src': [...images] }) };
}

/**
 * What the Permissions-Policy of a page must not forbid, feature → the header's value for it; nothing without voice.
 */
export function neededPermissions({ origin, voice = false }: PolicyNeeds): Readonly<Record<string, string>> {
  return voice ? { microphone: `(self "${origin}")`, autoplay: `(self "${origin}")` } : {};
}

/** The policy as one line of text. */
export function writeDirectives(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** The text of a policy → its directives. As in browsers, names are in any case and the first of two counts. */
export function readDirectives(policy: string): Directives {
  const found: Record<string, readonly string[]> = {};
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (name !== '') found[name.toLowerCase()] ??= sources;
  }
  return found;
}

/** What stands in for a directive that a policy does not have, in the order browsers ask. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src', 'default-src'],
  'script-src': ['default-src'],
  'frame-src': ['child-src', 'default-src'],
  'img-src': ['default-src'],
  'connect-src': ['default-src'],
};

/**
 * The one line of a policy that has to change so that `source` is allowed.
 *
 * A directive that the policy does not have begins with the sources of the one that stood in for it, so that nothing
 * else is allowed or lost.
 *
 * @param directive - as a violation names it, such as `script-src-elem`
 * @returns such as `frame-src 'self' https://chat.example.com`; undefined when the policy has no directive for it, and so
 *   allows it
 */
export function lineToAllow(policy: string, directive: string, source: string): string | undefined {
  const directives = readDirectives(policy);
  const candidates = [directive, ...(FALLBACKS[directive] ?? ['default-src'])];
  const present = candidates.find((name) => directives[name] !== undefined);
  if (present === undefined) return undefined;
  // `default-src` covers everything: it is left as it is, and the directive gets a line of its own.
  const name = present === 'default-src' ? directive.replace(/-elem$/, '') : present;
  const sources = (directives[present] ?? []).filter((one) => one !== "'none'" && one !== source);
  return [name, ...sources, source].join(' ');
}
