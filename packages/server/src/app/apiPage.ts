import { createHash } from 'node:crypto';
import { escapeHtml } from '../lib/escapeHtml';

type Json = Record<string, unknown>;

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;' +
  'padding:1.5rem;background:Canvas;color:CanvasText}h1{margin:0}h2{margin:2.5rem 0 .5rem;text-transform:capitalize}' +
  ('a{color:LinkText}nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:1rem 0}details{border:1px ' +
    'solid color-mix(in srgb,CanvasText 20%,transparent);border-radius:8px;margin:.5rem 0}' +
    'summary{padding:.6rem .8rem;cursor:pointer;overflow-wrap:anywhere}') +
  ('summary:focus-visible{outline:2px solid Highlight}summary b{display:inline-block;min-width:3.2rem;' +
    'font:600 .8rem ui-monospace,monospace}summary span{display:block;opacity:.75}.body{padding:0 .8rem ' +
    '.8rem}pre{overflow:auto;padding:.8rem;border-radius:6px;background:color-mix(in srgb,CanvasText ' +
    '7%,transparent);font-size:.8rem}code{overflow-wrap:anywhere}');

/**
 * The page's policy: its own style, and an explicit empty icon, because Safari reports its request for a missing icon
 * as a violation.
 */
export const API_PAGE_CSP =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  `img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Operation {
  readonly summary?: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly { name: string; in: string; schema: Json }[];
  readonly requestBody?: { content: Record<string, { schema: Json }> };
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
}

/** The OpenAPI document as a page: works without scripts, also in print. */
export function renderApiPage(document: Json): string {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Record<string, Operation>>)) {
    const name = path.split('/')[2] ?? 'other';
    groups.set(name, [
      ...(groups.get(name) ?? []),
      ...Object.entries(methods).map(([method, operation]) => call(method, path, operation)),
    ]);
  }
  const names = [...groups.keys()].sort();
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" ' +
      'content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">',
    `<title>API of Sotto</title><style>${STYLE}</style></head><body><main><h1>API of Sotto</h1>`,
    '<p>Every path also answers below <code>/api</code>. Failures are <code>{ "message", "code" }' +
      '</code>. The same as data: <a href="openapi.json">openapi.json</a>.</p>',
    `<nav aria-label="Groups of calls">${names.map((name) => `<a href="#${name}">${escapeHtml(name)}</a>`).join('')}</nav>`,
    ...names.map(
      (name) => `<section id="${name}"><h2>${escapeHtml(name)}</h2>${(groups.get(name) ?? []).join('')}</section>`,
    ),
    '</main></body></html>',
  ].join('\n');
}

function call(
  method: string,
  path: string,
  { summary = '', security, parameters = [], requestBody, responses }: Operation,
): string {
  const who = security ? security.flatMap((each) => Object.keys(each)).join(' or ') : 'anybody';
  const [success, ...failures] = Object.entries(responses);
  return [
    `<details><summary><b>${method.toUpperCase()}</b> ` +
      `<code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary><div ` +
      `class="body"><p>Who may call: ${escapeHtml(who)}</p>`,
    ...parameters
      .filter((each) => each.in === 'query')
      .map((each) => `<p>Query <code>${escapeHtml(each.name)}</code></p>${json(each.schema)}`),
    ...(requestBody
      ? Object.entries(requestBody.content).map(
          ([type, { schema }]) => `<p>Body, <code>${escapeHtml(type)}</code></p>${json(schema)}`,
        )
      : []),
    ...Object.entries(success?.[1].content ?? {}).map(
      ([type, { schema }]) => `<p>Answer, <code>${escapeHtml(type)}</code></p>${json(schema)}`,
    ),
    `<p>May fail with ${failures.map(([status, { description }]) => `${status} ${escapeHtml(description)}`).join(', ')}</p></div></details>`,
  ].join('');
}

function json(schema: Json): string {
  return `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
}
