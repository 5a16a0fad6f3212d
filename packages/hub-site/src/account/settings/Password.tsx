import { TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import { StepUp, type StepUpView } from './StepUp';

/** Sets or replaces the password. */
export function Password({ state, stepUp }: { state: FormState; stepUp: StepUpView }) {
  return (
    <section id="password" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <p className="quiet">
        Optional: without one, you sign in with a code each time. A new one replaces the old one, and signs every other
        browser out.
      </p>
      <StepUp place="password" view={stepUp} />
      <FormFrame name="password" state={state} submit="Set the password" keepsDraft={false}>
        <input type="hidden" name="anchor" value="password" />
        <TextField
          form="password"
          name="current"
          label="Current password"
          type="password"
          state={state}
          autoComplete="current-password"
          maxLength={128}
          hint="Leave this empty if you have none yet."
        />
        <TextField
          form="password"
          name="password"
          label="New password"
          type="password"
          state={state}
          autoComplete="new-password"
          minLength={10}
          maxLength={128}
          required
          hint="At least 10 characters."
        />
      </FormFrame>
    </section>
  );
}
