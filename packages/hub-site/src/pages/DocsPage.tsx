import type { Doc } from '../docs/docsLibrary';

interface DocsPageProps {
  doc: Doc;
  entries: readonly Doc[];
}

/** One page of the documentation beside the list of all. */
export function DocsPage({ doc, entries }: DocsPageProps) {
  return (
    <div className="docs">
      <nav aria-label="Documentation">
        <ul>
          {entries.map((entry) => (
            <li key={entry.path}>
              <a href={entry.href} aria-current={entry.path === doc.path ? 'page' : undefined}>
                {entry.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* Our own files, rendered by renderMarkdown; nothing from outside comes here. */}
      {/* eslint-disable-next-line no-restricted-syntax -- trusted markdown of this repository */}
      <article className="prose" dangerouslySetInnerHTML={{ __html: doc.html }} />
    </div>
  );
}
