import { abilityRequestSchema, abilitySecretRequestSchema } from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import { redirect } from '../../../site/route';
import { TextField } from '../../forms/fields';
import { FormFrame } from '../../forms/FormFrame';
import { submitForm, type FormState } from '../../forms/formState';
import type { ResourceAction } from '../resourcePages';
import { READY_ONES, type ReadyOne } from './readyOnes';

const FORM = 'ready-';

/** Makes a ready ability of its fields, and a secret of its key. */
const makeReady: ResourceAction = async ({ form, hub, href }, id) => {
  const name = form.get('form') ?? '';
  const ready = READY_ONES.find((each) => FORM + each.id === name);
  if (!ready) return undefined;
  const values = Object.fromEntries(
    ready.fields.map((field) => [field.name, (form.get(`f-${field.name}`) ?? '').trim()]),
  );
  const errors = Object.fromEntries(
    ready.fields
      .filter((field) => !field.pattern.test(values[field.name] ?? ''))
      .map((field) => [`f-${field.name}`, `${field.label}: ${field.hint.toLowerCase()}.`]),
  );
  if (Object.keys(errors).length > 0) return { name, values: form, errors };
  const typed = (form.get('key-value') ?? '').trim();
  if (ready.key && typed !== '') {
    const value = ready.key.isBasic === true ? Buffer.from(typed).toString('base64') : typed;
    const secret = await submitForm(form, abilitySecretRequestSchema, { name: ready.key.secret, value }, (checked) =>
      hub.post(`/skillset/${id}/secret/upsert`, idResponseSchema, checked),
    );
    if ('state' in secret) return secret.state;
  }
  const fields = { ...ready.ability, request: ready.request(values) };
  const answer = await submitForm(form, abilityRequestSchema, fields, (value) =>
    hub.post(`/skillset/${id}/ability/create`, idResponseSchema, value),
  );
  if ('state' in answer) return answer.state;
  return redirect(href(`/skillsets/${id}?saved&open=${answer.done.id}#ability-${answer.done.id}`));
};

/** Action of the forms of ready abilities. */
export function readyActionFor(form: string): ResourceAction | undefined {
  return form.startsWith(FORM) ? makeReady : undefined;
}

/** Abilities for common services: an owner fills in what only they know. */
export function ReadyForms({
  state,
  secrets,
  isOpen,
}: {
  state: FormState;
  secrets: readonly string[];
  /** Whether the list is shown at once. */
  isOpen: boolean;
}) {
  return (
    <details className="card-form" id="ready" open={isOpen || state.name.startsWith(FORM)}>
      <summary>Start from a ready-made ability</summary>
      <ul className="ready-list">
        {READY_ONES.map((ready) => (
          <li key={ready.id} id={FORM + ready.id}>
            <details className="more" open={state.name === FORM + ready.id}>
              <summary>{ready.title}</summary>
              <ReadyForm ready={ready} state={state} isKeySet={secrets.includes(ready.key?.secret ?? '')} />
            </details>
          </li>
        ))}
      </ul>
    </details>
  );
}

function ReadyForm({ ready, state, isKeySet }: { ready: ReadyOne; state: FormState; isKeySet: boolean }) {
  const form = FORM + ready.id;
  return (
    <>
      <p className="quiet">{ready.lead}</p>
      <FormFrame name={form} state={state} submit="Add ability" keepsDraft={false} action={`#${form}`}>
        {ready.fields.map(({ name, label, hint }) => (
          <TextField
            key={name}
            form={form}
            name={`f-${name}`}
            label={label}
            hint={hint}
            state={state}
            maxLength={200}
            required
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
        ))}
        {ready.key && (
          <div className="field">
            <label htmlFor={`${form}-key-value`}>{ready.key.label}</label>
            <input
              id={`${form}-key-value`}
              name="key-value"
              type="password"
              maxLength={3000}
              required={!isKeySet}
              autoComplete="new-password"
              dir="ltr"
              aria-describedby={`${form}-key-value-hint`}
            />
            <p className="field-hint" id={`${form}-key-value-hint`}>
              {isKeySet ? `Set already, as ${ready.key.secret}: leave this empty to keep it.` : `${ready.key.hint}.`}
            </p>
          </div>
        )}
      </FormFrame>
    </>
  );
}
