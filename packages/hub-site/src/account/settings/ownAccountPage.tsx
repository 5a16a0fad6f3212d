import {
  assistantCallListResponseSchema,
  assistantResponseSchema,
  auditListResponseSchema,
  authSessionListResponseSchema,
  authSessionRevokeResponseSchema,
  emptyResponseSchema,
  passkeyCreateRequestSchema,
  passkeyListResponseSchema,
  passwordUpdateRequestSchema,
  secondFactorBeginResponseSchema,
  secondFactorConfirmResponseSchema,
  secondFactorRequestSchema,
  secondFactorResponseSchema,
  secretCreateRequestSchema,
  secretCreateResponseSchema,
  secretListResponseSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A, roleIn } from '../../site/SiteContext';
import { accountPage, ownRoute } from '../pages/accountPage';
import { Download } from '../pages/Download';
import { TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { readPasskey, readSecondFactor } from '../forms/PasskeyForm';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../forms/formState';
import { AssistantCalls } from './AssistantCalls';
import { AuditLog } from './AuditLog';
import { Browsers } from './Browsers';
import { Keys } from './Keys';
import { PASSKEY_FORM, Passkeys } from './Passkeys';
import { SecondFactor, type NewFactor } from './SecondFactor';

/** How many of each list are shown: all keys and browsers, the last calls of the assistant. */
const SHOWN = 100;

/** What was made just now: it is shown on this one page and never again. */
interface Made {
  /** A key for programs. */
  readonly secret?: string;
  /** A second factor that is to be put into an app. */
  readonly factor?: NewFactor;
  readonly recoveryCodes?: readonly string[];
}

async function show(request: PageRequest, state: FormState = UNSENT, made: Made = {}): Promise<Page> {
  const { hub, viewer, workspaces } = request;
  const now = Date.now();
  const current = workspaces.find(({ isCurrent }) => isCurrent);
  const isOwner = roleIn(workspaces) === 'owner';
  const [keys, browsers, assistant, calls, audit, factor, passkeys] = await Promise.all([
    isOwner ? hub.get('/secret/list', secretListResponseSchema, { take: SHOWN }) : undefined,
    hub.get('/auth/session/list', authSessionListResponseSchema, { take: SHOWN }),
    hub.get('/assistant/fetch', assistantResponseSchema),
    hub.get('/assistant/call/list', assistantCallListResponseSchema, { take: SHOWN }),
    isOwner ? hub.get('/audit/list', auditListResponseSchema, { take: SHOWN }) : undefined,
    hub.get('/auth/second-factor/fetch', secondFactorResponseSchema),
    hub.get('/auth/passkey/list', passkeyListResponseSchema, { take: SHOWN }),
  ]);
  return accountPage(request, {
    title: 'Your account',
    state,
    body: (
      <div className="editor-main">
        <p className="eyebrow">
          <A to="/overview">Overview</A> › Account
        </p>
        <h1>Your account</h1>
        <p className="lead">Signed in as {viewer?.displayEmail}.</p>
        <nav aria-label="On this page" className="on-this-page">
          {isOwner && (
            <>
              <A to="/account/webhooks">Webhooks</A> <a href="#keys">API keys</a>{' '}
            </>
          )}
          <a href="#browsers">Signed-in browsers</a> <a href="#assistant">The assistant</a>{' '}
          <a href="#password">Password</a> <a href="#passkeys">Passkeys</a>{' '}
          <a href="#factor">Two-factor authentication</a> <a href="#data">Your data</a>
        </nav>
        {current?.isTeam === true && (
          <p className="quiet">
            {isOwner
              ? 'Webhooks, API keys and the audit log are those of the team'
              : 'You are in the workspace of the team'}{' '}
            <bdi>{current.name}</bdi>. Everything else on this page is about your own account.
          </p>
        )}
        {keys && (
          <Keys
            keys={keys.items}
            secret={made.secret}
            state={state}
            now={now}
            isOperator={viewer?.roles.includes('operator') === true && current?.isTeam !== true}
          />
        )}
        <Browsers browsers={browsers.items} now={now} />
        <AssistantCalls isOn={assistant.isOn} calls={calls.items} now={now} />
        <section id="password" aria-labelledby="password-title">
          <h2 id="password-title">Password</h2>
          <p className="quiet">
            Optional: without one, you sign in with a code each time. A new one replaces the old one, and signs every
            other browser out.
          </p>
          <FormFrame name="password" state={withoutPassword(state)} submit="Set the password" keepsDraft={false}>
            <input type="hidden" name="anchor" value="password" />
            <TextField
              form="password"
              name="current"
              label="Current password"
              type="password"
              state={withoutPassword(state)}
              autoComplete="current-password"
              maxLength={128}
              hint="Leave this empty if you have none yet."
            />
            <TextField
              form="password"
              name="password"
              label="New password"
              type="password"
              state={withoutPassword(state)}
              autoComplete="new-password"
              minLength={10}
              maxLength={128}
              required
              hint="At least 10 characters."
            />
          </FormFrame>
        </section>
        <Passkeys passkeys={passkeys} state={state} now={now} />
        <SecondFactor
          factor={factor}
          hasPasskeys={passkeys.isAvailable && passkeys.items.length > 0}
          begun={made.factor}
          recoveryCodes={made.recoveryCodes}
          state={state}
        />
        <section id="data" aria-labelledby="data-title">
          <h2 id="data-title">Your data</h2>
          <p className="quiet">
            Everything this account owns, with every conversation of its widgets, as a zip; and who did what in it, as a
            table.
          </p>
          <div className="actions">
            <Download from="/v1/account/export">Export the account</Download>
            {audit && <Download from="/v1/audit/export">Export the audit log</Download>}
          </div>
          {audit && (
            <>
              <h3>The latest entries of the audit log</h3>
              <AuditLog entries={audit.items} now={now} />
            </>
          )}
        </section>
      </div>
    ),
  });
}

/** Passwords never come back in a page. */
function withoutPassword(state: FormState): FormState {
  const values = new URLSearchParams(state.values);
  values.delete('password');
  values.delete('current');
  return { ...state, values };
}

/** Runs a form of the page; the first part of its name identifies the form, the rest the entry it applies to. */
async function work({ form, hub }: PageRequest): Promise<{ state: FormState } | { done: object }> {
  const [kind = '', ...rest] = (form.get('form') ?? '').split('-');
  const id = encodeURIComponent(rest.join('-'));
  const press = (path: string) =>
    submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () => hub.post(path, idResponseSchema));
  if (kind === 'key') return press(`/secret/${id}/delete`);
  if (kind === 'passkey') return press(`/auth/passkey/${id}/delete`);
  if (kind === PASSKEY_FORM)
    return submitForm(
      form,
      passkeyCreateRequestSchema,
      { name: form.get('name') ?? '', response: readPasskey(form) },
      (value) => hub.post('/auth/passkey/create', idResponseSchema, value),
    );
  if (kind === 'browser') return press(`/auth/session/${id}/revoke`);
  if (kind === 'browsers')
    return submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
      hub.post('/auth/session/revoke', authSessionRevokeResponseSchema),
    );
  if (kind === 'assistant')
    return submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
      hub.post('/assistant/update', assistantResponseSchema, { isOn: form.get('isOn') === 'on' }),
    );
  const current = form.get('current') ?? '';
  return submitForm(
    form,
    passwordUpdateRequestSchema,
    { password: form.get('password') ?? '', ...(current !== '' && { current }) },
    (value) => hub.post('/auth/password/update', emptyResponseSchema, value),
  );
}

function readKey(form: URLSearchParams): object {
  const days = form.get('expiresInDays')?.trim();
  return {
    name: form.get('name') ?? '',
    scopes: form.getAll('scopes'),
    ...(days !== undefined && { expiresInDays: days === '' ? null : Number(days) }),
  };
}

/** What the forms of the second factor do. What a form cannot show again is kept in its hidden fields. */
async function actFactor(request: PageRequest): Promise<Page | Response> {
  const { form, hub } = request;
  const kind = form.get('form');
  if (kind === 'factorbegin') {
    const begun = await submitForm(form, emptyResponseSchema, {}, () =>
      hub.post('/auth/second-factor/begin', secondFactorBeginResponseSchema),
    );
    return 'done' in begun ? show(request, UNSENT, { factor: begun.done }) : show(request, begun.state);
  }
  const sent = readSecondFactor(form);
  if (kind === 'factorremove') {
    const removed = await submitForm(form, secondFactorRequestSchema, sent, (value) =>
      hub.post('/auth/second-factor/remove', emptyResponseSchema, value),
    );
    return 'done' in removed ? redirect(request.href('/account?saved#factor')) : show(request, removed.state);
  }
  const answer = await submitForm(form, secondFactorRequestSchema, sent, (value) =>
    hub.post(
      `/auth/second-factor/${kind === 'factorconfirm' ? 'confirm' : 'recovery'}`,
      secondFactorConfirmResponseSchema,
      value,
    ),
  );
  if ('done' in answer) return show(request, UNSENT, { recoveryCodes: answer.done.recoveryCodes });
  const [secret, uri] = [form.get('secret') ?? '', form.get('uri') ?? ''];
  const isSetup = kind === 'factorconfirm' && uri.startsWith('otpauth://totp/') && uri.length < 1000;
  return show(request, answer.state, isSetup ? { factor: { secret, uri } } : {});
}

async function act(request: PageRequest): Promise<Page | Response> {
  const { form, hub } = request;
  if (form.get('form') === 'new') {
    const made = await submitForm(form, secretCreateRequestSchema, readKey(form), (value) =>
      hub.post('/secret/create', secretCreateResponseSchema, value),
    );
    return 'done' in made ? show(request, UNSENT, { secret: made.done.secret }) : show(request, made.state);
  }
  if (form.get('form')?.startsWith('factor') === true) return actFactor(request);
  const answer = await work(request);
  if ('state' in answer) return show(request, answer.state);
  const anchor = form.get('anchor') ?? '';
  return redirect(request.href(`/account?saved${/^[a-z]+$/.test(anchor) ? `#${anchor}` : ''}`));
}

/** /account: keys for programs, signed-in browsers, what the assistant did, password, passkeys, the second factor. */
export const ownAccountRoute: Route = ownRoute({ path: '/account', show: (request) => show(request), act });
