import { escapeHtml } from '../../lib/escapeHtml';
import type { Integration } from '@sotto/widget-core/api';

/** The comment in the frame's page that the integration takes the place of. */
const PLACEHOLDER = '<!--sotto-integration-->';

/** Where the frame's page is drawn. */
const ROOT = '<div id="root"></div>';

/** What a frame page is made with. */
export interface FramePageOptions {
  integration: Integration;
  /** Path from the page to `/integrations/widget/`, such as `../../`. */
  base: string;
  /** The one colour scheme the page declares; two would make it opaque (loader.md, 2.6). */
  scheme?: string | undefined;
  /** BCP 47 tag of the visitor's language. */
  language?: string | undefined;
  /** What is seen first, as HTML that has been made here. @default the application draws it */
  screen?: string | undefined;
}

const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;
const RIGHT_TO_LEFT = /^(?:ar|he|iw|fa|ur)\b/i;

/**
 * The frame's page with its integration, its colour scheme, language and direction, and with addresses that hold under
 * any path prefix.
 */
export function renderFramePage(template: string, options: FramePageOptions): string {
  const { screen, integration } = options;
  const language = options.language !== undefined && LANGUAGE_TAG.test(options.language) ? options.language : 'en';
  const direction = RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
  const scheme = options.scheme === 'dark' ? 'dark' : 'light';
  const data = `<script type="application/json" id="sotto-integration">${escapeForScript(integration)}</script>`;
  // For the first script, which looks whether this visitor has a conversation of this widget.
  const drawn = screen === undefined ? '' : ` data-drawn="${escapeHtml(integration.integrationId)}"`;
  const page = template
    .replace(/<html\b[^>]*>/i, () => `<html lang="${language}" dir="${direction}"${drawn}>`)
    .replaceAll(
      /\b(src|href)="(?:\.\/|\/)?(?:integrations\/widget\/)?assets\//g,
      (_, attribute: string) => `${attribute}="${options.base}assets/`,
    )
    .replace(/\s*<meta\s+name="color-scheme"[^>]*>/i, '');
  const meta = `<meta name="color-scheme" content="${scheme}">`;
  return page
    .replace(/<head\b[^>]*>/i, (head) => `${head}${meta}`)
    .replace(PLACEHOLDER, () => data)
    .replace(ROOT, (root) => (screen === undefined ? root : `<div id="root">${screen}</div>`));
}

/** A value as JSON that cannot end a script element, nor a line of JavaScript. */
export function escapeForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** The full page around a frame, for a link of its own. Its style is allowed by digest. */
export const HOSTED_PAGE_STYLE =
  'html,body{margin:0;height:100%;background:Canvas;color-scheme:light dark}iframe{display:block;border:0;width:100%;height:100dvh}';

/** @param frameAddress - where the frame is, as the page sees it */
export function renderHostedPage(title: string, frameAddress: string): string {
  const name = escapeHtml(title);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${name}</title><style>${HOSTED_PAGE_STYLE}</style></head>`,
    `<body><iframe title="${name}" src="${escapeHtml(frameAddress)}" allow="clipboard-write; microphone; autoplay"></iframe></body></html>`,
  ].join('');
}
