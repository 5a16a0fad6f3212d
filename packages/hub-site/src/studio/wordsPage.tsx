import { updateResponseSchema, widgetSchema, widgetUpdateRequestSchema } from '@sotto/hub-api';
import type { Json, JsonObject } from '@sotto/widget-core/api';
import {
  ENGLISH_WORDS,
  isRightToLeft,
  languageName,
  loadWords,
  type WordKey,
  type WordMap,
} from '@sotto/widget-core/internal/config';
import type * as v from 'valibot';
import { TextBox, TextField } from '../account/forms/fields';
import { FormFrame } from '../account/forms/FormFrame';
import { submitForm, UNSENT, type FormState } from '../account/forms/formState';
import { accountPage, ownRoute } from '../account/pages/accountPage';
import { Island } from '../site/Island';
import { isObject } from '../site/isObject';
import { redirect, type Page, type PageRequest } from '../site/route';
import { A } from '../site/SiteContext';
import { withSettings } from './checkSettings';
import { Preview } from './Preview';
import { LANGUAGES, STUDIO_ROWS } from './studioFields';
import { StudioHead } from './StudioHead';
import { FindSetting, StudioTabs } from './StudioTabs';
import { readWords, wordField } from './widgetForm';

type Widget = v.InferOutput<typeof widgetSchema>;

/** Longest text of the chat, in characters. */
const TEXT_MAX_LENGTH = 2_000;
/** Settings that are also texts; each can be different in each language. */
const SETTINGS: Partial<Record<WordKey, string>> = {
  title: 'barTitle',
  intro: 'intro',
  initial: 'initial',
  open: 'buttonTitle',
  poweredBy: 'brandCaption',
};
/** Built-in texts from this length, in characters, have a field of two lines. */
const LINE_LENGTH = 40;

/** The form of each language is another one, so that what is typed into one is not restored into another. */
const formOf = (language: string): string => `words-${language}`;

/** Own texts by language. */
export function ownTexts({ intl }: JsonObject): ReadonlyMap<string, JsonObject> {
  return new Map(
    Object.entries(isObject(intl) ? intl : {}).flatMap(([language, texts]) =>
      isObject(texts) && Object.keys(texts).length > 0 ? [[language, texts] as const] : [],
    ),
  );
}

async function readPage({ hub, url, params }: PageRequest) {
  const at = `/integration/widget/${encodeURIComponent(params['id'] ?? '')}`;
  const widget = await hub.get(`${at}/fetch`, widgetSchema);
  const own = ownTexts(widget.config);
  const languages = [...new Set([...LANGUAGES, ...own.keys()])];
  const asked = [url.searchParams.get('language'), widget.config['language']];
  const language = asked.flatMap((name) => languages.filter((each) => each === name))[0] ?? 'en';
  return { at, widget, own, languages, language, builtIn: await loadWords(language) };
}

async function show(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const { widget, own, languages, language, builtIn } = await readPage(request);
  const studio = `/integrations/widget/${widget.id}`;
  return accountPage(request, {
    title: 'Texts of the chat',
    state,
    body: (
      <>
        <p className="eyebrow">
          <A to="/overview">Overview</A> › <A to={studio}>{widget.name || 'Untitled widget'}</A> › Texts
        </p>
        <StudioHead title="Texts of the chat" />
        <p className="lead">Replace any word or sentence of the chat. Leave a field empty to keep its built-in text.</p>
        <form method="get" className="language-choice" key={language}>
          <label htmlFor="language">Language</label>
          <select id="language" name="language" defaultValue={language}>
            {languages.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
                {own.has(code) && ` (${String(Object.keys(own.get(code) ?? {}).length)} changed)`}
              </option>
            ))}
          </select>
          <button className="button quiet small" type="submit">
            Show
          </button>
        </form>
        {widget.languages.length === 0 && own.size > 0 && (
          <p className="notice">
            Visitors get the chat in the languages that have texts of your own:{' '}
            {[...own.keys()].map((code) => languageName(code)).join(', ')}. To offer others too, choose them in the{' '}
            <A to={studio}>studio</A> under <em>Choice of languages for visitors</em>.
          </p>
        )}
        <Island name="studio" when="load" className="studio" props={{ stored: widget.config, words: language }}>
          <StudioTabs />
          <div className="studio-form">
            <FindSetting noun="text" />
            <FormFrame
              name={formOf(language)}
              state={state}
              submit="Save"
              stored={{ state: widget.version, fields: {} }}
            >
              <Texts
                state={state}
                language={language}
                builtIn={builtIn}
                own={own.get(language) ?? {}}
                widget={widget}
              />
            </FormFrame>
          </div>
          <Preview widget={widget.id} />
        </Island>
      </>
    ),
  });
}

/** Every text of the chat in a language, with the built-in one as placeholder. */
function Texts({
  state,
  language,
  builtIn,
  own,
  widget,
}: {
  state: FormState;
  language: string;
  builtIn: WordMap;
  own: JsonObject;
  widget: Widget;
}) {
  return (
    <div className="studio-fields">
      <input type="hidden" name="botId" value={widget.botId} />
      <input type="hidden" name="name" value={widget.name} />
      {(Object.keys(ENGLISH_WORDS) as WordKey[]).map((key) => {
        const setting = STUDIO_ROWS.find(({ name }) => name === SETTINGS[key]);
        // Without a text of its own, a language has that of the setting.
        const usual = builtIn[key] || textOr(widget.config[setting?.name ?? '']);
        const Field = usual.length < LINE_LENGTH && key !== 'intro' && key !== 'initial' ? TextField : TextBox;
        return (
          <div key={key} className="setting" data-words={`${key} ${usual}`}>
            <Field
              form={formOf(language)}
              state={state}
              name={wordField(language, key)}
              label={setting?.label ?? `“${ENGLISH_WORDS[key]}”`}
              stored={textOr(own[key])}
              placeholder={usual}
              maxLength={TEXT_MAX_LENGTH}
              autoComplete="off"
              lang={language}
              dir={isRightToLeft(language) ? 'rtl' : 'auto'}
              {...(Field === TextBox && { rows: 2 })}
            />
          </div>
        );
      })}
    </div>
  );
}

const textOr = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Stores the texts that differ from the built-in ones; those of other languages stay. */
async function save(request: PageRequest): Promise<Page | Response> {
  const { form, hub, href } = request;
  const { at, widget, language, builtIn } = await readPage(request);
  const { config } = widget;
  const fields = {
    config: { ...config, intl: readWords(form, config['intl'], { [language]: builtIn }) },
    version: Number(form.get('state')),
  };
  const answer = await submitForm(form, withSettings(widgetUpdateRequestSchema, config), fields, (value) =>
    hub.post(`${at}/update`, updateResponseSchema, value),
  );
  return 'done' in answer
    ? redirect(href(`/integrations/widget/${widget.id}/words?language=${language}&saved`))
    : show(request, answer.state);
}

/** /integrations/widget/{id}/words: the texts of the chat, one language at a time. */
export const wordsRoute = ownRoute({
  path: '/integrations/widget/:id/words',
  show: (request) => show(request),
  act: save,
});
