import { TextField } from '../forms/fields';
import type { FormState } from '../forms/formState';

/** Codes are never included in a response. */
export function CodeField({ form, label, state }: { form: string; label: string; state: FormState }) {
  const values = new URLSearchParams(state.values);
  values.delete('code');
  return (
    <TextField
      form={form}
      name="code"
      label={label}
      state={{ ...state, values }}
      autoComplete="one-time-code"
      minLength={6}
      maxLength={40}
      required
    />
  );
}
