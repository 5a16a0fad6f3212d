import { createHash } from 'node:crypto';
import { fill, type SpokenWords } from '../../domain/visitorMail/mailWords';
import { escapeHtml } from '../../lib/escapeHtml';
import type { AppContext } from '../appEnv';
import { LINK_PAGE_STYLE } from './linkPage';

const HIDDEN = '[hidden]{display:none!important}a.button{display:inline-block;text-decoration:none}';
const STYLE =
  LINK_PAGE_STYLE + HIDDEN + 'a.button{padding:.75rem 1.5rem;border-radius:10px;background:#1f5547;color:#fff}';

/**
 * Exchanges the token in the fragment of the address, which no server and no log receives, for a session, stores it
 * where the widget finds it, and opens the hosted page. A clock of this device that is wrong does not matter.
 */
const SCRIPT = `
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const show = (id) => { for (const part of document.querySelectorAll('section')) part.hidden = part.id !== id; };
async function open() {
  show('');
  try {
    const body = JSON.stringify({ token });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch('../../v1/visitor-mail/open', { method: 'POST', headers, body });
    if (response.status === 404 || response.status === 400) return show('expired');
    if (!response.ok) throw new Error(String(response.status));
    const { widgetId, session, key, value, now } = await response.json();
    const entry = JSON.parse(value);
    const skew = Date.now() - now;
    entry.expiresAt += skew;
    entry.value.tokenExpiresAt += skew;
    localStorage.setItem(key, JSON.stringify(entry));
    location.replace('../' + widgetId + '?session=' + session);
  } catch {
    show('failed');
  }
}
document.getElementById('retry').addEventListener('click', open);
open();
`;

/** Policy of the page behind the link into a conversation. */
export const ANSWER_PAGE_CSP =
  `default-src 'none'; style-src '${digestOf(STYLE)}'; script-src '${digestOf(SCRIPT)}'; connect-src 'self'; ` +
  `form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;
/** Policy of the page that stops mails. */
const STOP_PAGE_CSP = `default-src 'none'; style-src '${digestOf(STYLE)}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The page behind the link of a mail with answers. */
export function renderAnswerPage(spoken: SpokenWords, title: string, widgetId: string): string {
  const { words } = spoken;
  const begin = `<p><a class="button" href="../${escapeHtml(encodeURIComponent(widgetId))}">${escapeHtml(words.begin)}</a></p>`;
  const expired = `<h1>${escapeHtml(words.expired)}</h1><p>${escapeHtml(words.expiredWhy)}</p>${begin}`;
  return page(
    spoken,
    title,
    `<section id="expired" role="alert" hidden>${expired}</section>` +
      `<section id="failed" role="alert" hidden><p><button type="button" id="retry">${escapeHtml(words.retry)}</button></p></section>` +
      `<noscript>${begin}</noscript>`,
    SCRIPT,
  );
}

/** The page that stops mails: opening it has no effect, because mail scanners open links. */
export function showStopPage(context: AppContext, spoken: SpokenWords, state: 'ask' | 'done' | 'unknown'): Response {
  const { words } = spoken;
  const bodies = {
    ask: `<h1>${escapeHtml(words.stopAsk)}</h1><form method="post"><button type="submit">${escapeHtml(words.stop)}</button></form>`,
    done: `<h1 role="status">${escapeHtml(words.stopped)}</h1>`,
    unknown: `<h1>${escapeHtml(words.expired)}</h1>`,
  };
  const html = page(spoken, fill(words.stop, {}), bodies[state]);
  return context.body(html, state === 'unknown' ? 404 : 200, mailPageHeaders(STOP_PAGE_CSP));
}

/** Headers of a page behind a link of a mail. */
export function mailPageHeaders(policy: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
  };
}

function page({ language, direction }: SpokenWords, title: string, body: string, script?: string): string {
  return [
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main>`,
    script === undefined ? '' : `<script>${script}</script>`,
    '</body></html>',
  ].join('');
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
