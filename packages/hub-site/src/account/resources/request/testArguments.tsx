import type { Ability, RequestArgument } from '@sotto/hub-api';
import { parseJson, type Json } from '@sotto/widget-core/api';
import { SelectField, TextBox, TextField } from '../../forms/fields';
import type { FormState } from '../../forms/formState';

/** Matches arguments filled in by the model; names of secrets and claims contain a dot. */
const ARGUMENT = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*(?::[^{}\n]*)?\}\}/g;

/** Arguments of an ability, in order; of one that fields cannot show, with what its schemas reveal. */
export function argumentsOf({ request, instruction, parameters }: Ability): readonly RequestArgument[] {
  if (request) return request.arguments;
  const names = new Set([...instruction.matchAll(ARGUMENT)].map(([, name = '']) => name));
  return [...names].map((name) => ({
    name,
    type: isText(parameters[name]) ? 'text' : 'json',
    description: '',
    isRequired: true,
  }));
}

function isText(schema: Json | undefined): boolean {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return true;
  return schema['type'] === undefined || schema['type'] === 'string';
}

/** The value of a typed argument; undefined for an optional one that was left empty. */
export function readArgument({ type, schema, isRequired }: RequestArgument, typed: string): Json | undefined {
  if (typed === '' && !isRequired) return undefined;
  const isPlain = type === 'text' || type === 'choice' || type === 'date' || (type === 'schema' && isText(schema));
  // What is no JSON is checked by the server, which names the argument.
  return isPlain ? typed : ((parseJson(typed) as Json | undefined) ?? typed);
}

/** The field of an argument, by its type. */
export function ArgumentField({
  form,
  state,
  argument: { name, type, description, isRequired, options = [], schema },
}: {
  form: string;
  state: FormState;
  argument: RequestArgument;
}) {
  const hint = [description, !isRequired && 'Optional.'].filter(Boolean).join(' ');
  const field = { form, state, name: `arg-${name}`, label: name, ...(hint !== '' && { hint }) };
  const choices = (words: readonly (readonly [string, string])[]) => (
    <SelectField {...field} options={[...(isRequired ? [] : ([['', 'Left out']] as const)), ...words]} />
  );
  if (type === 'choice') return choices(options.map((option) => [option, option]));
  if (type === 'boolean')
    return choices([
      ['true', 'Yes'],
      ['false', 'No'],
    ]);
  if (type === 'number' || type === 'integer')
    return <TextField {...field} type="number" step={type === 'integer' ? 1 : 'any'} required={isRequired} />;
  if (type === 'date') return <TextField {...field} type="date" required={isRequired} />;
  if (type === 'json' || (type === 'schema' && !isText(schema)))
    return (
      <TextBox
        {...field}
        hint={[hint, 'As JSON, such as 3, true or ["a"].'].filter(Boolean).join(' ')}
        rows={1}
        className="code"
        spellCheck={false}
      />
    );
  return <TextField {...field} autoComplete="off" dir="auto" />;
}
