/**
 * Who may make HTML out of a string on a page of the site (`browser/trust.ts`): `sotto-page` for what this server has
 * rendered, `sotto-message` for user input.
 */
export const POLICY_NAMES = ['sotto-page', 'sotto-message'] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/**
 * The headers of every response of the site.
 *
 * Scripts come from this server alone and none is inline; the widget's loader is one of them, and its frame is on this
 * server too. Style attributes are allowed because formulas in chats and the tiles of items are laid out with them.
 * Pictures may come from anywhere over https: people have avatars. A string becomes HTML by the named policies alone.
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
