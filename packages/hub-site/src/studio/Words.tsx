import { ENGLISH_WORDS, languageName, type WordKey, type WordMap } from '@sotto/widget-core/internal/config';
import { Clash } from '../account/forms/Clash';
import { TextField } from '../account/forms/fields';
import type { FormState } from '../account/forms/formState';
import { STUDIO_ROWS } from './studioFields';
import { wordField } from './widgetForm';

/** The words of a language as the widget has them. */
export interface BuiltInWords {
  readonly language: string;
  readonly words: WordMap;
}

/** Longest word or sentence of the chat, in characters. */
const WORD_MAX_LENGTH = 2_000;
/** Settings that are also words; each can be different in each language. */
const SETTINGS: Partial<Record<WordKey, string>> = {
  title: 'barTitle',
  intro: 'intro',
  initial: 'initial',
  open: 'buttonTitle',
  poweredBy: 'brandCaption',
};

/** Every word of the chat in some languages; an empty field keeps the word that the widget has. */
export function Words({
  builtIn,
  form,
  state,
  values,
}: {
  builtIn: readonly BuiltInWords[];
  form: string;
  state: FormState;
  values: URLSearchParams;
}) {
  return (
    <>
      {builtIn.map(({ language, words }) => (
        <details key={language} className="more">
          <summary>Words of the chat in {languageName(language)}</summary>
          {(Object.keys(ENGLISH_WORDS) as WordKey[]).map((key) => (
            <TextField
              key={key}
              form={form}
              state={state}
              name={wordField(language, key)}
              label={`“${STUDIO_ROWS.find(({ name }) => name === SETTINGS[key])?.label ?? ENGLISH_WORDS[key]}”`}
              stored={values.get(wordField(language, key)) ?? ''}
              placeholder={words[key]}
              maxLength={WORD_MAX_LENGTH}
              autoComplete="off"
              dir="auto"
            />
          ))}
        </details>
      ))}
      <Clash form={form} name="intl" state={state}>
        {[...values]
          .filter(([name]) => name.startsWith('intl.'))
          .map(([, word]) => word)
          .join(', ')}
      </Clash>
    </>
  );
}
