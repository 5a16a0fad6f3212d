/**
 * Trusted Types policies of the site (`browser/trust.ts`): `sotto-page` for HTML rendered by this server,
 * `sotto-message` for user input.
 */
export const POLICY_NAMES = ['sotto-page', 'sotto-message'] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/**
 * Headers of every response.
 *
 * Scripts come only from this server and are never inline, including the widget's loader; the widget's frame is on
 * this server too. Style attributes are allowed, because formulas and tiles need them. Pictures may come from any
 * https address, for avatars. Only the named policies may create HTML from strings.
 */
export function siteHeaders(path: string): Readonly<Record<string, string>> {
  const isFramed = path === '/changelog/bar';
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob: https:",
      "media-src 'self' data: blob:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "frame-src 'self'",
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      `trusted-types ${POLICY_NAMES.join(' ')}`,
      `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    ].join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), payment=(), usb=(), microphone=(self)',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
