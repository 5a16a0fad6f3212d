import {
  authMethodsResponseSchema,
  emptyResponseSchema,
  operatorClaimRequestSchema,
  signedInResponseSchema,
  signInEmailRequestSchema,
  signInEmailResponseSchema,
  signInPasskeyRequestSchema,
  signInPasswordRequestSchema,
  signInVerifyRequestSchema,
} from '@sotto/hub-api';
import { toCallbackPath } from '@sotto/widget-core/api';
import type { ReactNode } from 'react';
import type * as v from 'valibot';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { submitForm, UNSENT, type FormState } from '../forms/formState';
import { PasskeyForm, readPasskey } from '../forms/PasskeyForm';
import { actSecondFactor, neededFactors, secondFactorPage } from './secondFactorStep';

/**
 * The destination after signing in: the one in the form, else the one in the address. Always a path of this site,
 * regardless of the input (H-12).
 */
function callbackOf({ form, url }: PageRequest): string {
  return toCallbackPath(form.get('callbackUrl') ?? url.searchParams.get('callbackUrl') ?? undefined);
}

/** The code from the log, used by the first operator. */
function operatorCodeOf({ form, url }: PageRequest): string {
  return (form.get('operatorCode') ?? url.searchParams.get('operator') ?? '').slice(0, 40);
}

async function show(request: PageRequest, state: FormState = UNSENT, sentTo?: string): Promise<Page | Response> {
  const callbackUrl = callbackOf(request);
  const operatorCode = operatorCodeOf(request);
  if (request.viewer && operatorCode !== '') return claimPage(request, state, operatorCode);
  if (request.viewer) return redirect(request.href(callbackUrl));
  const factors = await neededFactors(request);
  if (factors) return secondFactorPage(factors, callbackUrl, UNSENT);
  const methods = await request.hub.get('/auth/methods', authMethodsResponseSchema);
  return {
    shell: 'site',
    status: state === UNSENT ? 200 : 422,
    head: { title: 'Sign in | Sotto', noindex: true },
    body: (
      <div className="column sign-in">
        <h1>{sentTo === undefined ? 'Sign in' : 'Enter your code'}</h1>
        <SiteNext callbackUrl={callbackUrl} />
        {sentTo === undefined ? (
          <Ways state={state} carried={{ callbackUrl, operatorCode }} methods={methods} href={request.href} />
        ) : (
          <CodeForm
            state={state}
            carried={{ callbackUrl, operatorCode }}
            email={sentTo}
            sendsMail={methods.sendsMail}
          />
        )}
      </div>
    ),
  };
}

/** For an owner who has entered the address of a site: that it is not lost. */
function SiteNext({ callbackUrl }: { callbackUrl: string }) {
  const [path, query] = callbackUrl.split('?');
  const site = path === '/start' ? new URLSearchParams(query).get('url')?.trim() : undefined;
  if (!site) return null;
  return (
    <p className="lead">
      Next, your chat is made from <strong dir="ltr">{site}</strong>.
    </p>
  );
}

/** The fields that each form of the page passes on to the next. */
interface CarriedFields {
  readonly callbackUrl: string;
  readonly operatorCode: string;
}

function Carried({ callbackUrl, operatorCode, children }: CarriedFields & { children?: ReactNode }) {
  return (
    <>
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      {operatorCode !== '' && <input type="hidden" name="operatorCode" value={operatorCode} />}
      {children}
    </>
  );
}

function Ways({
  state,
  carried,
  methods,
  href,
}: {
  state: FormState;
  carried: CarriedFields;
  methods: v.InferOutput<typeof authMethodsResponseSchema>;
  href: (path: string) => string;
}) {
  const providers = methods.providers.map(({ id, name }) => (
    <a
      key={id}
      className="button quiet"
      href={href(`/v1/auth/signin/provider/${id}?callbackUrl=${encodeURIComponent(carried.callbackUrl)}`)}
    >
      Sign in with {name}
    </a>
  ));
  if (methods.isProviderOnly) return <p className="actions providers">{providers}</p>;
  return (
    <>
      <p className="lead">{registrationWords(methods.registration)}</p>
      <FormFrame name="email" state={state} submit="Send me a code" keepsDraft={false}>
        <Carried {...carried} />
        <TextField
          form="email"
          name="email"
          label="Email"
          type="email"
          state={state}
          autoComplete={methods.passkeys ? 'email webauthn' : 'email'}
          required
          maxLength={254}
          hint={
            methods.sendsMail
              ? 'We send a code of six digits, and a link that signs you in at once.'
              : 'This server sends no mail: the code is written into its log.'
          }
        />
      </FormFrame>
      {methods.passkeys && (
        <PasskeyForm
          name="passkey"
          state={state}
          begin="/signin/passkey/begin"
          offersInFields
          submit="Sign in with a passkey"
          without="To sign in with a passkey, you need a browser that supports them, with JavaScript turned on."
        >
          <Carried {...carried} />
        </PasskeyForm>
      )}
      {methods.providers.length > 0 && <p className="actions providers">{providers}</p>}
      <details className="more" open={state.name === 'password'}>
        <summary>Sign in with a password</summary>
        <FormFrame name="password" state={state} submit="Sign in" keepsDraft={false}>
          <Carried {...carried} />
          <TextField
            form="password"
            name="email"
            label="Email"
            type="email"
            state={state}
            autoComplete="username"
            required
            maxLength={254}
          />
          <TextField
            form="password"
            name="password"
            label="Password"
            type="password"
            state={withoutPassword(state)}
            autoComplete="current-password"
            required
            maxLength={128}
          />
        </FormFrame>
      </details>
    </>
  );
}

function CodeForm({
  state,
  carried,
  email,
  sendsMail,
}: {
  state: FormState;
  carried: CarriedFields;
  email: string;
  sendsMail: boolean;
}) {
  return (
    <>
      <p className="lead">
        {sendsMail ? (
          <>
            A code is on its way to <strong>{email}</strong>. It works for ten minutes, once. The mail has a link too.
          </>
        ) : (
          <>
            The code for <strong>{email}</strong> is in the log of the server. It works for ten minutes, once.
          </>
        )}
      </p>
      <FormFrame name="code" state={state} submit="Sign in" keepsDraft={false}>
        <Carried {...carried}>
          <input type="hidden" name="email" value={email} />
        </Carried>
        <TextField
          form="code"
          name="code"
          label="Code"
          state={state}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*\d{6}\s*"
          title="Six digits"
          required
          autoFocus
        />
        <details className="more">
          <summary>First time here? Name and password (optional)</summary>
          <TextField
            form="code"
            name="name"
            label="Your name"
            state={state}
            autoComplete="name"
            maxLength={200}
            hint="Shown beside what you publish."
          />
          <TextField
            form="code"
            name="password"
            label="Password"
            type="password"
            state={withoutPassword(state)}
            autoComplete="new-password"
            minLength={10}
            maxLength={128}
            hint="At least 10 characters. Without one, you sign in with a code each time."
          />
        </details>
      </FormFrame>
      <FormFrame name="email" state={UNSENT} keepsDraft={false}>
        <Carried {...carried}>
          <input type="hidden" name="email" value={email} />
        </Carried>
        <p className="quiet">
          Nothing came?{' '}
          <button className="text-button" type="submit">
            Send another code
          </button>
        </p>
      </FormFrame>
    </>
  );
}

/** Describes who may create an account here, for visitors without one. */
function registrationWords({ mode, domains }: v.InferOutput<typeof authMethodsResponseSchema>['registration']): string {
  if (mode === 'open') return 'New here? The same form makes your account.';
  if (mode === 'domain') return `New here? Addresses of ${domains.join(', ')} get an account with the same form.`;
  return mode === 'invite' ? 'New accounts need an invitation.' : 'This server takes no new accounts.';
}

/** The page for a signed-in user who claims the server with the code from the log. */
function claimPage({ viewer }: PageRequest, state: FormState, operatorCode: string): Page {
  return {
    shell: 'site',
    status: state === UNSENT ? 200 : 422,
    head: { title: 'Become the operator | Sotto', noindex: true },
    body: (
      <div className="column sign-in">
        <h1>Become the operator</h1>
        <p className="lead">{viewer?.displayEmail} looks after this server from then on.</p>
        <FormFrame name="claim" state={state} submit="Become the operator" keepsDraft={false}>
          <input type="hidden" name="operatorCode" value={operatorCode} />
        </FormFrame>
      </div>
    ),
  };
}

/** Passwords are never included in a response. */
function withoutPassword(state: FormState): FormState {
  const values = new URLSearchParams(state.values);
  values.delete('password');
  return { ...state, values };
}

async function act(request: PageRequest): Promise<Page | Response> {
  const { form, hub, href } = request;
  const callbackUrl = callbackOf(request);
  const email = form.get('email')?.trim() ?? '';
  const optional = (name: string): object =>
    (form.get(name) ?? '').trim() === '' ? {} : { [name]: form.get(name) ?? '' };
  const operatorCode = operatorCodeOf(request);
  const claims = operatorCode === '' ? {} : { operatorCode };
  /** The next step of a sign-in: the same page requests the second factor. */
  const onward = (needsMore: boolean, path: string): Response =>
    redirect(href(needsMore ? `/signin?${new URLSearchParams({ callbackUrl: path }).toString()}` : path));
  const kind = form.get('form') ?? '';
  if (kind === 'factor' || kind === 'factorpasskey' || kind === 'again') return actSecondFactor(request, callbackUrl);
  if (form.get('form') === 'claim') {
    const answer = await submitForm(form, operatorClaimRequestSchema, { code: operatorCode }, (value) =>
      hub.post('/auth/operator/claim', emptyResponseSchema, value),
    );
    return 'done' in answer ? redirect(href('/account')) : show(request, answer.state);
  }
  if (kind === 'passkey') {
    const sent = { passkey: readPasskey(form), callbackUrl };
    const answer = await submitForm(form, signInPasskeyRequestSchema, sent, (value) =>
      hub.post('/auth/signin/passkey', signedInResponseSchema, value),
    );
    return 'done' in answer ? onward(false, answer.done.callbackUrl) : show(request, answer.state);
  }
  if (form.get('form') === 'password') {
    const answer = await submitForm(
      form,
      signInPasswordRequestSchema,
      { email, password: form.get('password') ?? '', callbackUrl },
      (value) => hub.post('/auth/signin/password', signedInResponseSchema, value),
    );
    return 'done' in answer
      ? onward(answer.done.needsSecondFactor, answer.done.callbackUrl)
      : show(request, answer.state);
  }
  if (form.get('form') === 'code') {
    const answer = await submitForm(
      form,
      signInVerifyRequestSchema,
      { email, code: form.get('code') ?? '', ...optional('name'), ...optional('password'), ...claims },
      (value) => hub.post('/auth/signin/verify', signedInResponseSchema, value),
    );
    return 'done' in answer ? onward(answer.done.needsSecondFactor, callbackUrl) : show(request, answer.state, email);
  }
  const answer = await submitForm(form, signInEmailRequestSchema, { email, callbackUrl, ...claims }, (value) =>
    hub.post('/auth/signin/email', signInEmailResponseSchema, value),
  );
  return 'done' in answer ? show(request, UNSENT, email) : show(request, answer.state);
}

/** /signin [H-12]. */
export const signInRoute: Route = { path: '/signin', show: (request) => show(request), act };

/** /signout: a visit by link gets a confirmation form, because only a form may change state. */
export const signOutRoute: Route = {
  path: '/signout',
  show: (request) =>
    request.viewer
      ? {
          shell: 'site',
          head: { title: 'Sign out | Sotto', noindex: true },
          body: (
            <div className="column sign-in">
              <h1>Sign out</h1>
              <p className="lead">You are signed in as {request.viewer.displayEmail}.</p>
              <form method="post">
                <button className="button" type="submit">
                  Sign out
                </button>
              </form>
            </div>
          ),
        }
      : redirect(request.href('/')),
  async act(request) {
    if (request.viewer) await request.hub.post('/auth/signout', emptyResponseSchema);
    return redirect(request.href('/'));
  },
};
