import type { ReactNode } from 'react';
import type { FormState } from './formState';

interface ClashProps {
  readonly form: string;
  readonly name: string;
  readonly state: FormState;
  /** What is stored, for people. */
  readonly children: ReactNode;
}

/** The id of the text that describes a field's conflict; undefined where there is none. */
export function clashId({ form, name, state }: Omit<ClashProps, 'children'>): string | undefined {
  const isMarked =
    state.name === form && (state.edit?.clashes.has(name) === true || state.edit?.merged.has(name) === true);
  return isMarked ? `${form}-${name}-clash` : undefined;
}

/**
 * Below a field that was changed here and elsewhere: what is stored, and which of the two shall be saved. Works without
 * scripts.
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
        <input type="radio" name={`keep-${name}`} value="stored" defaultChecked={isStored} /> Take the stored one
      </label>
    </fieldset>
  );
}

/** A stored text as it is, and an empty one by name. */
export function StoredText({ text }: { text: string }) {
  return text === '' ? <em className="quiet">Empty</em> : <>{text}</>;
}
