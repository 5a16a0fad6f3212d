import { TOOL_RESULTS, type ToolResults } from '@sotto/hub-api';
import { REASONING, type Reasoning } from '@sotto/widget-core/internal/server';
import { CheckField, SelectField } from '../account/forms/fields';
import type { FormState } from '../account/forms/formState';
import { Group } from './StudioForm';

/** A server-side setting, so it is not in the preview or the code. */
export function Tools({
  state,
  toolResults,
  reasoning,
}: {
  state: FormState;
  toolResults: ToolResults;
  reasoning: Reasoning;
}) {
  const options = [
    ['private', 'Visitors see that a tool is used'],
    ['shared', 'Visitors can read what a tool was given and what it returned'],
  ] as const satisfies readonly (readonly [ToolResults, string])[];
  const thoughts = [
    ['hidden', 'Visitors see how long the model thinks'],
    ['folded', 'Visitors can open what the model thinks'],
    ['open', 'Visitors read what the model thinks, without opening it'],
  ] as const satisfies readonly (readonly [Reasoning, string])[];
  return (
    <Group title="Tool results and reasoning" isOpen={toolResults === 'shared' || reasoning !== 'hidden'}>
      <SelectField
        form="widget"
        name="toolResults"
        label="Arguments and results of tools"
        state={state}
        stored={toolResults}
        options={options}
        hint={
          'Shared means that anyone who uses the chat can read everything its tools return, including what the bot ' +
          'leaves out. You see it in your conversations either way.'
        }
      />
      <SelectField
        form="widget"
        name="reasoning"
        label="Reasoning of the model"
        state={state}
        stored={reasoning}
        options={thoughts}
        hint="Reasoning may repeat your instructions and what tools returned."
      />
    </Group>
  );
}

/** Whether visitors may ask for a person, and how the owner is notified. */
export function People({ state, isOffered, sendsMail }: { state: FormState; isOffered: boolean; sendsMail: boolean }) {
  return (
    <Group title="Handover to a person" isOpen={isOffered || state.edit?.clashes.has('handover') === true}>
      <CheckField
        form="widget"
        name="handover"
        label="Visitors may ask for a person"
        state={state}
        stored={isOffered}
        hint={
          <>
            A visitor who asks for a person, votes two answers down or meets an ability that fails is marked as waiting
            in your inbox, and you get a mail. The bot answers until you take over.
            {!sendsMail && ' This server does not send mail yet: the operator finds the mails in its log.'}
          </>
        }
      />
    </Group>
  );
}

/** Unknown values keep reasoning hidden. */
export function readReasoning(written: unknown): Reasoning {
  return REASONING.find((name) => name === written) ?? 'hidden';
}

/** Unknown values keep results private. */
export function readToolResults(written: unknown): ToolResults {
  return TOOL_RESULTS.find((name) => name === written) ?? 'private';
}
