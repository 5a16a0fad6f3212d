import { widgetListResponseSchema, widgetSiteListResponseSchema } from '@sotto/hub-api';
import { WidgetChoice } from '../account/forms/WidgetChoice';
import { accountPage, ownRoute } from '../account/pages/accountPage';
import type { Route } from '../site/route';
import { A } from '../site/SiteContext';
import { Install } from './Install';
import { StudioHead } from './StudioHead';

/** /install: the code for a widget, and whether a page has loaded it. */
export const installRoute: Route = ownRoute({
  path: '/install',
  async show(request) {
    const { items } = await request.hub.get('/integration/widget/list', widgetListResponseSchema, { take: 100 });
    const chosen = request.url.searchParams.get('widget');
    const widget = items.find(({ id }) => id === chosen) ?? items[0];
    const sites =
      widget &&
      (await request.hub.get(`/integration/widget/${widget.id}/site/list`, widgetSiteListResponseSchema, {
        take: 100,
      }));
    return accountPage(request, {
      title: 'Install',
      body: (
        <>
          <StudioHead title="Install">
            {widget && items.length > 1 && <WidgetChoice id="install-widget" items={items} chosen={widget.id} />}
          </StudioHead>
          {widget ? (
            <Install widget={widget} request={request} sites={sites?.items ?? []} />
          ) : (
            <div className="empty-state">
              <p>
                You have no widget yet.{' '}
                <span className="quiet">Create one, and the line to paste into your site is shown here.</span>
              </p>
              <A className="button" to="/integrations/widget/new">
                New widget
              </A>
            </div>
          )}
        </>
      ),
    });
  },
});
