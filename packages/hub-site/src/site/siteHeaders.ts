/**
 * What every answer of the site says about itself.
 *
 * Scripts come from this server alone and none is inline; the widget's loader is one of them, and its frame is on this
 * server too. Style attributes are allowed because formulas in chats and the tiles of items are laid out with them.
 * Pictures may come from anywhere over https: people have avatars.
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
      `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    ].join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), payment=(), usb=(), microphone=(self)',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
