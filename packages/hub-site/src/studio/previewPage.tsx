import { Island } from '../site/Island';
import type { Route } from '../site/route';
import { siteHeaders } from '../site/siteHeaders';
import { useSite } from '../site/SiteContext';

/** /playground/preview: an ordinary page with the real widget on it, shown inside the studio. */
export const previewRoute: Route = {
  path: '/playground/preview',
  show: ({ url }) => ({
    shell: 'none',
    head: { title: 'Preview', noindex: true },
    headers: {
      ...siteHeaders(url.pathname),
      'Content-Security-Policy': (siteHeaders(url.pathname)['Content-Security-Policy'] ?? '').replace(
        "frame-ancestors 'none'",
        "frame-ancestors 'self'",
      ),
    },
    body: <SamplePage />,
  }),
};

function SamplePage() {
  const { href } = useSite();
  return (
    <>
      <main className="sample-page" id="content">
        <p className="sample-brand">Harbour Coffee</p>
        <h1>Roasted on Tuesdays, at your door on Thursday</h1>
        <p>
          An ordinary page, to see how the chat stands on it. Whatever you change in the studio is seen here at once.
        </p>
        <div className="sample-place" data-place />
        <div className="sample-cards" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      </main>
      <Island name="preview" when="load" />
      <script async src={href('/integrations/widget/v2.js')} />
    </>
  );
}
