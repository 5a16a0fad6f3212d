import { escapeHtml } from '../../lib/escapeHtml';
import { createHash } from 'node:crypto';

/** Style of plain pages behind the links of mails. */
export const LINK_PAGE_STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;' +
  'background:Canvas;color:CanvasText;color-scheme:light dark}' +
  'main{max-width:24rem;padding:2rem;text-align:center;overflow-wrap:anywhere}h1{font-size:1.25rem}' +
  ('button{font:inherit;padding:.75rem 1.5rem;border:0;border-radius:10px;background:#1f5547;color:#fff;' +
    'cursor:pointer}button:focus-visible{outline:3px solid #8fd0ba;outline-offset:2px}');

/** Policy of the page: its own style and its form. */
export const LINK_PAGE_CSP =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(LINK_PAGE_STYLE).digest('base64')}'; ` +
  `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * Page for the link in a sign-in mail. Opening it has no effect, because mail scanners open links: a person has to
 * press the button.
 */
export function renderLinkPage(fields: { email: string; token: string; callbackUrl: string }): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" ' +
      'content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>Sign in</title><style>${LINK_PAGE_STYLE}</style></head><body><main><h1>Sign in</h1><p>You are signing ` +
      `in as <strong>${escapeHtml(fields.email)}</strong>.</p>`,
    `<form method="post">${inputs.join('')}<button type="submit">Sign in</button></form></main></body></html>`,
  ].join('');
}
