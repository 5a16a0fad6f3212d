import { REQUEST_METHODS, type Ability } from '@sotto/hub-api';
import type { ReactNode } from 'react';
import { Island } from '../../../site/Island';
import { Clash, StoredText } from '../../forms/Clash';
import { TextBox, TextField } from '../../forms/fields';
import type { FormState } from '../../forms/formState';
import { ArgumentRow } from './ArgumentRow';
import { PutSelect, type Puts } from './PutSelect';
import { readRows, ROWS, storedRows, type Row, type RowsName } from './requestForm';

interface RequestFieldsProps {
  readonly form: string;
  readonly state: FormState;
  readonly ability?: Ability | undefined;
  /** Names of the skillset's secrets. */
  readonly secrets: readonly string[];
}

/** Hidden rows that a script shows without asking the server. */
const SPARE_ROWS = 3;

/** Fields of a request: what is needed to look something up first, the rest folded. */
export function RequestFields({ form, state, ability, secrets }: RequestFieldsProps) {
  const request = ability?.request;
  const isOwn = state.name === form;
  const rowsOf = (name: RowsName): Row[] =>
    isOwn && state.edit?.merged.has(name) !== true ? readRows(state.values, name) : storedRows(request, name);
  const names = rowsOf('arguments').flatMap(({ name = '' }) => name.trim() || []);
  const puts: Puts = { names, secrets: [] };
  const parts = { form, state, rowsOf, stored: request };
  const error = isOwn ? state.errors['request'] : undefined;
  return (
    <Island name="request" when="visible" className="request">
      <div id={`${form}-request`} className="request-line">
        {error !== undefined && <p className="field-error">{error}</p>}
        <MethodField form={form} state={state} stored={request?.method ?? 'GET'} />
        <TextField
          form={form}
          name="address"
          label="Address"
          state={state}
          stored={request?.address ?? ''}
          maxLength={8000}
          required
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          placeholder="https://shop.example/api/orders/{{number}}"
        />
        <PutSelect name="address-put" label="Insert into the address" puts={puts} />
      </div>
      <Rows
        {...parts}
        name="arguments"
        title="What the bot fills in"
        hint="For example: number, the number on the invoice. “Insert” puts it into a value; otherwise it is added after the address, or to the body."
        add="Add an argument"
        hasFirst={!ability}
        row={(row, prefix) => <ArgumentRow row={row} prefix={prefix} />}
      />
      <TextBox
        form={form}
        name="note"
        label="What to do with the answer"
        state={state}
        stored={request?.note ?? ''}
        maxLength={40_000}
        rows={2}
        hint="For example: Say when the order arrives. Never read out addresses."
      />
      <details className="more" open={rowsOf('query').length > 0 || isOpen(state, form, 'q')}>
        <summary>Values after the “?” of the address</summary>
        <Rows
          {...parts}
          name="query"
          title="Query"
          add="Add a value"
          hasFirst
          row={(row, prefix) => <PairRow row={row} prefix={prefix} puts={puts} noun="value" />}
        />
      </details>
      <details
        className="more"
        open={
          rowsOf('headers').length > 0 || isOpen(state, form, 'h') || (isOwn && state.errors['key-name'] !== undefined)
        }
      >
        <summary>Key and headers</summary>
        {rowsOf('headers').some(({ value = '' }) => value.includes('{{secret.')) ? (
          <details className="more" open={isOwn && state.errors['key-name'] !== undefined}>
            <summary>Set another key</summary>
            <KeyFields form={form} state={state} />
          </details>
        ) : (
          <KeyFields form={form} state={state} />
        )}
        <Rows
          {...parts}
          name="headers"
          title="Headers"
          add="Add a header"
          hasFirst={false}
          row={(row, prefix) => <PairRow row={row} prefix={prefix} puts={{ ...puts, secrets }} noun="header" />}
        />
      </details>
      <details className="more" open={(isOwn ? (state.values.get('body') ?? '') : (request?.body ?? '')) !== ''}>
        <summary>Body</summary>
        <TextBox
          form={form}
          name="body"
          label="Body"
          state={state}
          stored={request?.body ?? ''}
          maxLength={40_000}
          rows={4}
          className="code"
          spellCheck={false}
          dir="ltr"
          hint="JSON, or name=value&name=value. Not sent by GET."
        />
        <PutSelect name="body-put" label="Insert into the body" puts={puts} />
      </details>
    </Island>
  );
}

/** Whether a button of these rows was pressed. */
function isOpen(state: FormState, form: string, prefix: string): boolean {
  return state.name === form && (state.values.get('do') ?? '').includes(`-${prefix}`);
}

function MethodField({ form, state, stored }: { form: string; state: FormState; stored: string }) {
  const isTyped = state.name === form && state.edit?.merged.has('method') !== true;
  return (
    <div className="field">
      <label htmlFor={`${form}-method`}>Method</label>
      <select
        id={`${form}-method`}
        name="method"
        defaultValue={isTyped ? (state.values.get('method') ?? 'GET') : stored}
      >
        {REQUEST_METHODS.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </select>
      <Clash form={form} name="method" state={state}>
        {stored}
      </Clash>
    </div>
  );
}

/** A group of rows, with buttons that also work without scripts. */
function Rows({
  form,
  state,
  name,
  title,
  hint,
  add,
  hasFirst,
  rowsOf,
  stored,
  row,
}: {
  form: string;
  state: FormState;
  name: RowsName;
  title: string;
  hint?: string;
  add: string;
  /** Whether there is an empty row if there is no other. */
  hasFirst: boolean;
  rowsOf: (name: RowsName) => Row[];
  stored: Ability['request'] | undefined;
  row: (row: Row, prefix: string) => ReactNode;
}) {
  const { prefix } = ROWS[name];
  const filled = rowsOf(name);
  const isAdding = state.name === form && state.values.get('do') === `add-${prefix}`;
  const shown = filled.length + (isAdding || (hasFirst && filled.length === 0) ? 1 : 0);
  return (
    <fieldset className="rows-field" id={`${form}-${name}`}>
      <legend>{title}</legend>
      {hint !== undefined && <p className="field-hint">{hint}</p>}
      <ol className="request-rows">
        {Array.from({ length: shown + SPARE_ROWS }, (_, index) => (
          <li key={index} hidden={index >= shown}>
            {row(filled[index] ?? {}, `${prefix}${index}`)}
            <button
              className="icon-button"
              name="do"
              value={`remove-${prefix}${index}`}
              formNoValidate
              aria-label={`Remove row ${index + 1} of ${title}`}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
      <button className="button quiet small" name="do" value={`add-${prefix}`} formNoValidate>
        {add}
      </button>
      <Clash form={form} name={name} state={state}>
        <StoredText
          text={storedRows(stored, name)
            .map((each) => [each['name'], each['value'] ?? each['about']].filter(Boolean).join(': '))
            .join('\n')}
        />
      </Clash>
    </fieldset>
  );
}

function PairRow({ row, prefix, puts, noun }: { row: Row; prefix: string; puts: Puts; noun: string }) {
  return (
    <div className="pair-row">
      <label>
        Name
        <input name={`${prefix}-name`} defaultValue={row['name']} autoComplete="off" spellCheck={false} dir="ltr" />
      </label>
      <label>
        Value
        <input name={`${prefix}-value`} defaultValue={row['value']} autoComplete="off" spellCheck={false} dir="ltr" />
      </label>
      <PutSelect name={`${prefix}-put`} label={`Insert into this ${noun}`} puts={puts} stored={row['put'] ?? ''} />
    </div>
  );
}

/** A key that is set right here: it is stored as a secret, and never part of the request's text. */
function KeyFields({ form, state }: { form: string; state: FormState }) {
  return (
    <fieldset className="key-fields">
      <legend>A key or token that the service gave you</legend>
      <p className="field-hint">
        It is stored encrypted as a secret, and neither the model nor anybody else can read it. Leave this empty if the
        service needs none, or if a header below has it already.
      </p>
      <div className="field">
        <label htmlFor={`${form}-key-value`}>Key</label>
        <input
          id={`${form}-key-value`}
          name="key-value"
          type="password"
          maxLength={3000}
          autoComplete="new-password"
          dir="ltr"
        />
      </div>
      <div className="key-line">
        <TextField
          form={form}
          name="key-header"
          label="Header"
          state={state}
          stored="Authorization"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
        <div className="field">
          <label htmlFor={`${form}-key-as`}>Written as</label>
          <select
            id={`${form}-key-as`}
            name="key-as"
            defaultValue={state.name === form ? (state.values.get('key-as') ?? 'bearer') : 'bearer'}
          >
            <option value="bearer">Bearer, then the key</option>
            <option value="plain">The key alone</option>
            <option value="basic">Basic, from user:password</option>
          </select>
        </div>
      </div>
      <TextField
        form={form}
        name="key-name"
        label="Name of the secret"
        state={state}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        hint="Default: from the address, such as SHOP_EXAMPLE_KEY"
      />
    </fieldset>
  );
}
