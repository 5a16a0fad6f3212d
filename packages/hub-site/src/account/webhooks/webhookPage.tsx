import {
  emptyResponseSchema,
  webhookDeliveryListResponseSchema,
  webhookListResponseSchema,
  webhookSecretResponseSchema,
  webhookUpdateRequestSchema,
  type Webhook,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { FormFrame } from '../forms/FormFrame';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../forms/formState';
import { accountPage, ownRoute } from '../pages/accountPage';
import { Moment } from '../pages/Moment';
import { DeleteForm } from '../resources/resourcePages';
import { ListPages } from '../workspace/listPages';
import { DeliveryLog } from './DeliveryLog';
import { shortAddress, stateWords } from './eventWords';
import { NewSecret, readWebhookFields, WebhookFields } from './WebhookFields';
import { readWidgetNames } from './webhookListPage';

/** Deliveries per page. */
const SHOWN = 25;

/** /account/webhooks/{id}: the events of a webhook, its secret, and its log. */
export const webhookRoute: Route = ownRoute({
  path: '/account/webhooks/:id',
  show: (request) => show(request),
  act,
});

async function show(request: PageRequest, state: FormState = UNSENT, secret?: string): Promise<Page> {
  const { hub, params } = request;
  const id = params['id'] ?? '';
  const cursor = request.url.searchParams.get('cursor') ?? undefined;
  // The API checks the owner: another account's webhook gives the not-found page.
  const [log, { items }, widgets] = await Promise.all([
    hub.get(`/webhook/${encodeURIComponent(id)}/delivery/list`, webhookDeliveryListResponseSchema, {
      take: SHOWN,
      cursor,
    }),
    hub.get('/webhook/list', webhookListResponseSchema, { take: 100 }),
    readWidgetNames(request),
  ]);
  const webhook = items.find((each) => each.id === id);
  if (!webhook) throw new Error('A webhook with a log is not in the list');
  const title = shortAddress(webhook.url);
  return accountPage(request, {
    title,
    state,
    body: (
      <div className="editor-main">
        <p className="eyebrow">
          <A to="/account">Settings</A> › <A to="/account/webhooks">Webhooks</A>
        </p>
        <h1>
          <bdi dir="ltr">{title}</bdi>
        </h1>
        <Standing webhook={webhook} />
        {secret !== undefined && <NewSecret secret={secret} />}
        <section id="log" aria-labelledby="log-title">
          <h2 id="log-title">What was sent</h2>
          <p className="quiet">The log is kept for 30 days, and shorter for conversations that are deleted.</p>
          <DeliveryLog deliveries={log.items} isOn={webhook.isOn} />
          <ListPages path={`/account/webhooks/${id}`} cursor={cursor} next={log.cursor} />
        </section>
        <section aria-labelledby="settings-title">
          <h2 id="settings-title">Settings</h2>
          <FormFrame name="settings" state={state} submit="Save" keepsDraft={false}>
            <WebhookFields form="settings" state={state} stored={webhook} widgets={widgets} />
          </FormFrame>
        </section>
        <section aria-labelledby="secret-title">
          <h2 id="secret-title">Signing secret</h2>
          <p className="quiet">A new secret is shown once. The previous secret also signs for another 24 hours.</p>
          <ButtonForm name="roll" label="Create a new secret" />
        </section>
        <DeleteForm noun="webhook" note="Its log is deleted, too." />
      </div>
    ),
  });
}

/** State of a webhook, with available actions. */
function Standing({ webhook }: { webhook: Webhook }) {
  const { url, isOn, failingSince } = webhook;
  return (
    <>
      <p className="quiet">
        <bdi dir="ltr">
          <code className="long-address">{url}</code>
        </bdi>
      </p>
      <p>
        <span className={webhook.isOn && webhook.failingSince === null ? 'badge' : 'state state-failed'}>
          {stateWords(webhook)}
        </span>
        {isOn && failingSince !== null && (
          <span className="quiet">
            {' '}
            since <Moment at={failingSince} />. After five days it is switched off.
          </span>
        )}
      </p>
      <div className="answer-buttons">
        {isOn && <ButtonForm name="test" label="Send a test" />}
        <ButtonForm name={isOn ? 'off' : 'on'} label={isOn ? 'Switch off' : 'Switch on'} />
      </div>
    </>
  );
}

function ButtonForm({ name, label }: { name: string; label: string }) {
  return (
    <form method="post" className="inline-form">
      <input type="hidden" name="form" value={name} />
      <button className="button quiet" type="submit">
        {label}
      </button>
    </form>
  );
}

async function act(request: PageRequest): Promise<Page | Response> {
  const { form, hub, params } = request;
  const id = encodeURIComponent(params['id'] ?? '');
  const [name = '', ...rest] = (form.get('form') ?? '').split('-');
  const press = (path: string, body: object = {}) =>
    submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () => hub.post(`/webhook/${id}${path}`, idResponseSchema, body));
  if (name === 'roll') {
    const rolled = await submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
      hub.post(`/webhook/${id}/secret/roll`, webhookSecretResponseSchema),
    );
    return 'done' in rolled ? show(request, UNSENT, rolled.done.secret) : show(request, rolled.state);
  }
  const done =
    name === 'test'
      ? await press('/test')
      : name === 'on' || name === 'off'
        ? await press('/update', { isOn: name === 'on' })
        : name === 'delete'
          ? await press('/delete')
          : name === 'send'
            ? await press(`/delivery/${encodeURIComponent(rest.join('-'))}/send`)
            : await submitForm(form, webhookUpdateRequestSchema, readWebhookFields(form), (value) =>
                hub.post(`/webhook/${id}/update`, idResponseSchema, value),
              );
  if ('state' in done) return show(request, done.state);
  if (name === 'delete') return redirect(request.href('/account/webhooks'));
  return redirect(request.href(`/account/webhooks/${id}${name === 'settings' ? '?saved' : ''}#log`));
}
