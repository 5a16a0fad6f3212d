import { type ContentLibrary } from '../content/contentLibrary';
import { renderMarkdown } from '../docs/renderMarkdown';
import { escapeHtml } from '../docs/renderUserMarkdown';
import type { Route } from '../site/route';
import { A, useSite } from '../site/SiteContext';
import { TrustedHtml } from '../site/TrustedHtml';

/** An entry with its date. */
export interface ChangelogEntry {
  readonly title: string;
  /** `2026-11-21` */
  readonly date: string;
  readonly markdown: string;
}

/** The changelog: a page, a feed, and the bar above the Hub [H-9]. */
export function changelogRoutes(content: ContentLibrary): Route[] {
  const page = content.get('/changelog');
  const entries = readChangelog(page?.markdown ?? '');
  return [
    {
      path: '/changelog',
      show: () => ({
        shell: 'site',
        head: {
          title: 'Changelog | Sotto',
          description: page?.description,
          canonical: '/changelog',
          alternates: [{ type: 'application/atom+xml', path: '/changelog/feed.xml', title: 'Changelog' }],
        },
        body: <Changelog description={page?.description ?? ''} entries={entries} />,
      }),
    },
    { path: '/changelog/feed.xml', show: ({ absolute }) => sendFeed(entries, absolute) },
    {
      path: '/changelog/bar',
      show: () => ({
        shell: 'none',
        head: { title: 'What is new', noindex: true },
        body: <Bar entry={entries[0]} />,
        headers: { 'Cache-Control': 'public, max-age=600' },
      }),
    },
  ];
}

/** Atom feed of the entries. */
function sendFeed(entries: readonly ChangelogEntry[], absolute: (path: string) => string): Response {
  const page = escapeHtml(absolute('/changelog'));
  const list = entries.map(
    ({ title, date, markdown }) =>
      `<entry><title>${escapeHtml(title)}</title><id>${page}#${date}-${encodeURIComponent(title)}</id><link ` +
      `href="${page}"/><updated>${date}T00:00:00Z</updated><content ` +
      `type="html">${escapeHtml(renderMarkdown(markdown, (link) => (link.startsWith('/') ? absolute(link) : link)).html)}</content></entry>`,
  );
  const body =
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed ` +
    `xmlns="http://www.w3.org/2005/Atom"><title>Changelog</title><id>${page}</id><link ` +
    `href="${page}"/><updated>${entries[0]?.date ?? '1970-01-01'}T00:00:00Z</updated>${list.join('')}</feed>`;
  return new Response(body, {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' },
  });
}

/** Parses the entries of a text: a heading `## 2026-11-21 Title`, then the body. Newest first, as in the file. */
export function readChangelog(markdown: string): ChangelogEntry[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((block) => {
      const [heading = '', ...rest] = block.split('\n');
      const [, date = '', title = heading] = /^(\d{4}-\d{2}-\d{2})\s+(.*)$/.exec(heading) ?? [];
      return { title, date, markdown: rest.join('\n').trim() };
    });
}

function Changelog({ description, entries }: { description: string; entries: readonly ChangelogEntry[] }) {
  return (
    <div className="column content-page">
      <header className="page-head">
        <h1>Changelog</h1>
        <p className="lead">{description}</p>
      </header>
      <ol className="changelog">
        {entries.map((entry) => (
          <li key={entry.title}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Entry({ entry }: { entry: ChangelogEntry }) {
  const { href } = useSite();
  return (
    <article>
      <time dateTime={entry.date}>{longDate(entry.date)}</time>
      <div>
        <h2>{entry.title}</h2>
        <TrustedHtml html={renderMarkdown(entry.markdown, (link) => (link.startsWith('/') ? href(link) : link)).html} />
      </div>
    </article>
  );
}

function Bar({ entry }: { entry: ChangelogEntry | undefined }) {
  return (
    <main className="bar-page">
      <p>
        {entry ? (
          <>
            <span className="badge">New</span> {entry.title}{' '}
            <A to="/changelog" target="_top">
              Read more
            </A>
          </>
        ) : (
          <A to="/changelog" target="_top">
            What is new
          </A>
        )}
      </p>
    </main>
  );
}

function longDate(date: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}
