import { KEY_SCOPES, USUAL_KEY_DAYS, USUAL_KEY_SCOPES, type secretListResponseSchema } from '@sotto/hub-api';
import type * as v from 'valibot';
import { Island } from '../../site/Island';
import { A } from '../../site/SiteContext';
import { CodeBox } from '../../shell/CodeBox';
import { ChoiceField, TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import { dayName } from '../pages/Moment';
import { timeAgo } from '../pages/timeAgo';
import { DeleteForm } from '../resources/resourcePages';
import { permissionWords, SCOPE_WORDS } from './scopeWords';

interface KeysProps {
  readonly keys: v.InferOutput<typeof secretListResponseSchema>['items'];
  /** A new key, shown once. */
  readonly secret: string | undefined;
  readonly state: FormState;
  readonly now: number;
  readonly isOperator: boolean;
}

/** API keys of an account. */
export function Keys({ keys, secret, state, now, isOperator }: KeysProps) {
  const offered = isOperator ? KEY_SCOPES : USUAL_KEY_SCOPES;
  return (
    <section id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">API keys</h2>
      <p className="quiet">
        Programs call the API with a key. You choose what each key may do; no key can sign in as you.{' '}
        <A to="/docs/api">The API</A>
      </p>
      {secret !== undefined && (
        <div className="notice" role="status">
          <p>
            <strong>Copy it now. It is not shown again.</strong> Send it as <code>Authorization: Bearer …</code>.
          </p>
          <Island name="copyCode" when="load">
            <CodeBox label="The key" code={secret} part="secret" />
          </Island>
        </div>
      )}
      {keys.length > 0 && (
        <ul className="item-list rows">
          {keys.map(({ id, name, ending, scopes, expiresAt, createdAt, lastUsedAt }) => (
            <li key={id}>
              <div>
                <p>
                  <strong>{name}</strong> <code>sk_…{ending}</code>
                </p>
                <p className="quiet small">
                  Created {timeAgo(createdAt, now)},{' '}
                  {lastUsedAt === null ? 'never used' : `last used ${timeAgo(lastUsedAt, now)}`}
                  {expiresAt !== null && (expiresAt <= now ? ', expired' : `, expires on ${dayName(expiresAt)}`)}
                </p>
                <p className="quiet small">{permissionWords(scopes)}</p>
              </div>
              <DeleteForm
                noun="key"
                verb="Revoke"
                note="Programs that use it lose access immediately."
                form={`key-${id}`}
              >
                <input type="hidden" name="anchor" value="keys" />
              </DeleteForm>
            </li>
          ))}
        </ul>
      )}
      <details className="card-form" open={state.name === 'new'}>
        <summary>Create a key</summary>
        <FormFrame name="new" state={state} submit="Create the key" keepsDraft={false}>
          <TextField
            form="new"
            name="name"
            label="Name"
            state={state}
            maxLength={200}
            required
            autoComplete="off"
            hint="What it is for, for example: nightly import"
          />
          <ChoiceField
            form="new"
            name="scopes"
            label="Permissions"
            state={state}
            stored={USUAL_KEY_SCOPES}
            options={offered.map((scope) => [scope, `${SCOPE_WORDS[scope]} (${scope})`])}
            empty=""
          />
          <TextField
            form="new"
            name="expiresInDays"
            label="Expires after (days)"
            inputMode="numeric"
            state={state}
            stored={String(USUAL_KEY_DAYS)}
            autoComplete="off"
            hint="Leave empty for a key that never expires."
          />
        </FormFrame>
      </details>
    </section>
  );
}
