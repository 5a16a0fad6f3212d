import type { ReactNode } from 'react';
import type { FormState } from './formState';

interface ClashProps {
  readonly form: string;
  readonly name: string;
  readonly state: FormState;
  /** The stored value, formatted. */
  readonly children: ReactNode;
}

/** Id of the description of a field's conflict; undefined if there is none. */
export function clashId({ form, name, state }: Omit<ClashProps, 'children'>): string | undefined {
  const isMarked =
    state.name === form && (state.edit?.clashes.has(name) === true || state.edit?.merged.has(name) === true);
  return isMarked ? `${form}-${name}-clash` : undefined;
}

/**
 * Shown below a field that was changed here and elsewhere: the stored value, and a choice of which one to save. Works
 * without scripts.
 */
export function Clash({ form, name, state, children }: ClashProps) {
  const id = clashId({ form, name, state });
  if (id === undefined) return null;
  if (state.edit?.clashes.has(name) !== true)
    return (
      <p className="field-hint merged" id={id}>
        Changed elsewhere in the meantime: this is what is stored.
      </p>
    );
  const isStored = state.values.get(`keep-${name}`) === 'stored';
  return (
    <fieldset className="clash" id={id}>
      <legend>Changed elsewhere in the meantime</legend>
      <p className="small quiet" id={`${id}-label`}>
        Stored now
      </p>
      <blockquote dir="auto" tabIndex={0} aria-labelledby={`${id}-label`}>
        {children}
      </blockquote>
      <label>
        <input type="radio" name={`keep-${name}`} value="mine" defaultChecked={!isStored} /> Keep mine
      </label>
      <label>
        <input type="radio" name={`keep-${name}`} value="stored" defaultChecked={isStored} /> Use the stored version
      </label>
    </fieldset>
  );
}

/** The stored text, or a label if it is empty. */
export function StoredText({ text }: { text: string }) {
  return text === '' ? <em className="quiet">Empty</em> : <>{text}</>;
}
