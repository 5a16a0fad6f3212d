import {
  authSessionResponseSchema,
  emptyResponseSchema,
  secondFactorRequestSchema,
  secondFactorVerifyResponseSchema,
} from '@sotto/hub-api';
import type * as v from 'valibot';
import { redirect, type Page, type PageRequest } from '../../site/route';
import { FormFrame } from '../forms/FormFrame';
import { submitForm, UNSENT, type FormState } from '../forms/formState';
import { PasskeyForm, readSecondFactor } from '../forms/PasskeyForm';
import { CodeField } from '../settings/CodeField';

/** Labels of second factors. */
type SecondFactorNames = v.InferOutput<typeof authSessionResponseSchema>['secondFactors'];

/** The second factors of a user who has signed in but not yet given one; undefined for anybody else. */
export async function neededFactors({ hub, viewer }: PageRequest): Promise<SecondFactorNames | undefined> {
  if (viewer) return undefined;
  const { needsSecondFactor, secondFactors } = await hub.get('/auth/session', authSessionResponseSchema);
  return needsSecondFactor ? secondFactors : undefined;
}

/** The last step of signing in to an account with a second factor. */
export function secondFactorPage(factors: SecondFactorNames, callbackUrl: string, state: FormState): Page {
  const hasApp = factors.includes('app');
  const carried = <input type="hidden" name="callbackUrl" value={callbackUrl} />;
  return {
    shell: 'site',
    status: state === UNSENT ? 200 : 422,
    head: { title: 'Two-factor authentication | Sotto', noindex: true },
    body: (
      <div className="column sign-in">
        <h1>Two-factor authentication</h1>
        <p className="lead">
          {hasApp
            ? 'Enter the code that your authenticator app shows, or one of your recovery codes.'
            : 'Use your passkey, or enter one of your recovery codes.'}
        </p>
        {factors.includes('passkey') && (
          <PasskeyForm
            name="factorpasskey"
            state={state}
            begin="/second-factor/passkey/begin"
            submit="Use a passkey"
            without="Passkeys need a browser that supports them, with JavaScript turned on."
          >
            {carried}
          </PasskeyForm>
        )}
        <FormFrame name="factor" state={state} submit="Sign in" keepsDraft={false}>
          {carried}
          <CodeField form="factor" label={hasApp ? 'Code' : 'Recovery code'} state={state} />
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

/** Verifies the code, or cancels the sign-in. */
export async function actSecondFactor(request: PageRequest, callbackUrl: string): Promise<Page | Response> {
  const { form, hub, href } = request;
  const signIn = `/signin?${new URLSearchParams({ callbackUrl }).toString()}`;
  const factors = await neededFactors(request);
  if (!factors) return redirect(href(signIn));
  if (form.get('form') === 'again') {
    await hub.post('/auth/signout', emptyResponseSchema);
    return redirect(href(signIn));
  }
  const answer = await submitForm(form, secondFactorRequestSchema, readSecondFactor(form), (value) =>
    hub.post('/auth/second-factor/verify', secondFactorVerifyResponseSchema, value),
  );
  return 'done' in answer ? redirect(href(callbackUrl)) : secondFactorPage(factors, callbackUrl, answer.state);
}
