import { abilityTestRequestSchema, abilityTestResponseSchema, skillsetSchema, type Ability } from '@sotto/hub-api';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import { FormFrame } from '../forms/FormFrame';
import { submitForm, type FormState } from '../forms/formState';
import { ArgumentField, argumentsOf, readArgument } from './request/testArguments';
import { TestOutcome } from './request/TestOutcome';
import type { ResourceAction } from './resourcePages';

const FORM = 'test-';
/** Tests an ability; returns the form with the result. */
const sendTest: ResourceAction = async ({ form, hub }, skillset) => {
  const id = (form.get('form') ?? '').slice(FORM.length);
  const { abilities } = await hub.get(`/skillset/${skillset}/fetch`, skillsetSchema);
  const ability = abilities.find((each) => each.id === id);
  const args = Object.fromEntries(
    (ability ? argumentsOf(ability) : []).flatMap((argument): [string, Json][] => {
      const value = readArgument(argument, form.get(`arg-${argument.name}`) ?? '');
      return value === undefined ? [] : [[argument.name, value]];
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
        {argumentsOf(ability).map((argument) => (
          <ArgumentField key={argument.name} form={form} state={state} argument={argument} />
        ))}
      </FormFrame>
      {isOwn && state.result && <TestOutcome result={state.result} />}
    </details>
  );
}
