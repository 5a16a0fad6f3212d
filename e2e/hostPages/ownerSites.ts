// Three sites of owners as they might be: pages in Markdown (sites/), shown as HTML with a header, a menu and a footer.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { marked } from 'marked';

export const OWNER_SITES = ['workshop', 'dentist', 'software'] as const;
type SiteName = (typeof OWNER_SITES)[number];

const FOLDER = path.join(import.meta.dirname, 'sites');

export interface OwnerSite {
  readonly name: string;
  readonly language: string;
  /** Path → HTML. */
  readonly pages: ReadonlyMap<string, string>;
  /** What visitors ask, and what an answer has to contain. */
  readonly questions: readonly { readonly text: string; readonly answer: RegExp }[];
}

export function readOwnerSite(which: SiteName): OwnerSite {
  const [head = '', ...rest] = readFileSync(path.join(FOLDER, `${which}.md`), 'utf8').split(/^%%% /m);
  const fields = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/).slice(0, 2)));
  const { lang: language = 'en', name = '', brand = '' } = fields as Record<string, string | undefined>;
  const pages = rest.map((text) => {
    const [, at = '/', title = '', body = ''] = /^(\S+) \| (.*)\n([\s\S]*)$/.exec(text) ?? [];
    return { at, title, body };
  });
  const menu = pages.map(({ at, title }) => `<a href="${at}">${title}</a>`).join(' ');
  const all = JSON.parse(readFileSync(path.join(FOLDER, 'questions.json'), 'utf8')) as Record<
    string,
    [string, string][]
  >;
  return {
    name,
    language,
    questions: (all[which] ?? []).map(([text, answer]) => ({ text, answer: new RegExp(answer) })),
    pages: new Map(
      pages.map(({ at, title, body }) => [
        at,
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<title>${title} | ${name}</title><style>:root{--brand:${brand}}body{margin:0;font:16px/1.5 sans-serif}` +
          'header{background:var(--brand);color:#fff;padding:16px 24px}nav{padding:8px 24px}main{padding:24px;max-width:60ch}</style>' +
          `<link rel="icon" href="data:,"></head><body><header>${name}</header><nav>${menu}</nav>` +
          `<main>${marked.parse(body, { async: false })}</main><footer>© 2026 ${name}</footer></body></html>`,
      ]),
    ),
  };
}
