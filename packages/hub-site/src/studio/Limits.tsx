import type { widgetSchema } from '@sotto/hub-api';
import { languageName } from '@sotto/widget-core/internal/config';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import { CheckField, ChoiceField, TextField } from '../account/forms/fields';
import type { FormState } from '../account/forms/formState';
import { isObject } from '../site/isObject';
import { Group } from './StudioForm';
import { LANGUAGES } from './studioFields';

type Widget = v.InferOutput<typeof widgetSchema>;

/** Daily limits that the form offers: field name, whom it is for, its unit, and its label. */
const LIMITS = [
  ['visitor', 'visitor', 'messages', 'Messages of one visitor'],
  ['address', 'address', 'messages', 'Messages from one network address'],
  ['widget', 'widget', 'messages', 'Messages of all visitors together'],
  ['widgetCost', 'widget', 'cost', 'Cost of all visitors together, in US dollars'],
] as const;

/** Days that data is kept, by field of the API. */
const DAYS = {
  retentionDays: 'Days after which a conversation without activity is deleted',
  attachmentRetentionDays: 'Days after which files of visitors are deleted',
} as const;

/** Limits of a day; the server applies its own where a field is empty. */
export function Limits({ state, budgets }: { state: FormState; budgets: Widget['budgets'] }) {
  const hasProblem =
    state.name === 'widget' &&
    LIMITS.some(([name]) => state.errors[name] !== undefined || state.edit?.clashes.has(name) === true);
  return (
    <Group title="Daily limits" isOpen={hasProblem}>
      <p className="field-hint">Empty: the limits of this server apply.</p>
      {LIMITS.map(([name, whom, unit, label]) => (
        <div key={name} className="setting" data-words="budgets">
          <TextField
            form="widget"
            name={name}
            label={label}
            state={state}
            stored={budgets[whom]?.[unit]?.toString() ?? ''}
            type="number"
            min={0}
            step={unit === 'cost' ? 'any' : 1}
          />
        </div>
      ))}
    </Group>
  );
}

/** How long data is kept. */
export function Retention({ state, widget }: { state: FormState; widget: Widget | undefined }) {
  return (
    <>
      {(['retentionDays', 'attachmentRetentionDays'] as const).map((name) => (
        <div key={name} className="setting" data-words={name}>
          <TextField
            form="widget"
            name={name}
            label={DAYS[name]}
            state={state}
            stored={widget === undefined ? '' : (widget[name]?.toString() ?? '')}
            type="number"
            min={1}
            max={3650}
            hint={widget === undefined ? 'Empty: the usual time of this server.' : 'Empty: never.'}
          />
        </div>
      ))}
      <div className="setting" data-words="visitorsMayDelete">
        <CheckField
          form="widget"
          name="visitorsMayDelete"
          label="Visitors may delete their own conversation"
          state={state}
          stored={widget?.visitorsMayDelete ?? true}
        />
      </div>
    </>
  );
}

/** Languages from which visitors choose. */
export function OfferedLanguages({ state, stored }: { state: FormState; stored: readonly string[] }) {
  return (
    <details className="more setting" data-words="languages">
      <summary>Choice of languages for visitors</summary>
      <ChoiceField
        form="widget"
        name="languages"
        label="Languages in the menu of the chat"
        state={state}
        stored={stored}
        options={[...new Set([...LANGUAGES, ...stored])].map((code) => [code, languageName(code)] as const)}
        empty=""
        hint="None: no choice is shown."
      />
    </details>
  );
}

/**
 * Converts limits, retention and languages for the API; a form without these fields leaves them as they are.
 *
 * @param stored - undefined for a new widget, which gets the server's retention where a field is empty
 */
export function readLimits(form: URLSearchParams, stored: Widget['budgets'] | undefined): JsonObject {
  if (!form.has('retentionDays')) return {};
  const number = (name: string): number | null => {
    const text = form.get(name)?.trim() ?? '';
    return text === '' ? null : Number(text);
  };
  let budgets = { ...stored } as JsonObject;
  for (const [name, whom, unit] of LIMITS) {
    const value = number(name);
    const { [unit]: _, ...others } = objectOr(budgets[whom]);
    budgets = { ...budgets, [whom]: value === null ? others : { ...others, [unit]: value } };
  }
  // A budget without limits is no budget: the server's own applies.
  budgets = Object.fromEntries(
    Object.entries(budgets).filter(([, budget]) => Object.keys(objectOr(budget)).length > 0),
  );
  const days = Object.keys(DAYS).map((name) => [name, number(name)] as const);
  return {
    languages: form.getAll('languages'),
    ...Object.fromEntries(days.filter(([, value]) => stored !== undefined || value !== null)),
    visitorsMayDelete: form.has('visitorsMayDelete'),
    budgets,
  };
}

const objectOr = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
