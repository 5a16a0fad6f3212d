import { FormFrame } from '../forms/FormFrame';
import { PasskeyForm } from '../forms/PasskeyForm';
import type { FormState } from '../forms/formState';
import { CodeField } from './CodeField';

/** Sections whose calls need a recent sign-in. */
export const STEP_UP_PLACES = ['password', 'passkeys', 'factor', 'delete'] as const;
export type StepUpPlace = (typeof STEP_UP_PLACES)[number];

/** What the page knows about confirming that it is still the same person. */
export interface StepUpView {
  /** Whether the sign-in is recent. */
  readonly isFresh: boolean;
  readonly hasSecondFactor: boolean;
  readonly hasPasskeys: boolean;
  /** Address that codes are sent to. */
  readonly email: string;
  /** Section whose form waits for it. */
  readonly asks: StepUpPlace | undefined;
  /** Section for which it was confirmed just now. */
  readonly confirmed: string | null;
  readonly state: FormState;
}

/** Asks who uses this browser to confirm that it is them, in the section that needs it. */
export function StepUp({ place, view }: { place: StepUpPlace; view: StepUpView }) {
  const { asks, confirmed, hasSecondFactor, hasPasskeys, email, state } = view;
  if (asks !== place)
    return confirmed === place && view.isFresh ? (
      <p className="notice" role="status">
        Confirmed. You can continue here for 15 minutes.
      </p>
    ) : null;
  const anchor = <input type="hidden" name="anchor" value={place} />;
  return (
    <div className="card-form step-up">
      <h3>Confirm that it is you</h3>
      <p className="quiet">
        You signed in some time ago.{' '}
        {hasSecondFactor ? (
          'Enter the code of your app, or a recovery code.'
        ) : (
          <>
            We sent a code of six digits to <bdi>{email}</bdi>.
          </>
        )}
      </p>
      <FormFrame name="stepup" state={state} submit="Confirm" keepsDraft={false} action={`#${place}`}>
        {anchor}
        <CodeField form="stepup" label="Code" state={state} />
      </FormFrame>
      {hasSecondFactor && hasPasskeys && (
        <PasskeyForm
          name="stepup"
          state={state}
          begin="/second-factor/passkey/begin"
          submit="Confirm with a passkey"
          without=""
        >
          {anchor}
        </PasskeyForm>
      )}
      {!hasSecondFactor && (
        <form method="post" action={`#${place}`}>
          <input type="hidden" name="form" value="stepupsend" />
          {anchor}
          <button className="text-button" type="submit">
            Send another code
          </button>
        </form>
      )}
    </div>
  );
}

/** Stands for a form that needs a recent sign-in: it begins with confirming it. */
export function StepUpFirst({ place, label }: { place: StepUpPlace; label: string }) {
  return (
    <form method="post" action={`#${place}`} className="actions">
      <input type="hidden" name="form" value="stepupsend" />
      <input type="hidden" name="anchor" value={place} />
      <button className="button quiet" type="submit">
        {label}
      </button>
    </form>
  );
}
