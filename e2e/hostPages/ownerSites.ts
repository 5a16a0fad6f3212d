// Three sites of owners as they might be: pages in Markdown (sites/), shown as HTML with a header, a menu and a footer.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { marked } from 'marked';

export const OWNER_SITES = ['workshop', 'dentist', 'software'] as const;
type SiteName = (typeof OWNER_SITES)[number];

const IN_PERSON: Readonly<Record<SiteName, readonly [question: string, answer: string]>> = {
  workshop: ['do you sharpen ski edges', 'Yes, for £25. Bring them by on any morning.'],
  dentist: ['verkaufen sie gutscheine', 'Ja, am Empfang, ab 50 Euro.'],
  software: ['do you sponsor meetups', 'We do: write to us with the date and the place.'],
};

const FOLDER = path.join(import.meta.dirname, 'sites');

export interface OwnerSite {
  readonly name: string;
  readonly language: string;
  /** Path → HTML. */
  readonly pages: ReadonlyMap<string, string>;
  /** What visitors ask, and what an answer has to contain. */
  readonly questions: readonly { readonly text: string; readonly answer: RegExp }[];
  /** A question that no page answers, and what a person says to it. */
  readonly unanswerable: string;
  readonly inPerson: string;
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
  const [unanswerable, inPerson] = IN_PERSON[which];
  return {
    name,
    language,
    unanswerable,
    inPerson,
    questions: (all[which] ?? []).map(([text, answer]) => ({ text, answer: new RegExp(answer) })),
    pages: new Map(
      pages.map(({ at, title, body }) => [
        at,
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<title>${title} | ${name}</title><style>:root{--brand:${brand}}body{margin:0;font:17px/1.6 system-ui,sans-serif;color:#222}` +
          'header{background:var(--brand);color:#fff;padding:20px 32px;font-size:22px;font-weight:600}' +
          'nav{display:flex;flex-wrap:wrap;gap:4px 20px;padding:12px 32px;border-bottom:1px solid #ddd;font-size:15px}' +
          'a{color:var(--brand)}nav a{text-decoration:none}main{padding:24px 32px;max-width:60ch}h1{line-height:1.2}' +
          'footer{padding:24px 32px;color:#666;font-size:14px}</style>' +
          `<link rel="icon" href="data:,"></head><body><header>${name}</header><nav>${menu}</nav>` +
          `<main>${marked.parse(body, { async: false })}</main><footer>© 2026 ${name}</footer></body></html>`,
      ]),
    ),
  };
}
