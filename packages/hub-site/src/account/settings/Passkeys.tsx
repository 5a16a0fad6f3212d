import type { passkeyListResponseSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { TextField } from '../forms/fields';
import type { FormState } from '../forms/formState';
import { PasskeyForm } from '../forms/PasskeyForm';
import { timeAgo } from '../pages/timeAgo';
import { DeleteForm } from '../resources/resourcePages';
import { StepUp, StepUpFirst, type StepUpView } from './StepUp';

/** Name of the form that adds a passkey. */
export const PASSKEY_FORM = 'passkeynew';

/** Passkeys of an account: list, remove, add. */
export function Passkeys({
  passkeys: { items, isAvailable },
  state,
  now,
  stepUp,
}: {
  passkeys: v.InferOutput<typeof passkeyListResponseSchema>;
  state: FormState;
  now: number;
  stepUp: StepUpView;
}) {
  return (
    <section id="passkeys" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">Passkeys</h2>
      <p className="quiet">
        Sign in with your fingerprint, face or PIN instead of a code. A passkey is kept on your device or in your
        password manager and works on this site only.
      </p>
      <StepUp place="passkeys" view={stepUp} />
      {items.length > 0 && (
        <ul className="item-list rows">
          {items.map(({ id, name, isSynced, createdAt, lastUsedAt }) => (
            <li key={id}>
              <div>
                <p>
                  <strong>{name}</strong> {isSynced && <span className="badge">Synced</span>}
                </p>
                <p className="quiet small">
                  Added {timeAgo(createdAt, now)},{' '}
                  {lastUsedAt === null ? 'never used' : `last used ${timeAgo(lastUsedAt, now)}`}
                </p>
              </div>
              <DeleteForm
                noun="passkey"
                verb="Remove"
                note="You can no longer sign in with it. Remove it from your device as well."
                form={`passkey-${id}`}
              >
                <input type="hidden" name="anchor" value="passkeys" />
              </DeleteForm>
            </li>
          ))}
        </ul>
      )}
      {isAvailable && !stepUp.isFresh ? (
        stepUp.asks !== 'passkeys' && <StepUpFirst place="passkeys" label="Add a passkey" />
      ) : isAvailable ? (
        <details className="card-form" open={state.name === PASSKEY_FORM || stepUp.confirmed === 'passkeys'}>
          <summary>Add a passkey</summary>
          <PasskeyForm
            name={PASSKEY_FORM}
            state={state}
            begin="/passkey/begin"
            isNew
            submit="Add the passkey"
            without="This browser has no passkeys, or scripts are off."
          >
            <input type="hidden" name="anchor" value="passkeys" />
            <TextField
              form={PASSKEY_FORM}
              name="name"
              label="Name of the passkey"
              state={state}
              maxLength={100}
              required
              autoComplete="off"
              hint="To recognise it, for example: work laptop"
            />
          </PasskeyForm>
        </details>
      ) : (
        <p className="quiet small">Passkeys need the address of this server, with a domain name and https.</p>
      )}
    </section>
  );
}
