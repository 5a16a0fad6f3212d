/** Directive name → the sources it allows. */
export type Directives = Readonly<Record<string, readonly string[]>>;

/** Features of the widget that a page's policy has to allow. */
export interface PolicyNeeds {
  /** Origin of the Sotto server. */
  origin: string;
  /** Dictation and spoken replies. */
  voice?: boolean;
  /**
   * Origins of pictures that the page itself shows, such as a launcher icon. All other pictures are inside the frame,
   * under the frame's own policy.
   */
  images?: readonly string[];
}

/**
 * Sources that a page's Content Security Policy has to allow: two, and a third if the launcher shows a picture. Used
 * by the `csp` command, the documentation and the doctor.
 */
export function neededDirectives({ origin, images = [] }: PolicyNeeds): Directives {
  return { 'script-src': [origin], 'frame-src': [origin], ...(images.length > 0 && { 'img-src': [...images] }) };
}

/**
 * Features that a page's Permissions-Policy must not forbid, with the value of each in the header; empty without
 * voice.
 */
export function neededPermissions({ origin, voice = false }: PolicyNeeds): Readonly<Record<string, string>> {
  return voice ? { microphone: `(self "${origin}")`, autoplay: `(self "${origin}")` } : {};
}

/** Formats a policy as one line. */
export function writeDirectives(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** Parses a policy. As in browsers, names are case-insensitive and the first of two directives counts. */
export function readDirectives(policy: string): Directives {
  const found: Record<string, readonly string[]> = {};
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (name !== '') found[name.toLowerCase()] ??= sources;
  }
  return found;
}

/**
 * Directives that apply if a policy does not have the one requested, in the order in which browsers look for them.
 */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src', 'default-src'],
  'script-src': ['default-src'],
  'frame-src': ['child-src', 'default-src'],
  'img-src': ['default-src'],
  'connect-src': ['default-src'],
};

/**
 * The line of a policy that has to change to allow `source`.
 *
 * If the policy does not have the directive, the new line starts with the sources of the directive that applied
 * instead, so that nothing else is allowed or blocked.
 *
 * @param directive - as reported by a violation, such as `script-src-elem`
 * @returns for example `frame-src 'self' https://chat.example.com`; undefined if the policy already allows the
 *   source, because no directive covers it
 */
export function lineToAllow(policy: string, directive: string, source: string): string | undefined {
  const directives = readDirectives(policy);
  const candidates = [directive, ...(FALLBACKS[directive] ?? ['default-src'])];
  const present = candidates.find((name) => directives[name] !== undefined);
  if (present === undefined) return undefined;
  // `default-src` covers everything, so it stays unchanged and the directive is added.
  const name = present === 'default-src' ? directive.replace(/-elem$/, '') : present;
  const sources = (directives[present] ?? []).filter((one) => one !== "'none'" && one !== source);
  return [name, ...sources, source].join(' ');
}
