import type { Doc, DocsLibrary } from '../docs/docsLibrary';
import { groupDocs } from '../docs/docsOrder';
import type { Route } from '../site/route';

/** Address of the whole documentation as text. */
export const FULL_TEXT_PATH = '/llms-full.txt';

/** Pages for users, in reading order; decision records are for developers. */
export function readersDocs({ entries }: DocsLibrary): readonly Doc[] {
  return groupDocs(entries)
    .filter(({ title }) => title !== 'Decisions')
    .flatMap((group) => group.entries);
}

/** The documentation as text: each page as Markdown, and all user pages in one file. */
export function docsTextRoutes(library: DocsLibrary): Route[] {
  return [
    ...library.entries.map((doc): Route => ({
      path: doc.markdownPath,
      show: ({ absolute }) =>
        // Search engines should list the page, not its source.
        text(doc.markdown, 'text/markdown', { Link: `<${absolute(doc.path)}>; rel="canonical"` }),
    })),
    {
      path: FULL_TEXT_PATH,
      show: ({ absolute }) =>
        text(
          readersDocs(library)
            .map((doc) => `<!-- ${absolute(doc.path)} -->\n\n${doc.markdown.trim()}\n`)
            .join('\n'),
          'text/plain',
        ),
    },
  ];
}

function text(body: string, type: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=600', ...headers },
  });
}
