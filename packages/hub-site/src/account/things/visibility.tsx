import type { FormState } from '../forms/formState';
import { SelectField } from '../forms/fields';

const WORDS = [
  ['private', 'Private: only you'],
  ['protected', 'Protected: whoever has its address'],
  ['public', 'Public: everybody, listed in the Hub'],
] as const;

/** Who may see a thing. */
export function VisibilityField({ form, state, stored = 'private' }: { form: string; state: FormState; stored?: string }) {
  return <SelectField form={form} name="visibility" label="Who may see it" state={state} stored={stored} options={WORDS} />;
}
