import {
  authSessionResponseSchema,
  emptyResponseSchema,
  secondFactorCodeRequestSchema,
  secondFactorVerifyResponseSchema,
} from '@sotto/hub-api';
import { redirect, type Page, type PageRequest } from '../../site/route';
import { FormFrame } from '../forms/FormFrame';
import { submitForm, UNSENT, type FormState } from '../forms/formState';
import { CodeField } from '../settings/SecondFactor';

/** Whether somebody has signed in and their second factor is still missing. */
export async function needsSecondFactor({ hub, viewer }: PageRequest): Promise<boolean> {
  return !viewer && (await hub.get('/auth/session', authSessionResponseSchema)).needsSecondFactor;
}

/** The last step of signing in to an account with a second factor. */
export function secondFactorPage(callbackUrl: string, state: FormState): Page {
  const carried = <input type="hidden" name="callbackUrl" value={callbackUrl} />;
  return {
    shell: 'site',
    status: state === UNSENT ? 200 : 422,
    head: { title: 'Two-factor authentication | Sotto', noindex: true },
    body: (
      <div className="column sign-in">
        <h1>Two-factor authentication</h1>
        <p className="lead">Enter the code that your authenticator app shows, or one of your recovery codes.</p>
        <FormFrame name="factor" state={state} submit="Sign in" keepsDraft={false}>
          {carried}
          <CodeField form="factor" label="Code" state={state} />
        </FormFrame>
        <FormFrame name="again" state={UNSENT} keepsDraft={false}>
          {carried}
          <p className="quiet">
            Not your account?{' '}
            <button className="text-button" type="submit">
              Sign in with another one
            </button>
          </p>
        </FormFrame>
      </div>
    ),
  };
}

/** Checks the code, or gives this sign-in up. */
export async function actSecondFactor(request: PageRequest, callbackUrl: string): Promise<Page | Response> {
  const { form, hub, href } = request;
  const signIn = `/signin?${new URLSearchParams({ callbackUrl }).toString()}`;
  if (!(await needsSecondFactor(request))) return redirect(href(signIn));
  if (form.get('form') === 'again') {
    await hub.post('/auth/signout', emptyResponseSchema);
    return redirect(href(signIn));
  }
  const answer = await submitForm(form, secondFactorCodeRequestSchema, { code: form.get('code') ?? '' }, (value) =>
    hub.post('/auth/second-factor/verify', secondFactorVerifyResponseSchema, value),
  );
  return 'done' in answer ? redirect(href(callbackUrl)) : secondFactorPage(callbackUrl, answer.state);
}
