import {
  siteLookRequestSchema,
  widgetSchema,
  widgetSiteListResponseSchema,
  type DatasetSiteItem,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { Island } from '../../site/Island';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { Install } from '../Install';
import { Preview } from '../Preview';
import { StudioHead } from '../StudioHead';
import { Proposal, PROPOSAL, readProposal, saveProposal, WRITE, writeProposal } from './Proposal';
import { TextField } from '../../account/forms/fields';
import { FormFrame } from '../../account/forms/FormFrame';
import { submitForm, UNSENT, type FormState } from '../../account/forms/formState';
import { accountPage, ownRoute } from '../../account/pages/accountPage';
import { SitePagesLink } from '../../account/resources/DatasetSites';
import { findSite } from './findSite';
import { startFromAddress } from './startFromAddress';

/** /start: turns an address into a chat. */
const addressRoute: Route = ownRoute({
  path: '/start',
  show: (request) => askForAddress(request, UNSENT),
  async act(request) {
    const { form, hub, href } = request;
    const answer = await submitForm(form, siteLookRequestSchema, { url: form.get('url') ?? '' }, ({ url }) =>
      startFromAddress(hub, url),
    );
    return 'done' in answer ? redirect(href(`/start/${answer.done}`)) : askForAddress(request, answer.state);
  },
});

function askForAddress(request: PageRequest, state: FormState): Promise<Page> {
  return accountPage(request, {
    title: 'Start from your site',
    state,
    body: (
      <>
        <StudioHead title="Start from your site" />
        <p className="lead">
          Enter its address. Sotto reads its pages, makes a bot that answers from them, and a chat with the name,
          language, colour and logo of the site.
        </p>
        <FormFrame name="start" state={state} submit="Create my chat">
          <TextField
            form="start"
            name="url"
            label="Address of your site"
            state={state}
            maxLength={2048}
            inputMode="url"
            autoComplete="url"
            placeholder="example.com"
            dir="ltr"
            stored={request.url.searchParams.get('url') ?? ''}
            required
            hint="Up to 100 pages are read, as the site’s robots.txt allows. Nothing is changed on your site."
          />
        </FormFrame>
        <p className="quiet start-other">
          No site yet? <A to="/datasets/new">Add documents</A> or <A to="/bots/new">create a bot</A> instead.
        </p>
      </>
    ),
  });
}

/** /start/{widget id}: progress of reading the site, the chat on the owner's page, and the code. */
const resultRoute: Route = ownRoute({
  path: '/start/:id',
  show: (request) => showResult(request, UNSENT),
  async act(request) {
    const { form, hub, params, href } = request;
    const at = `/integration/widget/${encodeURIComponent(params['id'] ?? '')}`;
    const widget = await hub.get(`${at}/fetch`, widgetSchema);
    if (form.get('form') === PROPOSAL) {
      const answer = await saveProposal(request, widget);
      return 'done' in answer ? redirect(href(`/start/${widget.id}?saved`)) : showResult(request, answer.state);
    }
    const found = await findSite(request, widget.botId);
    if (found && form.get('form') === WRITE) return showResult(request, await writeProposal(request, widget, found));
    if (found) await hub.post(`/dataset/${found.dataset}/site/${found.site.id}/renew`, idResponseSchema);
    return redirect(href(`/start/${widget.id}`));
  },
});

async function showResult(request: PageRequest, state: FormState): Promise<Page> {
  const { hub, params } = request;
  const at = `/integration/widget/${encodeURIComponent(params['id'] ?? '')}`;
  const widget = await hub.get(`${at}/fetch`, widgetSchema);
  const { items } = await hub.get(`${at}/site/list`, widgetSiteListResponseSchema, { take: 100 });
  const found = await findSite(request, widget.botId);
  const words = found && (await readProposal(request, widget, found, state));
  return accountPage(request, {
    title: 'Your chat',
    state,
    body: (
      <>
        <p className="eyebrow">
          <A to="/overview">Overview</A> › Start
        </p>
        <StudioHead
          title={
            <>
              Your chat for <bdi>{widget.name}</bdi>
            </>
          }
        />
        {found && <Reading {...found} />}
        <div className="start">
          <Preview widget={widget.id} />
          <div>
            {/* Beside the preview, or below it: what comes once the pages are read does not move the chat. */}
            <div {...(state.name !== PROPOSAL && { 'data-live': '' })}>
              {words && <Proposal {...words} state={state} />}
            </div>
            <Install widget={widget} request={request} sites={items} />
            <p className="actions">
              <A className="button quiet small" to={`/integrations/widget/${widget.id}`}>
                Change the look
              </A>
              <A className="button quiet small" to={`/bots/${widget.botId}`}>
                Change the bot
              </A>
            </p>
          </div>
        </div>
      </>
    ),
  });
}

function Reading({ dataset, site }: { dataset: string; site: DatasetSiteItem }) {
  const { state, error, pagesDone, pagesFound, failures } = site;
  const isBusy = state === 'queued' || state === 'reading';
  return (
    <Island name="follow" when="load">
      <div data-live>
        <div className="start-reading" role="status">
          {isBusy ? (
            <>
              <p>
                {pagesFound === 0
                  ? 'Reading your site…'
                  : `Reading your site: ${String(pagesDone)} of ${String(pagesFound)} pages`}
              </p>
              <progress aria-label="Pages read" max={Math.max(pagesFound, 1)} value={pagesDone} />
            </>
          ) : error === null ? (
            <p>
              {pagesDone === 1 ? '1 page' : `${String(pagesDone)} pages`} read. The chat answers from{' '}
              {pagesDone === 1 ? 'it' : 'them'}.{' '}
              {failures.length > 0 && `${String(failures.length)} could not be read. `}
              <SitePagesLink dataset={dataset} site={site.id}>
                See the pages
              </SitePagesLink>
            </p>
          ) : (
            <>
              <p className="field-error">{error}.</p>
              <form method="post">
                <button className="button quiet small" type="submit">
                  Read again
                </button>
              </form>
            </>
          )}
        </div>
      </div>
    </Island>
  );
}

/** The form for a site's address. */
export const startRoutes: readonly Route[] = [addressRoute, resultRoute];
