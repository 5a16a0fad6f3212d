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

/** Displayed value: the submitted one after a refusal, otherwise the stored one. */
function valueOf(parts: Omit<FieldProps, 'label'>, stored: string): string {
  return isTyped(parts) ? (parts.state.values.get(parts.name) ?? '') : stored;
}

function Around({
  id,
  label,
  hint,
  error,
  clash,
  children,
}: {
  id: string;
  label: string;
  hint: ReactNode;
  error: string | undefined;
  clash: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
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
      {clash}
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
  const { id, error, aria } = partsOf({ form, name, hint, state });
  return (
    <Around
      id={id}
      label={label}
      hint={hint}
      error={error}
      clash={
        <Clash form={form} name={name} state={state}>
          <StoredText text={stored} />
        </Clash>
      }
    >
      <input
        type="text"
        {...rest}
        id={id}
        name={name}
        defaultValue={valueOf({ form, name, state }, stored)}
        {...aria}
      />
    </Around>
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
  const { id, error, aria } = partsOf({ form, name, hint, state });
  return (
    <Around
      id={id}
      label={label}
      hint={hint}
      error={error}
      clash={
        <Clash form={form} name={name} state={state}>
          <StoredText text={stored} />
        </Clash>
      }
    >
      <textarea
        rows={4}
        {...rest}
        id={id}
        name={name}
        defaultValue={valueOf({ form, name, state }, stored)}
        {...aria}
      />
    </Around>
  );
}

/** Select field. */
export function SelectField({
  stored = '',
  storedWords,
  label,
  form,
  name,
  hint,
  state,
  options,
}: FieldProps & {
  readonly stored?: string;
  /** @default the label of what is stored */ readonly storedWords?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}) {
  const { id, error, aria } = partsOf({ form, name, hint, state });
  return (
    <Around
      id={id}
      label={label}
      hint={hint}
      error={error}
      clash={
        <Clash form={form} name={name} state={state}>
          {storedWords ?? options.find(([value]) => value === stored)?.[1] ?? stored}
        </Clash>
      }
    >
      <select id={id} name={name} defaultValue={valueOf({ form, name, state }, stored)} {...aria}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Around>
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
    <fieldset className="choice" {...aria}>
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
