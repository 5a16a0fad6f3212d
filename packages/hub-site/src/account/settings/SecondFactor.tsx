import type { secondFactorBeginResponseSchema, secondFactorResponseSchema } from '@sotto/hub-api';
import { encode } from 'uqr';
import type * as v from 'valibot';
import { Island } from '../../site/Island';
import { CodeBox } from '../../shell/CodeBox';
import { FormFrame } from '../forms/FormFrame';
import { UNSENT, type FormState } from '../forms/formState';
import { PasskeyForm } from '../forms/PasskeyForm';
import { CodeField } from './CodeField';
import { StepUp, type StepUpView } from './StepUp';

/** A secret that is being added to an app. */
export type NewFactor = v.InferOutput<typeof secondFactorBeginResponseSchema>;

interface SecondFactorProps {
  readonly factor: v.InferOutput<typeof secondFactorResponseSchema>;
  /** Whether the account has passkeys. */
  readonly hasPasskeys: boolean;
  readonly begun: NewFactor | undefined;
  /** New recovery codes, shown only on this page. */
  readonly recoveryCodes: readonly string[] | undefined;
  readonly state: FormState;
  readonly stepUp: StepUpView;
}

/** Two-factor authentication: turn on with an app or a passkey, recovery codes, turn off. */
export function SecondFactor({ factor, hasPasskeys, begun, recoveryCodes, state, stepUp }: SecondFactorProps) {
  return (
    <section id="factor" aria-labelledby="factor-title">
      <h2 id="factor-title">Two-factor authentication</h2>
      <p className="quiet">
        Signing in by email or with a password then also needs a code from an authenticator app on your phone, or a
        passkey. Turning it on signs every other browser out.
      </p>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      <StepUp place="factor" view={stepUp} />
      {factor.isOn ? (
        <TurnedOn factor={factor} hasPasskeys={hasPasskeys} state={state} />
      ) : begun ? (
        <Setup begun={begun} state={state} />
      ) : (
        <>
          <FormFrame name="factorbegin" state={state} submit="Turn on with an app" keepsDraft={false}>
            <input type="hidden" name="anchor" value="factor" />
          </FormFrame>
          {hasPasskeys && <FactorPasskey form="factorconfirm" state={state} submit="Turn on with a passkey" />}
        </>
      )}
    </section>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="notice" role="status">
      <p>
        <strong>Save these recovery codes now. They are not shown again.</strong> Each one signs you in once when you do
        not have your phone.
      </p>
      <Island name="copyCode" when="load">
        <CodeBox label="The recovery codes" code={codes.join('\n')} part="recovery" />
      </Island>
    </div>
  );
}

function Setup({ begun, state }: { begun: NewFactor; state: FormState }) {
  return (
    <>
      <p>Scan this code with your app, or enter the key by hand. Then enter the six digits the app shows.</p>
      <QrCode text={begun.uri} />
      <Island name="copyCode" when="load">
        <CodeBox label="The key" code={begun.secret.replace(/(.{4})(?=.)/g, '$1 ')} part="factor" />
      </Island>
      <FormFrame name="factorconfirm" state={state} submit="Confirm and turn on" keepsDraft={false}>
        <input type="hidden" name="anchor" value="factor" />
        <input type="hidden" name="secret" value={begun.secret} />
        <input type="hidden" name="uri" value={begun.uri} />
        <CodeField form="factorconfirm" label="Code" state={state} />
      </FormFrame>
    </>
  );
}

function TurnedOn({
  factor: { hasApp, recoveryLeft },
  hasPasskeys,
  state,
}: Pick<SecondFactorProps, 'factor' | 'hasPasskeys' | 'state'>) {
  return (
    <>
      <p>
        <span className="badge">On</span> {hasApp ? 'With an authenticator app' : 'With your passkeys'}
        {hasApp && hasPasskeys && ' or a passkey'}.{' '}
        {recoveryLeft === 1 ? '1 recovery code is left.' : `${String(recoveryLeft)} recovery codes are left.`}
      </p>
      <details className="card-form" open={state.name === 'factorrecovery'}>
        <summary>Create new recovery codes</summary>
        <FormFrame name="factorrecovery" state={state} submit="Replace the recovery codes" keepsDraft={false}>
          <input type="hidden" name="anchor" value="factor" />
          <CodeField form="factorrecovery" label={hasApp ? 'Code of your app' : 'Recovery code'} state={state} />
        </FormFrame>
        {hasPasskeys && <FactorPasskey form="factorrecovery" state={UNSENT} submit="Replace them with a passkey" />}
      </details>
      <details className="card-form" open={state.name === 'factorremove'}>
        <summary>Turn it off</summary>
        <FormFrame name="factorremove" state={state} submit="Turn off" keepsDraft={false}>
          <input type="hidden" name="anchor" value="factor" />
          <CodeField
            form="factorremove"
            label={hasApp ? 'Code of your app, or a recovery code' : 'Recovery code'}
            state={state}
          />
        </FormFrame>
        {hasPasskeys && <FactorPasskey form="factorremove" state={UNSENT} submit="Turn off with a passkey" />}
      </details>
    </>
  );
}

/** The same form with a passkey instead of a code. */
function FactorPasskey({ form, state, submit }: { form: string; state: FormState; submit: string }) {
  return (
    <PasskeyForm
      name={form}
      state={state}
      begin="/second-factor/passkey/begin"
      submit={submit}
      without="Passkeys need a browser that supports them, with JavaScript turned on."
    >
      <input type="hidden" name="anchor" value="factor" />
    </PasskeyForm>
  );
}

/** A QR code; its colours are in account.css. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label="QR code with the key for your app"
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} />
      <path d={path.join('')} />
    </svg>
  );
}
