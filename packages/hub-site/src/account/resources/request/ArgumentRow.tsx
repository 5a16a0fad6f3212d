import type { ArgumentType } from '@sotto/hub-api';
import type { Row } from './requestForm';

/** Types of arguments, in the owner's words. */
const TYPE_LABELS: readonly (readonly [ArgumentType, string])[] = [
  ['text', 'Text'],
  ['number', 'Number'],
  ['integer', 'Whole number'],
  ['boolean', 'Yes or no'],
  ['choice', 'One of a list'],
  ['date', 'Date'],
];
/** Types that only requests written as text need. */
const ADVANCED_LABELS: readonly (readonly [ArgumentType, string])[] = [
  ['json', 'Any JSON'],
  ['schema', 'JSON Schema'],
];

/** Fields of one argument. Options and schema appear with their types, by style rules alone. */
export function ArgumentRow({ row, prefix }: { row: Row; prefix: string }) {
  return (
    <div className="argument-row">
      <label>
        Name
        <input
          name={`${prefix}-name`}
          defaultValue={row['name']}
          maxLength={64}
          pattern="[A-Za-z_][A-Za-z0-9_]*"
          title="Letters, digits and _"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
      </label>
      <label>
        Type
        <select name={`${prefix}-type`} defaultValue={row['type'] || 'text'}>
          {TYPE_LABELS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <optgroup label="For developers">
            {ADVANCED_LABELS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <label>
        Required
        <select name={`${prefix}-needed`} defaultValue={row['needed'] || 'yes'}>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </select>
      </label>
      <label className="wide">
        What it is, in your words
        <input name={`${prefix}-about`} defaultValue={row['about']} maxLength={1000} autoComplete="off" dir="auto" />
      </label>
      <label className="wide for-choice">
        The list, one entry per line
        <textarea name={`${prefix}-options`} defaultValue={row['options']} rows={3} dir="auto" />
      </label>
      <label className="wide for-schema">
        JSON Schema
        <textarea name={`${prefix}-schema`} defaultValue={row['schema']} rows={2} className="code" spellCheck={false} />
      </label>
    </div>
  );
}
