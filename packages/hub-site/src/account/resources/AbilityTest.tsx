import { abilityTestRequestSchema, abilityTestResponseSchema, skillsetSchema, type Ability } from '@sotto/hub-api';
import { parseJson, type Json, type JsonObject } from '@sotto/widget-core/api';
import { TextField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { submitForm, type FormState } from '../forms/formState';
import type { ResourceAction } from './resourcePages';

const FORM = 'test-';
/** Matches arguments filled in by the model; names of secrets and claims contain a dot. */
const ARGUMENT = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*(?::[^{}\n]*)?\}\}/g;

/** Arguments in an ability's requests, in order. */
function argumentsOf({ instruction }: Pick<Ability, 'instruction'>): string[] {
  return [...new Set([...instruction.matchAll(ARGUMENT)].map(([, name = '']) => name))];
}

/** Whether an argument is text, according to its schema. */
function isText(schema: Json | undefined): boolean {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return true;
  return schema['type'] === undefined || schema['type'] === 'string';
}

/** Tests an ability; returns the form with the result. */
const sendTest: ResourceAction = async ({ form, hub }, skillset) => {
  const id = (form.get('form') ?? '').slice(FORM.length);
  const { abilities } = await hub.get(`/skillset/${skillset}/fetch`, skillsetSchema);
  const ability = abilities.find((each) => each.id === id);
  const args = Object.fromEntries(
    (ability ? argumentsOf(ability) : []).map((name): [string, Json] => {
      const typed = form.get(`arg-${name}`) ?? '';
      return [name, isText(ability?.parameters[name]) ? typed : ((parseJson(typed) as Json | undefined) ?? typed)];
    }),
  );
  const answer = await submitForm(form, abilityTestRequestSchema, { arguments: args }, (value) =>
    hub.post(`/skillset/${skillset}/ability/${encodeURIComponent(id)}/test`, abilityTestResponseSchema, value),
  );
  return 'state' in answer
    ? answer.state
    : { name: FORM + id, values: form, errors: {}, result: answer.done as unknown as JsonObject };
};

/** Action of the test forms. */
export function testActionFor(form: string): ResourceAction | undefined {
  return form.startsWith(FORM) ? sendTest : undefined;
}

/** Runs a saved ability once for its owner and shows the result. */
export function AbilityTest({ ability, state }: { ability: Ability; state: FormState }) {
  const form = FORM + ability.id;
  const isOwn = state.name === form;
  return (
    <details className="more ability-test" open={isOwn} id={form}>
      <summary>
        Send test<span className="visually-hidden">: {ability.name || ability.id}</span>
      </summary>
      <FormFrame name={form} state={state} submit="Send test" keepsDraft={false} action={`#${form}`}>
        <p className="quiet small">
          Runs the ability as it is saved: it makes the real requests, with your secrets
          {ability.isActing && ', and changes what it changes'}. Nobody is asked.
        </p>
        {argumentsOf(ability).map((name) => (
          <TextField
            key={name}
            form={form}
            name={`arg-${name}`}
            label={name}
            state={state}
            autoComplete="off"
            {...(!isText(ability.parameters[name]) && { hint: 'As JSON, such as 3, true or ["a"].' })}
          />
        ))}
      </FormFrame>
      {isOwn && state.result && <Outcome result={state.result} />}
    </details>
  );
}

function Outcome({ result }: { result: JsonObject }) {
  return (
    <div role="status">
      <p>
        {result['hasFailed'] === true ? <strong>It failed.</strong> : 'It answered.'}{' '}
        <span className="quiet">{Number(result['durationMs'])} ms</span>
      </p>
      <pre className="code" tabIndex={0} aria-label="The answer as the model reads it" role="region" dir="ltr">
        {JSON.stringify(result['value'], null, 2)}
      </pre>
    </div>
  );
}
