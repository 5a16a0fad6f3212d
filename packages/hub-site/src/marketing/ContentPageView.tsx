import { contentHtml, type ContentLibrary, type ContentPage } from '../content/contentLibrary';
import type { Route } from '../site/route';
import { A, useSite } from '../site/SiteContext';
import { TrustedHtml } from '../site/TrustedHtml';
import { ProductPicture } from './ProductPicture';

/** Routes of all content pages without a page of their own. */
export function contentRoutes(library: ContentLibrary, except: readonly string[]): Route[] {
  return [...library.values()]
    .filter(({ path }) => !except.includes(path))
    .map((page) => ({
      path: page.path,
      show: () => ({
        shell: 'site',
        head: { title: `${page.title} | Sotto`, description: page.description, canonical: page.path },
        body: <ContentPageView page={page} />,
      }),
    }));
}

function ContentPageView({ page }: { page: ContentPage }) {
  const { href } = useSite();
  return (
    <article className={`column content-page${page.look === '' ? '' : ` look-${page.look}`}`}>
      <header className="page-head">
        {page.eyebrow !== '' && <p className="eyebrow">{page.eyebrow}</p>}
        <h1>{page.title}</h1>
        <p className="lead">{page.description}</p>
      </header>
      {page.picture !== '' && <ProductPicture name={page.picture} sizes="(max-width: 1168px) 94vw, 1120px" isFirst />}
      <TrustedHtml html={contentHtml(page, href)} />
      {page.next.length > 0 && (
        <nav className="read-on" aria-label="Read on">
          {page.next.map(({ label, to }) => (
            <A key={to} className="read-on-link" to={to}>
              {label}
              <span aria-hidden="true"> →</span>
            </A>
          ))}
        </nav>
      )}
    </article>
  );
}
