import type { Doc, DocPicture, DocsLibrary } from '../docs/docsLibrary';
import { ApiFailure } from '../site/hubClient';
import type { Route } from '../site/route';
import { TrustedHtml } from '../site/TrustedHtml';

/** The documentation, one route a document. */
export function docsRoutes(library: DocsLibrary): Route[] {
  const pictures = ['/docs/images/:name', '/docs/images/:folder/:name'].map((path): Route => ({
    path,
    show: ({ params }) =>
      sendPicture(library.picture([params['folder'], params['name']].filter((part) => part !== undefined).join('/'))),
  }));
  return [
    ...pictures,
    ...library.entries.map((doc): Route => ({
      path: doc.path,
      show: () => ({
        shell: 'site',
        head: { title: `${doc.title} | Sotto`, description: doc.summary, canonical: doc.path, kind: 'article' },
        body: <DocsPage doc={doc} entries={library.entries} />,
      }),
    })),
  ];
}

/** @throws ApiFailure 404 */
function sendPicture(picture: DocPicture | undefined): Response {
  if (!picture) throw new ApiFailure('NOT_FOUND');
  // Opened by itself a drawing is a document, and shall do nothing but be looked at.
  return new Response(picture.bytes, {
    headers: {
      'Content-Type': picture.mediaType,
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

/** One page of the documentation beside the list of all. */
function DocsPage({ doc, entries }: { doc: Doc; entries: readonly Doc[] }) {
  const groups = [
    { title: 'Guides', entries: entries.filter(({ path }) => path === '/docs' || path.startsWith('/docs/guides/')) },
    {
      title: 'Reference',
      entries: entries.filter(
        ({ path }) => path !== '/docs' && !path.startsWith('/docs/guides/') && !path.startsWith('/docs/decisions/'),
      ),
    },
    { title: 'Decisions', entries: entries.filter(({ path }) => path.startsWith('/docs/decisions/')) },
  ];
  return (
    <div className="column docs">
      <article>
        <p className="docs-all">
          <a href="#all-documents">All documents ↓</a>
        </p>
        <TrustedHtml html={doc.html} />
      </article>
      <nav aria-label="Documentation" id="all-documents">
        {groups
          .filter((group) => group.entries.length > 0)
          .map((group) => (
            <details key={group.title} open={group.title !== 'Decisions' || doc.path.startsWith('/docs/decisions/')}>
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
    </div>
  );
}
