import { createHash } from 'node:crypto';
import type { AppPolicy } from '../../db/schema';

/** Permissions of an app's frames: scripts and forms, without an origin. */
const APP_SANDBOX = 'allow-scripts allow-forms';

/**
 * Page around an app, in a frame without an origin. It passes on messages, and its policy restricts the app's frame
 * to this server. A second load means that the app has navigated away; then the widget removes it.
 */
const SCRIPT = `(() => {
  const app = document.querySelector('iframe');
  const send = (data) => parent.postMessage(data, '*');
  let loads = 0;
  app.title = decodeURIComponent(location.hash.slice(1));
  app.addEventListener('load', () => {
    loads += 1;
    if (loads > 1) send({ type: 'sotto-app-left' });
  });
  addEventListener('message', ({ source, data }) => {
    if (source === app.contentWindow) send({ type: 'sotto-app-message', message: data });
    else if (source === parent) app.contentWindow.postMessage(data, '*');
  });
  app.src = location.pathname + '/page';
})();`;
const STYLE = 'html,body{margin:0;height:100%;overflow:hidden}iframe{display:block;border:0;width:100%;height:100%}';

/** Renders the page around an app. */
export const APP_SHELL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>App</title>' +
  `<style>${STYLE}</style></head><body><iframe sandbox="${APP_SANDBOX}" referrerpolicy="no-referrer"></iframe>` +
  `<script>${SCRIPT}</script></body></html>`;

/**
 * Content Security Policy of the page around an app.
 *
 * @param own - origin of this server
 * @param sites - allowed embedding origins; undefined for any
 */
export function shellCsp(own: string, sites: string | undefined): string {
  return [
    "default-src 'none'",
    `script-src '${digestOf(SCRIPT)}'`,
    `style-src '${digestOf(STYLE)}'`,
    `frame-src ${own}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${sites === undefined ? '*' : `'self' ${sites}`.trim()}`,
    `sandbox ${APP_SANDBOX}`,
  ].join('; ');
}

/**
 * Content Security Policy of an app: inline scripts and styles, and its declared origins. `sandbox` also applies if
 * the page is opened directly.
 */
export function appCsp({ connect, resources, frames, base }: AppPolicy): string {
  const from = (...sources: readonly string[]): string => (sources.length === 0 ? "'none'" : sources.join(' '));
  return [
    "default-src 'none'",
    `script-src ${from("'unsafe-inline'", ...resources)}`,
    `style-src ${from("'unsafe-inline'", ...resources)}`,
    `img-src ${from('data:', 'blob:', ...resources)}`,
    `font-src ${from('data:', ...resources)}`,
    `media-src ${from('data:', 'blob:', ...resources)}`,
    `connect-src ${from(...connect)}`,
    `frame-src ${from(...frames)}`,
    `base-uri ${from(...base)}`,
    "object-src 'none'",
    "form-action 'none'",
    `sandbox ${APP_SANDBOX}`,
  ].join('; ');
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
