import { renderToStaticMarkup } from 'react-dom/server';
import { ICON } from '../head/icon';
import type { Route } from '../site/route';

const ROASTS = [
  { name: 'Morning, light roast', taste: 'Citrus, honey, black tea', price: '€ 11.50' },
  { name: 'House, medium roast', taste: 'Hazelnut, milk chocolate', price: '€ 10.80' },
  { name: 'Night, dark roast', taste: 'Cocoa, walnut, long finish', price: '€ 10.80' },
];

/** The demo: a separate document, without the site's shell. */
export function demoRoute(basePath: string): Route {
  const html = `<!doctype html>${renderToStaticMarkup(<DemoPage basePath={basePath} />)}`;
  return {
    path: '/demo',
    show: () =>
      new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' } }),
  };
}

/** An ordinary shop page. Only the script tag at the end is ours [L-1]. */
function DemoPage({ basePath }: { basePath: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>A plain page with a chat</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href={`${basePath}/site/demo.css`} />
        <link rel="icon" href={ICON} />
      </head>
      <body className="demo">
        <header className="site-header">
          <a className="brand" href={`${basePath}/demo`}>
            Harbour Coffee
          </a>
          <nav aria-label="Main">
            <a href="#roasts">Roasts</a>
            <a href="#visit">Visit</a>
            <a href={`${basePath}/docs/guides/site-owner`}>How this page got its chat</a>
          </nav>
        </header>
        <main>
          <section className="hero">
            <h1>Coffee roasted on Tuesdays, at your door on Thursday</h1>
            <p>
              This is an ordinary page of an imaginary shop. The only thing special about it is one script line before
              the end of the body, which draws the button in the corner.
            </p>
          </section>
          <section className="cards" id="roasts" aria-label="Roasts">
            {ROASTS.map(({ name, taste, price }) => (
              <article key={name}>
                <h2>{name}</h2>
                <p>{taste}</p>
                <p className="price">{price}</p>
              </article>
            ))}
          </section>
          <section className="prose" id="visit">
            <h2>Ask the chat about Sotto</h2>
            <p>
              Open the chat and try: How do I install it? What does a strict Content Security Policy need? How do I
              connect a language model?
            </p>
            <p>
              <label htmlFor="newsletter">Try typing here while the chat is open</label>
              <input id="newsletter" type="text" autoComplete="off" />
            </p>
          </section>
        </main>
        <footer className="site-footer">
          <p>An imaginary shop. Nothing is for sale.</p>
        </footer>
        <script async src={`${basePath}/integrations/widget/v2.js`} data-widget="demo" />
      </body>
    </html>
  );
}
