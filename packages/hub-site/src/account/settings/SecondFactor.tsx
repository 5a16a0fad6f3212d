import type { secondFactorBeginResponseSchema, secondFactorResponseSchema } from '@sotto/hub-api';
import { encode } from 'uqr';
import type * as v from 'valibot';
import { Island } from '../../site/Island';
import { CodeBox } from '../../studio/SnippetList';
import { TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';

/** A secret that is being put into an app. */
export type NewFactor = v.InferOutput<typeof secondFactorBeginResponseSchema>;

interface SecondFactorProps {
  readonly factor: v.InferOutput<typeof secondFactorResponseSchema>;
  readonly begun: NewFactor | undefined;
  /** Codes that were made just now: they are shown on this one page. */
  readonly recoveryCodes: readonly string[] | undefined;
  readonly state: FormState;
}

/** Two-factor authentication: turned on with an app, recovery codes, turned off. */
export function SecondFactor({ factor, begun, recoveryCodes, state }: SecondFactorProps) {
  return (
    <section id="factor" aria-labelledby="factor-title">
      <h2 id="factor-title">Two-factor authentication</h2>
      <p className="quiet">
        Signing in then also needs a code from an authenticator app on your phone. Turning it on signs every other
        browser out.
      </p>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      {factor.isOn ? (
        <TurnedOn recoveryLeft={factor.recoveryLeft} state={state} />
      ) : begun ? (
        <Setup begun={begun} state={state} />
      ) : (
        <FormFrame name="factorbegin" state={state} submit="Turn on" keepsDraft={false}>
          <input type="hidden" name="anchor" value="factor" />
        </FormFrame>
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

function TurnedOn({ recoveryLeft, state }: { recoveryLeft: number; state: FormState }) {
  return (
    <>
      <p>
        <span className="badge">On</span>{' '}
        {recoveryLeft === 1 ? '1 recovery code is left.' : `${String(recoveryLeft)} recovery codes are left.`}
      </p>
      <details className="card-form" open={state.name === 'factorrecovery'}>
        <summary>Make new recovery codes</summary>
        <FormFrame name="factorrecovery" state={state} submit="Replace the recovery codes" keepsDraft={false}>
          <input type="hidden" name="anchor" value="factor" />
          <CodeField form="factorrecovery" label="Code of your app" state={state} />
        </FormFrame>
      </details>
      <details className="card-form" open={state.name === 'factorremove'}>
        <summary>Turn it off</summary>
        <FormFrame name="factorremove" state={state} submit="Turn off" keepsDraft={false}>
          <input type="hidden" name="anchor" value="factor" />
          <CodeField form="factorremove" label="Code of your app, or a recovery code" state={state} />
        </FormFrame>
      </details>
    </>
  );
}

/** Codes never come back in a page. */
export function CodeField({ form, label, state }: { form: string; label: string; state: FormState }) {
  const values = new URLSearchParams(state.values);
  values.delete('code');
  return (
    <TextField
      form={form}
      name="code"
      label={label}
      state={{ ...state, values }}
      autoComplete="one-time-code"
      minLength={6}
      maxLength={40}
      required
    />
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
