import { COLOR_SCHEMES, languageName, POSITIONS, THEME_NAMES } from '@sotto/widget-core/internal/config';
import { CheckField, SelectField, TextBox, TextField } from '../account/forms/fields';
import type { FormState } from '../account/forms/formState';
import { LANGUAGES, SWITCH_DEFAULTS, TEXT_LENGTHS } from './studioFields';
import { LANGUAGE_FIELD, LAYOUT_NAMES, SWITCH_LABELS } from './widgetForm';

const WORDS: Readonly<Record<string, string>> = {
  popover: 'Popover, beside the button',
  popout: 'Popout, in the middle over the page',
  slideover: 'Slideover, at the side',
  center: 'Center, a box in the page',
  stretch: 'Stretch, fills a place in the page',
  fullscreen: 'Full screen',
  default: 'Default, follows light and dark',
  auto: 'The visitor’s system setting',
};

/** Label of a setting's value. */
function words(name: string): string {
  return WORDS[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replace('-', ' ');
}

const optionsOf = (names: readonly string[]) => names.map((name) => [name, words(name)] as const);

/** All settings of a widget's look and behaviour. `values`: stored values. */
export function StudioFields({ form, state, values }: { form: string; state: FormState; values: URLSearchParams }) {
  const of = (name: string): string => values.get(name) ?? '';
  const parts = { form, state };
  // Theme and brand colour are stored as one setting.
  const look = state.name === form && state.edit?.merged.has('theme') !== true ? state.values : values;
  const storedLook = [words(of('theme')), ...(values.has('hasBrand') ? [`brand colour ${of('brand')}`] : [])].join(
    ', ',
  );
  return (
    <>
      <details className="studio-group" open>
        <summary>Look</summary>
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
          {...parts}
          name="theme"
          label="Theme"
          stored={of('theme')}
          storedWords={storedLook}
          options={optionsOf(THEME_NAMES)}
        />
        <SelectField {...parts} name="layout" label="Layout" stored={of('layout')} options={optionsOf(LAYOUT_NAMES)} />
        <SelectField {...parts} name="position" label="Corner" stored={of('position')} options={optionsOf(POSITIONS)} />
        <SelectField
          {...parts}
          name="colorScheme"
          label="Light or dark"
          stored={of('colorScheme')}
          options={optionsOf(COLOR_SCHEMES)}
        />
      </details>
      <details className="studio-group" open>
        <summary>Words</summary>
        <TextField
          {...parts}
          name="barTitle"
          label="Title"
          stored={of('barTitle')}
          maxLength={TEXT_LENGTHS.barTitle}
          autoComplete="off"
        />
        <TextBox
          {...parts}
          name="intro"
          label="Introduction"
          stored={of('intro')}
          rows={3}
          maxLength={TEXT_LENGTHS.intro}
          hint="Markdown, above the conversation."
        />
        <TextBox
          {...parts}
          name="starters"
          label="Starter questions"
          stored={of('starters')}
          rows={3}
          maxLength={2000}
          hint="One per line. Visitors see them as buttons below the introduction."
        />
        <TextBox
          {...parts}
          name="initial"
          label="First message of the bot"
          stored={of('initial')}
          rows={2}
          maxLength={TEXT_LENGTHS.initial}
        />
        <TextField
          {...parts}
          name="placeholder"
          label="Placeholder of the text box"
          stored={of('placeholder')}
          maxLength={TEXT_LENGTHS.placeholder}
          autoComplete="off"
        />
        <SelectField
          {...parts}
          name={LANGUAGE_FIELD}
          label="Language"
          stored={of(LANGUAGE_FIELD)}
          options={[['', "The visitor's own"], ...LANGUAGES.map((code) => [code, languageName(code)] as const)]}
        />
      </details>
      <details
        className="studio-group"
        open={Object.keys(SWITCH_DEFAULTS).some((name) => state.name === form && state.edit?.clashes.has(name))}
      >
        <summary>What it can do</summary>
        <div className="switches">
          {Object.entries(SWITCH_LABELS).map(([name, label]) => (
            <CheckField key={name} {...parts} name={name} label={label} stored={values.has(name)} />
          ))}
        </div>
      </details>
    </>
  );
}
