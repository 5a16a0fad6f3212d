import {
  webhookCreateRequestSchema,
  webhookListResponseSchema,
  webhookSecretResponseSchema,
  widgetListResponseSchema,
  type Webhook,
} from '@sotto/hub-api';
import type { Page, PageRequest, Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { submitForm, UNSENT, type FormState } from '../forms/formState';
import { accountPage, ownRoute } from '../pages/accountPage';
import { shortAddress, stateWords } from './eventWords';
import { NewSecret, readWebhookFields, WebhookFields } from './WebhookFields';

/** Maximum number of webhooks per account. */
const SHOWN = 100;

/** /account/webhooks: addresses that receive events of an account's widgets. */
export const webhookListRoute: Route = ownRoute({
  path: '/account/webhooks',
  show: (request) => show(request),
  async act(request) {
    const { form, hub } = request;
    const made = await submitForm(
      form,
      webhookCreateRequestSchema,
      { url: form.get('url') ?? '', ...readWebhookFields(form) },
      (value) => hub.post('/webhook/create', webhookSecretResponseSchema, value),
    );
    return 'done' in made ? show(request, UNSENT, made.done.secret) : show(request, made.state);
  },
});

/** Names of the account's widgets by their ids. */
export async function readWidgetNames({ hub }: PageRequest): Promise<ReadonlyMap<string, string>> {
  const { items } = await hub.get('/integration/widget/list', widgetListResponseSchema, { take: SHOWN });
  return new Map(items.map(({ id, name }) => [id, name || 'Untitled widget']));
}

async function show(request: PageRequest, state: FormState = UNSENT, secret?: string): Promise<Page> {
  const [{ items }, widgets] = await Promise.all([
    request.hub.get('/webhook/list', webhookListResponseSchema, { take: SHOWN }),
    readWidgetNames(request),
  ]);
  return accountPage(request, {
    title: 'Webhooks',
    state,
    body: (
      <div className="editor-main">
        <p className="eyebrow">
          <A to="/account">Settings</A> › Webhooks
        </p>
        <h1>Webhooks</h1>
        <p className="lead">
          A webhook sends events of your widgets to your own server as they happen.{' '}
          <A to="/docs/guides/webhooks">How it works</A>
        </p>
        {secret !== undefined && <NewSecret secret={secret} />}
        {items.length === 0 ? (
          <p className="quiet">No webhooks yet.</p>
        ) : (
          <ul className="item-list rows">
            {items.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} widgets={widgets} />
            ))}
          </ul>
        )}
        <details className="card-form" open={items.length === 0 || state.name === 'new'}>
          <summary>Add a webhook</summary>
          <FormFrame name="new" state={state} submit="Add the webhook" keepsDraft={false}>
            <TextField
              form="new"
              name="url"
              label="Address"
              type="url"
              state={state}
              maxLength={2048}
              required
              autoComplete="off"
              placeholder="https://"
              dir="ltr"
              hint="An https address on the public internet that takes POST requests."
            />
            <WebhookFields form="new" state={state} stored={{ events: [], widgetId: null }} widgets={widgets} />
          </FormFrame>
        </details>
      </div>
    ),
  });
}

function Row({ webhook, widgets }: { webhook: Webhook; widgets: ReadonlyMap<string, string> }) {
  const { id, url, events, widgetId } = webhook;
  return (
    <li>
      <div>
        <p>
          <A to={`/account/webhooks/${id}`}>
            <bdi dir="ltr">{shortAddress(url)}</bdi>
          </A>{' '}
          <span className={webhook.isOn && webhook.failingSince === null ? 'badge' : 'state state-failed'}>
            {stateWords(webhook)}
          </span>
        </p>
        <p className="quiet small">
          {events.join(', ')} · <bdi>{widgetId === null ? 'All widgets' : (widgets.get(widgetId) ?? 'A widget')}</bdi>
        </p>
      </div>
    </li>
  );
}
