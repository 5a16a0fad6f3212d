import type { Doc, DocPicture, DocsLibrary } from '../docs/docsLibrary';
import { ApiFailure } from '../site/hubClient';
import type { Route } from '../site/route';
import { TrustedHtml } from '../site/TrustedHtml';
import { groupDocs, neighboursOf } from '../docs/docsOrder';
import { readSections } from '../docs/sections';
import { DocsSearchBox, docsSearchRoutes } from './DocsSearchPage';

/** The documentation: a route per document, the pictures and the search. */
export function docsRoutes(library: DocsLibrary): Route[] {
  const pictures = ['/docs/images/:name', '/docs/images/:folder/:name'].map((path): Route => ({
    path,
    show: ({ params }) =>
      sendPicture(library.picture([params['folder'], params['name']].filter((part) => part !== undefined).join('/'))),
  }));
  return [
    ...pictures,
    ...docsSearchRoutes(library),
    ...library.entries.map((doc): Route => ({
      path: doc.path,
      show: () => ({
        shell: 'site',
        head: {
          title: `${doc.title} | Sotto`,
          description: doc.summary,
          canonical: doc.path,
          kind: 'article',
          alternates: [{ type: 'text/markdown', path: doc.markdownPath }],
          previous: neighboursOf(doc, library.entries).previous?.path,
          next: neighboursOf(doc, library.entries).next?.path,
        },
        body: <DocsPage doc={doc} entries={library.entries} />,
      }),
    })),
  ];
}

/** @throws ApiFailure 404 */
function sendPicture(picture: DocPicture | undefined): Response {
  if (!picture) throw new ApiFailure('NOT_FOUND');
  // Opened directly, an SVG is a document, which must not run anything.
  return new Response(picture.bytes, {
    headers: {
      'Content-Type': picture.mediaType,
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

/** A documentation page between navigation and table of contents. */
function DocsPage({ doc, entries }: { doc: Doc; entries: readonly Doc[] }) {
  const { previous, next } = neighboursOf(doc, entries);
  // The title precedes the table of contents, also where that is above the text.
  const titleEnd = /^<h1[^]*?<\/h1>\n/.exec(doc.html)?.[0].length ?? 0;
  return (
    <div className="column docs">
      <DocsSearchBox />
      <article>
        <p className="docs-all">
          <a href="#all-documents">All documents ↓</a>
        </p>
        <TrustedHtml html={doc.html.slice(0, titleEnd)} />
        <DocsContents doc={doc} />
        <TrustedHtml html={doc.html.slice(titleEnd)} />
        <nav className="docs-turn" aria-label="Previous and next page">
          {previous && (
            <a href={previous.href} rel="prev">
              <span>Previous</span>
              {previous.title}
            </a>
          )}
          {next && (
            <a className="docs-next" href={next.href} rel="next">
              <span>Next</span>
              {next.title}
            </a>
          )}
        </nav>
      </article>
      <DocsList doc={doc} entries={entries} />
    </div>
  );
}

/** Table of contents: beside the text on wide screens, above it on narrow ones. */
function DocsContents({ doc }: { doc: Doc }) {
  const headings = readSections(doc.html).filter(({ depth, anchor }) => (depth === 2 || depth === 3) && anchor !== '');
  if (headings.length < 2) return null;
  return (
    <nav className="docs-contents" aria-labelledby="docs-contents-title">
      <details open>
        <summary id="docs-contents-title">On this page</summary>
        <ul>
          {headings.map(({ depth, anchor, title }) => (
            <li key={anchor} className={depth === 3 ? 'docs-deeper' : undefined}>
              <a href={`#${anchor}`}>{title}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

function DocsList({ doc, entries }: { doc: Doc; entries: readonly Doc[] }) {
  return (
    <nav className="docs-list" aria-label="Documentation" id="all-documents">
      {groupDocs(entries).map((group) => (
        <details key={group.title} open={['Guides', 'Reference'].includes(group.title) || group.entries.includes(doc)}>
          <summary>{group.title}</summary>
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.path}>
                <a href={entry.href} aria-current={entry.path === doc.path ? 'page' : undefined}>
                  {entry.title}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}
