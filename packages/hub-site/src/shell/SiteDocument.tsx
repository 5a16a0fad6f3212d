import type { ReactNode } from 'react';

interface SiteDocumentProps {
  title: string;
  basePath: string;
  /** Whether the page carries the default widget. */
  assistant?: boolean;
  children: ReactNode;
}

/** The frame of every page of the site: head, navigation, footer, and the widget by its one script line. */
export function SiteDocument({ title, basePath, assistant = false, children }: SiteDocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href={`${basePath}/site.css`} />
        <link rel="icon" href={ICON} />
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <header className="site-header">
          <a className="brand" href={`${basePath}/`}>
            Sotto
          </a>
          <nav aria-label="Main">
            <a href={`${basePath}/docs`}>Documentation</a>
            <a href={`${basePath}/demo`}>Demo</a>
          </nav>
        </header>
        <main id="content">{children}</main>
        <footer className="site-footer">
          <p>Sotto is free software under the MIT licence.</p>
        </footer>
        {assistant && <script async src={`${basePath}/integrations/widget/v2.js`} data-widget="default" />}
      </body>
    </html>
  );
}

/** A speech bubble as a data address: one request less, and no file to keep. */
export const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath fill='%231f5547' d='M6 4h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H14l-7 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4Z'/%3E%3C/svg%3E";
