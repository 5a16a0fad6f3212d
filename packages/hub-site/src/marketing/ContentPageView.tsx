import { contentHtml, type ContentLibrary, type ContentPage } from '../content/contentLibrary';
import type { Route } from '../site/route';
import { A, useSite } from '../site/SiteContext';
import { TrustedHtml } from '../site/TrustedHtml';

/** A route for every text of the site; those with a page of their own are left out. */
export function contentRoutes(library: ContentLibrary, except: readonly string[]): Route[] {
  return [...library.values()].filter(({ path }) => !except.includes(path)).map((page) => ({
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
    <article className="column content-page">
      <header className="page-head">
        {page.eyebrow !== '' && <p className="eyebrow">{page.eyebrow}</p>}
        <h1>{page.title}</h1>
        <p className="lead">{page.description}</p>
      </header>
      {page.picture !== '' && <ProductPicture name={page.picture} />}
      <TrustedHtml html={contentHtml(page, href)} />
      {page.next.length > 0 && (
        <nav className="read-on" aria-label="Read on">
          {page.next.map(({ label, to }) => <A key={to} className="read-on-link" to={to}>{label}<span aria-hidden="true"> →</span></A>)}
        </nav>
      )}
    </article>
  );
}

/** What the pictures show, for who does not see them. */
const PICTURES: Readonly<Record<string, string>> = {
  'chat-light.png': 'The chat on a page: a question about a strict content policy and the answer with its sources',
  'chat-dark.png': 'The same chat in the dark colours of the page',
  'chat-phone.png': 'The chat filling the screen of a phone',
};

/** A real picture of the product. */
export function ProductPicture({ name }: { name: string }) {
  const { asset } = useSite();
  const src = asset(name);
  return src === undefined ? null : <img className="product-picture" src={src} alt={PICTURES[name] ?? ''} loading="lazy" />;
}
