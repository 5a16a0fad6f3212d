import {
  accountContentsResponseSchema,
  accountDeleteRequestSchema,
  assistantCallListResponseSchema,
  assistantResponseSchema,
  auditListResponseSchema,
  authSessionListResponseSchema,
  authSessionRevokeResponseSchema,
  emptyResponseSchema,
  passkeyCreateRequestSchema,
  passkeyListResponseSchema,
  passwordUpdateRequestSchema,
  profileResponseSchema,
  profileUpdateRequestSchema,
  receiptSchema,
  secondFactorBeginResponseSchema,
  secondFactorConfirmResponseSchema,
  secondFactorRequestSchema,
  secondFactorResponseSchema,
  secretCreateRequestSchema,
  secretCreateResponseSchema,
  secretListResponseSchema,
  stepUpResponseSchema,
  weeklyMailRequestSchema,
  weeklyMailResponseSchema,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A, roleIn } from '../../site/SiteContext';
import { accountPage, ownRoute } from '../pages/accountPage';
import { readPasskey, readSecondFactor } from '../forms/PasskeyForm';
import { BUTTON_ONLY, submitForm, UNSENT, type FormState } from '../forms/formState';
import { AssistantCalls } from './AssistantCalls';
import { Browsers } from './Browsers';
import { DeleteAccount } from './DeleteAccount';
import { Keys } from './Keys';
import { Password } from './Password';
import { Profile } from './Profile';
import { STEP_UP_PLACES, type StepUpPlace, type StepUpView } from './StepUp';
import { WeeklyMail } from './WeeklyMail';
import { YourData } from './YourData';
import { PASSKEY_FORM, Passkeys } from './Passkeys';
import { SecondFactor, type NewFactor } from './SecondFactor';

/** How many of each list are shown: all keys and browsers, the last calls of the assistant. */
const SHOWN = 100;
/** Entries of the audit log that are read: one more than are shown. */
const AUDIT_SHOWN = 6;

/** What was made just now: it is shown on this one page and never again. */
interface Made {
  /** A key for programs. */
  readonly secret?: string;
  /** A second factor that is to be put into an app. */
  readonly factor?: NewFactor;
  readonly recoveryCodes?: readonly string[];
}

async function show(request: PageRequest, sent: FormState = UNSENT, made: Made = {}): Promise<Page> {
  const { hub, viewer, workspaces } = request;
  const now = Date.now();
  const current = workspaces.find(({ isCurrent }) => isCurrent);
  const isOwner = roleIn(workspaces) === 'owner';
  const [weeklyMail, keys, browsers, assistant, calls, audit, factor, passkeys, contents] = await Promise.all([
    hub.get('/account/weekly-mail/fetch', weeklyMailResponseSchema),
    isOwner ? hub.get('/secret/list', secretListResponseSchema, { take: SHOWN }) : undefined,
    hub.get('/auth/session/list', authSessionListResponseSchema, { take: SHOWN }),
    hub.get('/assistant/fetch', assistantResponseSchema),
    hub.get('/assistant/call/list', assistantCallListResponseSchema, { take: SHOWN }),
    isOwner ? hub.get('/audit/list', auditListResponseSchema, { take: AUDIT_SHOWN }) : undefined,
    hub.get('/auth/second-factor/fetch', secondFactorResponseSchema),
    hub.get('/auth/passkey/list', passkeyListResponseSchema, { take: SHOWN }),
    hub.get('/account/contents/fetch', accountContentsResponseSchema),
  ]);
  const hasPasskeys = passkeys.isAvailable && passkeys.items.length > 0;
  const stepUp = await readStepUp(request, sent, hasPasskeys);
  // The section asks for the code in place of the error.
  const state = sent.failure?.needsStepUp === true && stepUp.asks !== undefined ? UNSENT : sent;
  return accountPage(request, {
    title: 'Settings',
    state,
    body: (
      <div className="editor-main">
        <p className="eyebrow">
          <A to="/overview">Overview</A> › Settings
        </p>
        <h1>Settings</h1>
        <p className="lead">Signed in as {viewer?.displayEmail}.</p>
        <nav aria-label="On this page" className="on-this-page">
          <a href="#profile">Profile</a> <a href="#mail">Email</a>{' '}
          {isOwner && (
            <>
              <A to="/account/webhooks">Webhooks</A> <a href="#keys">API keys</a>{' '}
            </>
          )}
          <a href="#browsers">Signed-in browsers</a> <a href="#assistant">The assistant</a>{' '}
          <a href="#password">Password</a> <a href="#passkeys">Passkeys</a>{' '}
          <a href="#factor">Two-factor authentication</a> <a href="#data">Your data</a>{' '}
          <a href="#delete">Delete this account</a>
        </nav>
        {current?.isTeam === true && (
          <p className="quiet">
            {isOwner
              ? 'Webhooks, API keys and the audit log are those of the team'
              : 'You are in the workspace of the team'}{' '}
            <bdi>{current.name}</bdi>. Everything else on this page is about your own account.
          </p>
        )}
        {viewer && <Profile user={viewer} state={state} />}
        <WeeklyMail {...weeklyMail} state={state} />
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
        <Password state={withoutPassword(state)} stepUp={stepUp} />
        <Passkeys passkeys={passkeys} state={state} now={now} stepUp={stepUp} />
        <SecondFactor
          factor={factor}
          hasPasskeys={hasPasskeys}
          begun={made.factor}
          recoveryCodes={made.recoveryCodes}
          state={state}
          stepUp={stepUp}
        />
        <YourData audit={audit} now={now} />
        <DeleteAccount contents={contents} state={state} stepUp={stepUp} />
      </div>
    ),
  });
}

/** What the page needs to ask for a confirmation; the code is sent when a form was refused for the lack of one. */
async function readStepUp(
  { hub, viewer, url, form }: PageRequest,
  state: FormState,
  hasPasskeys: boolean,
): Promise<StepUpView> {
  const { isFresh, hasSecondFactor } = await hub.get('/auth/step-up/fetch', stepUpResponseSchema);
  const asks = state.failure?.needsStepUp === true || state.name === 'stepup' ? placeOf(form) : undefined;
  const begun =
    state.failure?.needsStepUp === true
      ? await submitForm(form, emptyResponseSchema, {}, () => hub.post('/auth/step-up/begin', emptyResponseSchema))
      : undefined;
  return {
    isFresh,
    hasSecondFactor,
    hasPasskeys,
    email: viewer?.displayEmail ?? '',
    asks,
    confirmed: url.searchParams.get('confirmed'),
    state: begun && 'state' in begun ? { ...begun.state, name: 'stepup', values: BUTTON_ONLY } : state,
  };
}

function placeOf(form: URLSearchParams): StepUpPlace | undefined {
  return STEP_UP_PLACES.find((place) => place === form.get('anchor'));
}

/** Sends the code, or confirms with it that it is still the same person. */
async function actStepUp(request: PageRequest): Promise<Page | Response> {
  const { form, hub, href } = request;
  const place = placeOf(form);
  if (form.get('form') !== 'stepup') {
    const sent = await submitForm(form, emptyResponseSchema, {}, () =>
      hub.post('/auth/step-up/begin', emptyResponseSchema),
    );
    return show(request, { ...('state' in sent ? sent.state : UNSENT), name: 'stepup', values: BUTTON_ONLY });
  }
  const answer = await submitForm(form, secondFactorRequestSchema, readSecondFactor(form), (value) =>
    hub.post('/auth/step-up/verify', emptyResponseSchema, value),
  );
  return 'done' in answer
    ? redirect(href(`/account?confirmed=${place ?? ''}#${place ?? ''}`))
    : show(request, answer.state);
}

/** Deletes the account; the answer is the last page that this browser sees signed in. */
async function deleteAccount(request: PageRequest): Promise<Page | Response> {
  const { form, hub } = request;
  const answer = await submitForm(form, accountDeleteRequestSchema, { email: form.get('email') ?? '' }, (value) =>
    hub.post('/account/delete', receiptSchema, value),
  );
  if ('state' in answer) return show(request, answer.state);
  return {
    shell: 'site',
    head: { title: 'Account deleted | Sotto', noindex: true },
    body: (
      <div className="column notice-page">
        <h1>Your account is deleted</h1>
        <p className="lead">Everything in it is gone. You are signed out everywhere.</p>
        <p>
          Receipt: <code>{answer.done.id}</code>
        </p>
        <p>
          <A className="button quiet" to="/">
            Go to the start page
          </A>
        </p>
      </div>
    ),
  };
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
  if (kind === 'profile')
    return submitForm(form, profileUpdateRequestSchema, { name: form.get('name') ?? '' }, (value) =>
      hub.post('/account/profile/update', profileResponseSchema, value),
    );
  if (kind === 'picture')
    return submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
      hub.post('/account/picture/delete', profileResponseSchema),
    );
  if (kind === 'mail')
    return submitForm(form, weeklyMailRequestSchema, { isOn: form.has('isOn') }, (value) =>
      hub.post('/account/weekly-mail/update', weeklyMailResponseSchema, value),
    );
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
  if (form.get('form')?.startsWith('stepup') === true) return actStepUp(request);
  if (form.get('form') === 'account') return deleteAccount(request);
  const answer = await work(request);
  if ('state' in answer) return show(request, answer.state);
  const anchor = form.get('anchor') ?? '';
  return redirect(request.href(`/account?saved${/^[a-z]+$/.test(anchor) ? `#${anchor}` : ''}`));
}

/** /account: profile, weekly mail, keys for programs, signed-in browsers, what the assistant did, password, passkeys, the second factor. */
export const ownAccountRoute: Route = ownRoute({ path: '/account', show: (request) => show(request), act });
