import {
  abilitySecretListResponseSchema,
  abilitySecretRequestSchema,
  emptyResponseSchema,
  type Ability,
} from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import type { PageRequest } from '../../site/route';
import { TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { BUTTON_ONLY, submitForm, type FormState } from '../forms/formState';
import { timeAgo } from '../pages/timeAgo';
import { DeleteForm, type ResourceAction } from './resourcePages';

type Secret = v.InferOutput<typeof abilitySecretListResponseSchema>['items'][number];

/** Maximum number of secrets in a skillset. */
const SHOWN = 50;

/** Names of a skillset's secrets; values are write-only. */
export async function loadSecrets({ hub }: PageRequest, skillset: string | undefined): Promise<readonly Secret[]> {
  if (skillset === undefined) return [];
  const path = `/skillset/${encodeURIComponent(skillset)}/secret/list`;
  return (await hub.get(path, abilitySecretListResponseSchema, { take: SHOWN })).items;
}

/** Names of all secrets of a skillset, at most 50. */
export async function secretNames(hub: PageRequest['hub'], skillset: string): Promise<string[]> {
  const { items } = await hub.get(`/skillset/${skillset}/secret/list`, abilitySecretListResponseSchema, {
    take: SHOWN,
  });
  return items.map(({ name }) => name);
}

const set: ResourceAction = async ({ form, hub }, skillset) => {
  const fields = { name: form.get('name')?.trim() ?? '', value: form.get('value') ?? '' };
  const answer = await submitForm(form, abilitySecretRequestSchema, fields, (value) =>
    hub.post(`/skillset/${skillset}/secret/upsert`, idResponseSchema, value),
  );
  return 'state' in answer ? answer.state : undefined;
};

const remove: ResourceAction = async ({ form, hub }, skillset) => {
  const id = encodeURIComponent((form.get('form') ?? '').replace(/^delete-secret-/, ''));
  const answer = await submitForm(BUTTON_ONLY, emptyResponseSchema, {}, () =>
    hub.post(`/skillset/${skillset}/secret/${id}/delete`, idResponseSchema),
  );
  return 'state' in answer ? answer.state : undefined;
};

/** Actions of the secret forms. */
export function secretActionFor(form: string): ResourceAction | undefined {
  return form === 'new-secret' || form.startsWith('secret-')
    ? set
    : form.startsWith('delete-secret-')
      ? remove
      : undefined;
}

/** Secrets used by these abilities that are not set, with the abilities. */
function missingSecrets(abilities: readonly Ability[], secrets: readonly Secret[]): Map<string, string[]> {
  const missing = new Map<string, string[]>();
  for (const { id, name: ability, instruction } of abilities) {
    for (const [, name = ''] of instruction.matchAll(/\{\{\s*secret\.(\w+)/g)) {
      if (secrets.some((secret) => secret.name === name)) continue;
      missing.set(name, [...new Set([...(missing.get(name) ?? []), ability || id])]);
    }
  }
  return missing;
}

/** Secrets for abilities, used as `{{secret.NAME}}`: set, replace and delete. Values are never shown. */
export function Secrets({
  abilities,
  secrets,
  state,
  now,
}: {
  abilities: readonly Ability[];
  secrets: readonly Secret[];
  state: FormState;
  now: number;
}) {
  return (
    <section className="secrets" id="secrets" aria-labelledby="secrets-title">
      <h2 id="secrets-title">Secrets</h2>
      <p className="quiet">
        A request sends one in a header, as {'{{secret.NAME}}'}. A value is stored encrypted and never shown again: not
        to you, not to the model, and not in copies of these abilities.
      </p>
      {[...missingSecrets(abilities, secrets)].map(([name, names]) => (
        <p className="complaint" key={name}>
          The secret <code>{name}</code> is not set, so these abilities fail: {names.join(', ')}.
        </p>
      ))}
      <ul className="item-list rows">
        {secrets.map(({ id, name, updatedAt }) => (
          <li key={id}>
            <p>
              <code>{name}</code> <span className="quiet small">set {timeAgo(updatedAt, now)}</span>
            </p>
            <details className="more" open={state.name === `secret-${id}`}>
              <summary>
                Replace<span className="visually-hidden"> {name}</span>
              </summary>
              <FormFrame name={`secret-${id}`} state={state} submit="Replace" keepsDraft={false}>
                <input type="hidden" name="anchor" value="secrets" />
                <input type="hidden" name="name" value={name} />
                <ValueField form={`secret-${id}`} state={state} />
              </FormFrame>
            </details>
            <DeleteForm noun="secret" form={`delete-secret-${id}`} note="Abilities that use it stop working.">
              <input type="hidden" name="anchor" value="secrets" />
            </DeleteForm>
          </li>
        ))}
      </ul>
      <details className="card-form" open={state.name === 'new-secret'}>
        <summary>Add a secret</summary>
        <FormFrame name="new-secret" state={state} submit="Set the secret" keepsDraft={false}>
          <input type="hidden" name="anchor" value="secrets" />
          <TextField
            form="new-secret"
            name="name"
            label="Name"
            state={state}
            maxLength={64}
            required
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            hint="Letters, digits and _, for example: SHOP_KEY"
          />
          <ValueField form="new-secret" state={state} />
        </FormFrame>
      </details>
    </section>
  );
}

/** A special field: its value is not shown again after a refusal. */
function ValueField({ form, state }: { form: string; state: FormState }) {
  const error = state.name === form ? state.errors['value'] : undefined;
  return (
    <div className="field">
      <label htmlFor={`${form}-value`}>Value</label>
      <input
        id={`${form}-value`}
        name="value"
        type="password"
        maxLength={4096}
        required
        autoComplete="new-password"
        dir="ltr"
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${form}-value-error` })}
      />
      {error !== undefined && (
        <p className="field-error" id={`${form}-value-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
