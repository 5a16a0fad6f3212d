import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { Clash, clashId, StoredText } from './Clash';
import type { FormState } from './formState';

interface FieldProps {
  readonly form: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly state: FormState;
}

/** Ids and error of a field, for assistive technology. */
function partsOf({ form, name, hint, state }: Omit<FieldProps, 'label'>) {
  const id = `${form}-${name}`;
  const error = state.name === form ? state.errors[name] : undefined;
  const described = [
    error !== undefined && `${id}-error`,
    hint !== undefined && `${id}-hint`,
    clashId({ form, name, state }),
  ]
    .filter(Boolean)
    .join(' ');
  return {
    id,
    error,
    aria: {
      ...(described !== '' && { 'aria-describedby': described }),
      ...(error !== undefined && { 'aria-invalid': true }),
    },
  };
}

/** Whether a field shows the submitted value: its form was refused, and no concurrent change applies to it. */
function isTyped({ form, name, state }: Omit<FieldProps, 'label'>): boolean {
  return state.name === form && state.edit?.merged.has(name) !== true;
}

/** Attributes of a field's input, with the submitted value after a refusal, otherwise the stored one. */
interface Control {
  readonly id: string;
  readonly name: string;
  readonly defaultValue: string;
}

/** Label, hint and error around an input. @param storedWords - the stored value as shown after a concurrent change */
function Field({
  stored,
  storedWords,
  label,
  form,
  name,
  hint,
  state,
  children,
}: FieldProps & {
  readonly stored: string;
  readonly storedWords: ReactNode;
  readonly children: (control: Control) => ReactNode;
}) {
  const { id, error, aria } = partsOf({ form, name, hint, state });
  const defaultValue = isTyped({ form, name, state }) ? (state.values.get(name) ?? '') : stored;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, name, defaultValue, ...aria })}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Clash form={form} name={name} state={state}>
        {storedWords}
      </Clash>
    </div>
  );
}

/** Single-line text field. */
export function TextField({
  stored = '',
  label,
  form,
  name,
  hint,
  state,
  ...rest
}: FieldProps & { readonly stored?: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name'>) {
  return (
    <Field {...{ label, form, name, hint, state, stored }} storedWords={<StoredText text={stored} />}>
      {(control) => <input type="text" {...rest} {...control} />}
    </Field>
  );
}

/** Multi-line text field. */
export function TextBox({
  stored = '',
  label,
  form,
  name,
  hint,
  state,
  ...rest
}: FieldProps & { readonly stored?: string } & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'form' | 'name'>) {
  return (
    <Field {...{ label, form, name, hint, state, stored }} storedWords={<StoredText text={stored} />}>
      {(control) => <textarea rows={4} {...rest} {...control} />}
    </Field>
  );
}

/** Select field. */
export function SelectField({
  stored = '',
  storedWords,
  options,
  ...field
}: FieldProps & {
  readonly stored?: string;
  /** @default the label of the stored value */
  readonly storedWords?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}) {
  const words = storedWords ?? options.find(([value]) => value === stored)?.[1] ?? stored;
  return (
    <Field {...field} stored={stored} storedWords={words}>
      {(control) => (
        <select {...control}>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Checkbox. */
export function CheckField({
  stored = false,
  label,
  form,
  name,
  hint,
  state,
}: FieldProps & { readonly stored?: boolean }) {
  const { id, aria } = partsOf({ form, name, hint, state });
  return (
    <div className="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        value="on"
        defaultChecked={isTyped({ form, name, state }) ? state.values.has(name) : stored}
        {...aria}
      />
      <label htmlFor={id}>{label}</label>
      <Clash form={form} name={name} state={state}>
        {stored ? 'On' : 'Off'}
      </Clash>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Group of checkboxes. */
export function ChoiceField({
  stored,
  label,
  form,
  name,
  hint,
  state,
  options,
  empty,
}: FieldProps & {
  readonly stored: readonly string[];
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly empty: ReactNode;
}) {
  const { id, error, aria } = partsOf({ form, name, hint, state });
  const chosen = isTyped({ form, name, state }) ? state.values.getAll(name) : stored;
  const storedWords = options.filter(([value]) => stored.includes(value)).map(([, words]) => words);
  return (
    <fieldset className="choice" id={id} {...aria}>
      <legend>{label}</legend>
      {options.length === 0 && <p className="field-hint">{empty}</p>}
      {options.map(([value, words]) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} /> {words}
        </label>
      ))}
      <Clash form={form} name={name} state={state}>
        <StoredText text={storedWords.join(', ')} />
      </Clash>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
