import {
  identitySecretResponseSchema,
  updateResponseSchema,
  widgetSchema,
  widgetUpdateRequestSchema,
} from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import { accountPage, ownRoute } from '../account/pages/accountPage';
import { saveEdit, withEdit, type Stored } from '../account/forms/edit';
import { CheckField } from '../account/forms/fields';
import { FormFrame } from '../account/forms/FormFrame';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../account/forms/formState';
import { Island } from '../site/Island';
import { redirect, type Page, type PageRequest, type Route } from '../site/route';
import { A } from '../site/SiteContext';
import { IDENTITY_SNIPPETS, identityPageSnippet, KEY_VARIABLE } from './identitySnippets';
import { StudioHead } from './StudioHead';
import { CodeBox } from '../shell/CodeBox';

type Widget = v.InferOutput<typeof widgetSchema>;

const pathOf = (id: string): string => `/integrations/widget/${id}/identity`;

/** @param secret - a new key, shown only on this page */
async function show(request: PageRequest, state: FormState = UNSENT, secret?: string): Promise<Page> {
  const widget = await request.hub.get(
    `/integration/widget/${encodeURIComponent(request.params['id'] ?? '')}/fetch`,
    widgetSchema,
  );
  return accountPage(request, {
    title: 'Visitors you know',
    state,
    body: (
      <div className="editor-main">
        <p className="eyebrow">
          <A to="/overview">Overview</A> › <A to={`/integrations/widget/${widget.id}`}>{widget.name || 'Widget'}</A>
        </p>
        <StudioHead title="Visitors you know" />
        <p className="lead">
          Your site knows who is signed in. When your server vouches for it, the chat marks the visitor as verified, and
          no visitor can pose as another.
        </p>
        <Island name="copyCode" when="load">
          <Key widget={widget} secret={secret} />
          <OnServer />
          <section aria-labelledby="page-title">
            <h2 id="page-title">3. On your page</h2>
            <p className="quiet">
              Write what the function returned into the page, before the script tag. With a digest, give the address
              too: <code>{'{ email, identity }'}</code>.
            </p>
            <CodeBox
              label="Code for the page"
              code={identityPageSnippet(request.absolute(''), widget.id)}
              part="page"
            />
            <p className="quiet small">
              Every page with the chat shows it: a page without it means that no user is signed in. If a user signs in
              or out without a page load, call <code>{'sotto.setContact({ identity })'}</code> and{' '}
              <code>sotto.setContact(null)</code> to update a running chat.
            </p>
          </section>
        </Island>
        <Rule widget={widget} state={state} />
      </div>
    ),
  });
}

function Key({ widget: { hasIdentitySecret }, secret }: { widget: Widget; secret: string | undefined }) {
  return (
    <section aria-labelledby="key-title" id="key">
      <h2 id="key-title">1. The key</h2>
      {secret !== undefined && (
        <div className="notice" role="status">
          <p>
            <strong>Copy it now. It is not shown again.</strong> Your server needs it as <code>{KEY_VARIABLE}</code>.
            Never put it into a page or a repository.
          </p>
          <CodeBox label="The key" code={secret} part="secret" />
        </div>
      )}
      {secret === undefined && (
        <p className="quiet">
          {hasIdentitySecret
            ? 'There is a key. It cannot be shown again; when it is lost or leaked, replace it.'
            : 'There is no key yet, so the details visitors give are not verified.'}
        </p>
      )}
      {hasIdentitySecret ? (
        <details className="more danger-zone">
          <summary>Replace the key</summary>
          <form method="post">
            <input type="hidden" name="form" value="key" />
            <p>
              The old one stops working at once: visitors it vouched for are unverified until your server has the new
              one.{' '}
              <button className="button danger small" type="submit">
                Yes, replace it
              </button>
            </p>
          </form>
        </details>
      ) : (
        <form method="post" className="actions">
          <input type="hidden" name="form" value="key" />
          <button className="button" type="submit">
            Create a key
          </button>
        </form>
      )}
    </section>
  );
}

function OnServer() {
  return (
    <section aria-labelledby="server-title">
      <h2 id="server-title">2. On your server</h2>
      <div className="snippets">
        {IDENTITY_SNIPPETS.map(({ kind, label, note, code }, index) => (
          <details key={kind} name="identity" open={index === 0} data-kind={kind}>
            <summary>{label}</summary>
            <p className="quiet small">{note}</p>
            <CodeBox label={`${label} code`} code={code} part="code" />
          </details>
        ))}
      </div>
    </section>
  );
}

const readRule = (form: URLSearchParams): JsonObject => ({ requiresIdentity: form.has('requiresIdentity') });

const storedRule = ({ version, requiresIdentity }: Widget): Stored => ({
  state: version,
  fields: { requiresIdentity },
});

function Rule({ widget, state: sent }: { widget: Widget; state: FormState }) {
  const { hasIdentitySecret, requiresIdentity } = widget;
  const state = withEdit(sent, 'rule', readRule, storedRule(widget));
  return (
    <section aria-labelledby="rule-title">
      <h2 id="rule-title">4. Who may chat</h2>
      {hasIdentitySecret ? (
        <FormFrame name="rule" state={state} submit="Save" keepsDraft={false} stored={storedRule(widget)}>
          <CheckField
            form="rule"
            name="requiresIdentity"
            label="Only visitors my server vouches for"
            state={state}
            stored={requiresIdentity}
            hint="Everybody else is refused. Try it with one visitor first."
          />
        </FormFrame>
      ) : (
        <p className="quiet">Everybody, until there is a key.</p>
      )}
    </section>
  );
}

async function act(request: PageRequest): Promise<Page | Response> {
  const id = encodeURIComponent(request.params['id'] ?? '');
  if (request.form.get('form') === 'key') {
    const answer = await submitForm(BUTTON_ONLY, widgetUpdateRequestSchema, {}, () =>
      request.hub.post(`/integration/widget/${id}/identity/create`, identitySecretResponseSchema),
    );
    return 'done' in answer ? show(request, UNSENT, answer.done.secret) : show(request, answer.state);
  }
  const answer = await saveEdit(request.form, widgetUpdateRequestSchema, readRule(request.form), {
    load: async () => storedRule(await request.hub.get(`/integration/widget/${id}/fetch`, widgetSchema)),
    save: (value, version) =>
      request.hub.post(`/integration/widget/${id}/update`, updateResponseSchema, { ...value, version }),
  });
  return 'done' in answer ? redirect(request.href(`${pathOf(id)}?saved`)) : show(request, answer.state);
}

/** /integrations/widget/{id}/identity: how the owner's backend verifies visitors [W-32]. */
export const identityRoute: Route = ownRoute({
  path: '/integrations/widget/:id/identity',
  show: (request) => show(request),
  act,
});
