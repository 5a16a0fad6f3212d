import { languageName, THEME_NAMES } from '@sotto/widget-core/internal/config';
import type { ReactNode } from 'react';
import { Clash } from '../account/forms/Clash';
import { CheckField, SelectField, TextBox, TextField } from '../account/forms/fields';
import type { FormState } from '../account/forms/formState';
import { LANGUAGES, STUDIO_GROUPS, STUDIO_ROWS, type StudioGroup, type StudioRow } from './studioFields';
import { IconUpload } from './IconUpload';
import { LANGUAGE_FIELD, optionsOf } from './widgetForm';

/** Label of a value without one in the table. */
const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const THEMES: Readonly<Record<string, string>> = { default: 'Default, follows light and dark' };

/** What the fields of a form need. `values`: the stored ones. */
interface Fields {
  readonly form: string;
  readonly state: FormState;
  readonly values: URLSearchParams;
  /** Whether the form is of a widget on the server, which has settings that no page gets. @default true */
  readonly isStored?: boolean;
}

/**
 * All settings of a widget in named groups, derived from the table of settings.
 *
 * @param more - further fields at the end of a group
 */
export function StudioFields({
  more = {},
  ...fields
}: Fields & {
  readonly more?: Partial<Record<StudioGroup, ReactNode>>;
}) {
  return Object.entries(STUDIO_GROUPS).map(([name, title]) => {
    const group = name as StudioGroup;
    // What an owner changes first has fields of its own: brand colour, language, introduction.
    const rows = STUDIO_ROWS.filter(
      (row) => row.group === group && (fields.isStored !== false || row.owner !== 'server'),
    ).sort((one, other) => Number(other.control === 'own') - Number(one.control === 'own'));
    const draw = (row: StudioRow) => <Setting key={row.name} row={row} {...fields} />;
    const advanced = rows.filter(({ isAdvanced }) => isAdvanced).map(draw);
    return (
      <Group key={group} title={title} isOpen={group === 'look' || needsOwner(fields, rows)}>
        {rows.some(({ owner }) => owner === 'page') && (
          <p className="field-hint">
            All other changes reach your pages when you save. What is marked <span className="badge">code</span> stands
            in the code on your pages: after a change, copy it again from Install.
          </p>
        )}
        {rows.filter(({ isAdvanced }) => !isAdvanced).map(draw)}
        <PartClashes rows={rows} {...fields} />
        {more[group]}
        {advanced.length > 0 && (
          <details
            className="more"
            open={needsOwner(
              fields,
              rows.filter((row) => row.isAdvanced),
            )}
          >
            <summary>More</summary>
            {advanced}
          </details>
        )}
      </Group>
    );
  });
}

/** A named group of the form. */
export function Group({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="studio-group" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** Whether one of these fields has an error or a conflict. */
function needsOwner({ form, state }: Fields, rows: readonly StudioRow[]): boolean {
  return (
    state.name === form &&
    rows.some(({ name, partOf }) =>
      [name, partOf?.split('.')[0] ?? name].some(
        (field) => state.errors[field] !== undefined || state.edit?.clashes.has(field) === true,
      ),
    )
  );
}

/** Conflicts of settings whose parts have fields of their own. */
function PartClashes({ rows, form, state, values }: Fields & { rows: readonly StudioRow[] }) {
  const names = new Set(rows.flatMap(({ partOf }) => partOf?.split('.')[0] ?? []));
  return [...names].map((name) => (
    <Clash key={name} form={form} name={name} state={state}>
      {rows
        .filter((row) => row.partOf?.startsWith(`${name}.`))
        .map((row) => `${row.label}: ${values.get(row.name) ?? 'off'}`)
        .join(', ')}
    </Clash>
  ));
}

/** A field with the words it is found by: its setting's name, for those who know it from the documentation. */
function Setting({ row, ...fields }: Fields & { row: StudioRow }) {
  const field = row.control === 'own' ? ownField(row, fields) : plainField(row, fields);
  return (
    field !== null && (
      <div
        className="setting"
        data-words={`${row.name} ${row.attribute ?? ''}`}
        {...(row.owner === 'page' && { 'data-in-code': '' })}
      >
        {field}
      </div>
    )
  );
}

function plainField(row: StudioRow, { form, state, values, isStored = true }: Fields): ReactNode {
  const { name, label, hint, kind, control, maxLength } = row;
  const parts = { form, state, name, label, hint };
  const stored = values.get(name) ?? '';
  if (kind === 'flag') return <CheckField {...parts} stored={values.has(name)} />;
  if (Array.isArray(kind))
    return (
      <SelectField
        {...parts}
        stored={stored}
        options={optionsOf(row).map((value) => [value, row.values?.[value] ?? titleOf(value)])}
      />
    );
  if (kind === 'number') return <TextField {...parts} stored={stored} type="number" min={0} step="any" />;
  if (control === 'lines') return <TextBox {...parts} stored={stored} rows={2} maxLength={maxLength} dir="auto" />;
  const isPicture = control === 'picture' || control === 'icon';
  const field = (
    <TextField
      {...parts}
      stored={stored}
      maxLength={maxLength}
      autoComplete="off"
      dir={isPicture ? 'ltr' : 'auto'}
      {...(isPicture && { placeholder: 'https://', spellCheck: false })}
    />
  );
  return control === 'icon' && isStored ? (
    <IconUpload label={label} stored={stored}>
      {field}
    </IconUpload>
  ) : (
    field
  );
}

/** Settings with fields of their own. `reasoning` stands with the results of tools, which only the server decides. */
function ownField({ name, label, hint }: StudioRow, fields: Fields): ReactNode {
  if (name === 'theme') return <Theme {...fields} />;
  if (name === 'intro') return <Intro {...fields} />;
  if (name === 'messages')
    return (
      <TextBox
        form={fields.form}
        state={fields.state}
        name="messages"
        label={label}
        hint={hint}
        stored={fields.values.get('messages') ?? ''}
        rows={4}
        dir="auto"
      />
    );
  if (name === 'language')
    return (
      <SelectField
        form={fields.form}
        state={fields.state}
        name={LANGUAGE_FIELD}
        label="Language"
        stored={fields.values.get(LANGUAGE_FIELD) ?? ''}
        options={[['', "The visitor's own"], ...LANGUAGES.map((code) => [code, languageName(code)] as const)]}
      />
    );
  return null;
}

function Theme({ form, state, values }: Fields) {
  // Theme and brand colour are stored as one setting.
  const look = state.name === form && state.edit?.merged.has('theme') !== true ? state.values : values;
  const wordsOf = (name: string): string => THEMES[name] ?? titleOf(name);
  const stored = values.get('theme') ?? '';
  const brand = values.has('hasBrand') ? [`brand colour ${values.get('brand') ?? ''}`] : [];
  return (
    <>
      <div className="field brand-field">
        <span className="check">
          <input
            type="checkbox"
            id={`${form}-hasBrand`}
            name="hasBrand"
            value="on"
            defaultChecked={look.has('hasBrand')}
          />{' '}
          <label htmlFor={`${form}-hasBrand`}>Use my brand colour</label>
        </span>
        <input
          type="color"
          id={`${form}-brand`}
          name="brand"
          aria-label="Brand colour"
          defaultValue={look.get('brand') ?? '#1f5547'}
        />
        <div className="corrections" data-corrections aria-live="polite" />
      </div>
      <SelectField
        form={form}
        state={state}
        name="theme"
        label="Theme"
        stored={stored}
        storedWords={[wordsOf(stored), ...brand].join(', ')}
        options={THEME_NAMES.map((name) => [name, wordsOf(name)] as const)}
      />
    </>
  );
}

function Intro({ form, state, values }: Fields) {
  const parts = { form, state, dir: 'auto' } as const;
  const { maxLength } = STUDIO_ROWS.find(({ name }) => name === 'intro') ?? {};
  return (
    <>
      <TextBox
        {...parts}
        name="intro"
        label="Introduction"
        stored={values.get('intro') ?? ''}
        rows={3}
        maxLength={maxLength}
        hint="Markdown, above the conversation."
      />
      <TextBox
        {...parts}
        name="starters"
        label="Starter questions"
        stored={values.get('starters') ?? ''}
        rows={3}
        maxLength={2000}
        hint="One per line. Visitors see them as buttons below the introduction."
      />
    </>
  );
}
