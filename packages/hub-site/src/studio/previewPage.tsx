import { widgetSchema } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import { sentSettings } from './widgetForm';
import { findSite } from './start/findSite';
import { Island } from '../site/Island';
import type { PageRequest, Route } from '../site/route';
import { siteHeaders } from '../site/siteHeaders';
import { useSite } from '../site/SiteContext';

/** Initial settings and background page of the preview. */
interface Shown {
  readonly props: JsonObject;
  /** Address of a copy of the owner's page. */
  readonly behind: string | undefined;
}

/**
 * /playground/preview: a page with the widget, shown inside the studio. With the id of an own widget it shows that
 * widget on a copy of the site its bot answers from.
 */
export const previewRoute: Route = {
  path: '/playground/preview',
  async show(request) {
    const { pathname } = request.url;
    const { props, behind } = await readShown(request);
    return {
      shell: 'none',
      head: { title: 'Preview', noindex: true },
      headers: {
        ...siteHeaders(pathname),
        'Content-Security-Policy': (siteHeaders(pathname)['Content-Security-Policy'] ?? '').replace(
          "frame-ancestors 'none'",
          "frame-ancestors 'self'",
        ),
      },
      body: (
        <>
          {behind === undefined ? <SamplePage /> : <OwnPage address={behind} />}
          <Island name="preview" when="load" props={props} />
          <Script />
        </>
      ),
    };
  },
};

async function readShown(request: PageRequest): Promise<Shown> {
  const { hub, url, viewer, href } = request;
  const id = url.searchParams.get('widget') ?? '';
  const base = href('');
  if (viewer === null || id === '') return { props: { base }, behind: undefined };
  const widget = await hub.get(`/integration/widget/${encodeURIComponent(id)}/fetch`, widgetSchema);
  const found = await findSite(request, widget.botId);
  const { reasoning: _, ...config } = sentSettings(widget.config);
  const title = config['barTitle'];
  return {
    props: {
      base,
      bot: widget.botId,
      config: { ...config, barTitle: title === undefined || title === '' ? widget.name : title },
    },
    behind: found && href(`/v1/dataset/${found.dataset}/site/${found.site.id}/page`),
  };
}

function Script() {
  const { href } = useSite();
  return <script async src={href('/integrations/widget/v2.js')} />;
}

/** The owner's page without scripts, with the chat in its usual place. */
function OwnPage({ address }: { address: string }) {
  return (
    <main className="own-page" id="content">
      <iframe title="Your site" src={address} sandbox="" tabIndex={-1} />
      <div className="own-place" data-place hidden />
    </main>
  );
}

function SamplePage() {
  return (
    <main className="sample-page" id="content">
      <p className="sample-brand">Harbour Coffee</p>
      <h1>Roasted on Tuesdays, at your door on Thursday</h1>
      <p>An ordinary page, to see how the chat looks on it. Changes in the studio appear here at once.</p>
      <div className="sample-place" data-place />
      <div className="sample-cards" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    </main>
  );
}
