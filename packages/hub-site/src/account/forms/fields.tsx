import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import type { FormState } from './formState';

interface FieldProps {
  readonly form: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly state: FormState;
}

/** The ids and the error of a field, so that assistive technology reads them together. */
function partsOf({ form, name, hint, state }: Omit<FieldProps, 'label'>) {
  const id = `${form}-${name}`;
  const error = state.name === form ? state.errors[name] : undefined;
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  return { id, error, aria: { ...(described !== '' && { 'aria-describedby': described }), ...(error !== undefined && { 'aria-invalid': true }) } };
}

/** What a field shows: what was typed if this form came back, else what is stored. */
function valueOf({ form, name, state }: Omit<FieldProps, 'label'>, stored: string): string {
  return state.name === form ? (state.values.get(name) ?? '') : stored;
}

function Around({ id, label, hint, error, children }: { id: string; label: string; hint: ReactNode; error: string | undefined; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {error !== undefined && <p className="field-error" id={`${id}-error`}>{error}</p>}
      {hint !== undefined && <p className="field-hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

/** One line of text. */
export function TextField({ stored = '', label, form, name, hint, state, ...rest }: FieldProps & { readonly stored?: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name'>) {
  const { id, error, aria } = partsOf({ form, name, hint, state });
  return (
    <Around id={id} label={label} hint={hint} error={error}>
      <input type="text" {...rest} id={id} name={name} defaultValue={valueOf({ form, name, state }, stored)} {...aria} />
    </Around>
  );
}

/** Several lines of text. */
export function TextBox({ stored = '', label, form, name, hint, state, ...rest }: FieldProps & { readonly stored?: string } & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'form' | 'name'>) {
  const { id, error, aria } = partsOf({ form, name, hint, state });
  return (
    <Around id={id} label={label} hint={hint} error={error}>
      <textarea rows={4} {...rest} id={id} name={name} defaultValue={valueOf({ form, name, state }, stored)} {...aria} />
    </Around>
  );
}

/** One of several values. */
export function SelectField({ stored = '', label, form, name, hint, state, options }: FieldProps & { readonly stored?: string; readonly options: readonly (readonly [value: string, label: string])[] }) {
  const { id, error, aria } = partsOf({ form, name, hint, state });
  return (
    <Around id={id} label={label} hint={hint} error={error}>
      <select id={id} name={name} defaultValue={valueOf({ form, name, state }, stored)} {...aria}>
        {options.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
      </select>
    </Around>
  );
}

/** Yes or no. */
export function CheckField({ stored = false, label, form, name, hint, state }: FieldProps & { readonly stored?: boolean }) {
  const { id, aria } = partsOf({ form, name, hint, state });
  return (
    <div className="check">
      <input type="checkbox" id={id} name={name} value="on" defaultChecked={state.name === form ? state.values.has(name) : stored} {...aria} />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && <p className="field-hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

/** Some of several things. */
export function ChoiceField({ stored, label, form, name, hint, state, options, empty }: FieldProps & { readonly stored: readonly string[]; readonly options: readonly (readonly [value: string, label: string])[]; readonly empty: ReactNode }) {
  const { id, error, aria } = partsOf({ form, name, hint, state });
  const chosen = state.name === form ? state.values.getAll(name) : stored;
  return (
    <fieldset className="choice" {...aria}>
      <legend>{label}</legend>
      {options.length === 0 && <p className="field-hint">{empty}</p>}
      {options.map(([value, words]) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} /> {words}
        </label>
      ))}
      {error !== undefined && <p className="field-error" id={`${id}-error`}>{error}</p>}
      {hint !== undefined && <p className="field-hint" id={`${id}-hint`}>{hint}</p>}
    </fieldset>
  );
}
