import type { widgetSchema, widgetSiteListResponseSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { Island } from '../site/Island';
import type { PageRequest } from '../site/route';
import { A } from '../site/SiteContext';
import { installationText } from '../account/pages/installationText';
import { SnippetList } from './SnippetList';
import { writeSnippets } from './snippets';
import { pageSettings } from './widgetForm';

type Sites = v.InferOutput<typeof widgetSiteListResponseSchema>['items'];

/** Where a widget has been loaded, updated live. */
export function Installed({ id, request, sites }: { id: string; request: PageRequest; sites: Sites }) {
  return (
    <Island name="installed" when="load" props={{ id, base: request.href('') }}>
      <p className={sites.length > 0 ? 'installed is-installed' : 'installed'} data-installed role="status">
        {installationText(sites, Date.now())}
      </p>
    </Island>
  );
}

/** The code to paste for a widget, and the sites where it has been loaded. */
export function Install({
  widget,
  request,
  sites,
}: {
  widget: v.InferOutput<typeof widgetSchema>;
  request: PageRequest;
  sites: Sites;
}) {
  const layout = widget.config['layout'];
  return (
    <section className="install" id="install" aria-labelledby="install-title">
      <h2 id="install-title">Put it on your site</h2>
      <Installed id={widget.id} request={request} sites={sites} />
      <Island name="copyCode" when="load">
        <SnippetList
          snippets={writeSnippets({
            base: request.absolute(''),
            widget: widget.id,
            settings: { ...pageSettings(widget.config), ...(layout === 'center' && { layout }) },
          })}
        />
      </Island>
      <p className="quiet small">
        Visitors who are signed in on your site:{' '}
        <A to={`/integrations/widget/${widget.id}/identity`}>
          {widget.hasIdentitySecret ? 'your server vouches for them' : 'let your server vouch for them'}
        </A>
        .
      </p>
      <p className="quiet small">
        Without a site: <A to={`/w/${widget.id}`}>open the chat on a page of its own</A>.
      </p>
    </section>
  );
}
