import type { Ability } from '@sotto/hub-api';
import { parseJson, type Json, type JsonObject } from '@sotto/widget-core/api';
import type { Stored } from '../forms/edit';
import { SelectField, TextBox, TextField } from '../forms/fields';
import type { FormState } from '../forms/formState';
import { hasRequest, readRequest } from './request/requestForm';
import { RequestFields } from './request/RequestFields';

/** Reads the form of an ability, which has either the fields of its request or its text. */
export function readAbility(form: URLSearchParams): JsonObject {
  return {
    name: form.get('name')?.trim() ?? '',
    description: form.get('description') ?? '',
    ...(hasRequest(form)
      ? { request: readRequest(form) }
      : { instruction: form.get('instruction') ?? '', parameters: readSchemas(form.get('parameters') ?? '') }),
    effect: form.get('effect') || null,
    needsApproval: form.get('asks') !== 'no',
    confirm: form.get('confirm')?.trim() ?? '',
    requires: form.get('requires') || null,
  };
}

/** Each ability has its own version, so editing another one of the skillset is no conflict. */
export function storedAbility(ability: Ability): Stored {
  const { name, description, instruction, effect, needsApproval, confirm, requires, parameters, request } = ability;
  return {
    state: ability.updatedAt,
    fields: {
      name,
      description,
      instruction,
      effect,
      needsApproval: needsApproval !== false,
      confirm,
      requires,
      parameters,
      request: request as Json,
    },
  };
}

/** Invalid JSON stays text and is rejected by the schema. */
function readSchemas(text: string): Json {
  return text.trim() === '' ? {} : ((parseJson(text) as Json | undefined) ?? text);
}

function writeSchemas(schemas: JsonObject): string {
  return Object.keys(schemas).length === 0 ? '' : JSON.stringify(schemas, null, 2);
}

/** Whether an ability has notices for its owner. */
export function needsAttention({ isActing, needsApproval, problems }: Ability): boolean {
  return problems.length > 0 || (isActing && needsApproval === null);
}

/** Notices for the owner of an ability: why it fails, and that it now requires approval. */
export function AbilityNotes({ ability }: { ability: Ability }) {
  return (
    <>
      {ability.isActing && ability.needsApproval === null && (
        <p className="notice" role="note">
          This ability changes something, so it now asks visitors first. It does not run for clients without streaming,
          which cannot show the question. Choose below, then save.
        </p>
      )}
      {ability.problems.map((problem) => (
        <p className="complaint" key={problem}>
          {problem}.
        </p>
      ))}
    </>
  );
}

interface AbilityFieldsProps {
  readonly form: string;
  readonly state: FormState;
  readonly ability?: Ability;
  /** Names of the skillset's secrets. */
  readonly secrets: readonly string[];
  /** Shows the instruction as text, also where fields could show it. */
  readonly isText: boolean;
}

/** Whether a form shows the instruction as text. */
export function showsText({ form, state, ability, isText }: Omit<AbilityFieldsProps, 'secrets'>): boolean {
  if (state.name === form) return !hasRequest(state.values);
  return isText || ability?.request === null;
}

/** Fields of an ability: what it is called and what it does first, rules and details folded. */
export function AbilityFields(props: AbilityFieldsProps) {
  const { form, state, ability, secrets } = props;
  return (
    <>
      <TextField
        form={form}
        name="name"
        label="Name"
        state={state}
        stored={ability?.name ?? ''}
        maxLength={200}
        required
        autoComplete="off"
        placeholder="find order"
      />
      <TextBox
        form={form}
        name="description"
        label="When the bot uses it"
        state={state}
        stored={ability?.description ?? ''}
        maxLength={2000}
        rows={1}
        hint="For example: When somebody asks where an order is."
      />
      {showsText(props) ? (
        <InstructionFields form={form} state={state} ability={ability} />
      ) : (
        <RequestFields form={form} state={state} ability={ability} secrets={secrets} />
      )}
      <RuleFields form={form} state={state} ability={ability} />
    </>
  );
}

type PartProps = Pick<AbilityFieldsProps, 'form' | 'state'> & { readonly ability: Ability | undefined };

/** The instruction as text: words for the bot, with or without requests in it. */
function InstructionFields({ form, state, ability }: PartProps) {
  return (
    <>
      <TextBox
        form={form}
        name="instruction"
        label="Instruction"
        state={state}
        stored={ability?.instruction ?? ''}
        maxLength={50_000}
        rows={7}
        className="code"
        spellCheck={false}
        hint="What the bot does: your words, and requests as blocks between ```fetch and ```."
      />
      <TextBox
        form={form}
        name="parameters"
        label="Argument schemas"
        state={state}
        stored={ability ? writeSchemas(ability.parameters) : ''}
        maxLength={20_000}
        rows={2}
        className="code"
        spellCheck={false}
        hint='A JSON Schema for each argument, for example {"number": {"type": "string", "maxLength": 12}}. Default: text.'
      />
    </>
  );
}

/** Who may use it, and what is asked before it changes something. */
function RuleFields({ form, state, ability }: PartProps) {
  const isOwn = state.name === form && Object.keys(state.errors).some((name) => RULES.includes(name));
  return (
    <details className="more" open={isOwn || ability?.isActing === true}>
      <summary>Before it runs</summary>
      <div className="more-fields">
        <SelectField
          form={form}
          name="effect"
          label="What it does"
          state={state}
          stored={ability?.effect ?? ''}
          options={[
            ['', 'Decide from its requests: GET only looks something up'],
            ['read', 'It only looks something up'],
            ['act', 'It changes something'],
          ]}
        />
        <SelectField
          form={form}
          name="asks"
          label="Before it changes something"
          state={state}
          stored={ability?.needsApproval === false ? 'no' : 'yes'}
          options={[
            ['yes', 'Ask the visitor'],
            ['no', 'Do not ask'],
          ]}
          hint={
            'Without asking, the bot does it whenever the model decides to, even if a visitor, a page or a document has ' +
            'tricked it into doing so. Nobody can stop it before it is done.'
          }
        />
        <TextField
          form={form}
          name="confirm"
          label="The question"
          state={state}
          stored={ability?.confirm ?? ''}
          maxLength={500}
          autoComplete="off"
          hint="For example: Cancel order {{number}}? Visitors also see every argument. Default: the name of the ability."
        />
        <SelectField
          form={form}
          name="requires"
          label="Who may use it"
          state={state}
          stored={ability?.requires ?? ''}
          options={[
            ['', 'Every visitor'],
            ['verified', 'Visitors your site has identified'],
          ]}
        />
      </div>
    </details>
  );
}

/** Fields of {@link RuleFields}. */
const RULES: readonly string[] = ['effect', 'confirm', 'requires'];
