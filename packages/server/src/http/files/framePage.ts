import { escapeHtml } from '../../lib/escapeHtml';
import type { Integration } from '@sotto/widget-core/api';

/** Placeholder for the integration in the frame's page. */
const PLACEHOLDER = '<!--sotto-integration-->';

/** The root element. */
const ROOT = '<div id="root"></div>';

/** Values for a frame page. */
export interface FramePageOptions {
  integration: Integration;
  /** Path from the page to `/integrations/widget/`, such as `../../`. */
  base: string;
  /** The colour scheme to declare; two would make the page opaque (loader.md, 2.6). */
  scheme?: string | undefined;
  /** BCP 47 tag of the visitor's language. */
  language?: string | undefined;
  /** The first screen as HTML generated here. @default rendered by the application */
  screen?: string | undefined;
}

const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;
const RIGHT_TO_LEFT = /^(?:ar|he|iw|fa|ur)\b/i;

/**
 * Renders the frame's page with its integration, colour scheme, language and direction, and with addresses that work
 * under any path prefix.
 */
export function renderFramePage(template: string, options: FramePageOptions): string {
  const { screen, integration } = options;
  const language = options.language !== undefined && LANGUAGE_TAG.test(options.language) ? options.language : 'en';
  const direction = RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
  const scheme = options.scheme === 'dark' ? 'dark' : 'light';
  const data = `<script type="application/json" id="sotto-integration">${escapeForScript(integration)}</script>`;
  // Lets the first script check whether this visitor has a conversation with this widget.
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

/** JSON that is safe inside a script element. */
export function escapeForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Full page with a frame, for a direct link. Its style is allowed by digest. */
export const HOSTED_PAGE_STYLE =
  'html,body{margin:0;height:100%;background:Canvas;color-scheme:light dark}iframe{display:block;border:0;width:100%;height:100dvh}';

/** @param frameAddress - address of the frame, relative to the page */
export function renderHostedPage(title: string, frameAddress: string): string {
  const name = escapeHtml(title);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${name}</title><style>${HOSTED_PAGE_STYLE}</style></head>`,
    `<body><iframe title="${name}" src="${escapeHtml(frameAddress)}" allow="clipboard-write; microphone; autoplay"></iframe></body></html>`,
  ].join('');
}
