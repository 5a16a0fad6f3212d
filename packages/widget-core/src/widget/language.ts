import * as v from 'valibot';
import type { StoreApi } from 'zustand/vanilla';
import { chooseWords, ENGLISH_WORDS, loadWords, type WordMap } from '../config/intl';
import { chooseLanguage, offeredLanguages, readDirection } from '../config/languages';
import type { ResolvedConfig } from '../config/configTypes';
import type { ExpiringStore } from '../storage/expiringStore';
import { LIFETIMES } from '../storage/storageKeys';
import type { WidgetStore } from './widgetStore';

/** The language of the widget, and its words [W-36]. */
export interface Language {
  /** Speaks a language; its words follow as soon as they are loaded. */
  readonly show: (language: string) => void;
  /** The visitor picked it: it is remembered. */
  readonly pick: (language: string) => void;
  /** Reads the settings' language and words again. */
  readonly refresh: () => void;
}

/** What choosing a language needs. */
export interface LanguageOptions {
  readonly view: WidgetStore;
  readonly config: StoreApi<ResolvedConfig>;
  readonly store: ExpiringStore;
  readonly storageKey: string;
  /** The browser's, the favourite first. */
  readonly browser: readonly string[];
}

/** @see Language */
export function createLanguage({ view, config, store, storageKey, browser }: LanguageOptions): Language {
  let builtIn: WordMap = ENGLISH_WORDS;

  const readOffered = (): string[] => offeredLanguages(config.getState());

  function put(language: string): void {
    const settings = config.getState();
    view.setState({
      language,
      direction: readDirection(language, settings.dir),
      words: chooseWords(language, builtIn, settings),
    });
  }

  function show(language: string): void {
    const tag = chooseLanguage({ chosen: undefined, requested: language, browser, offered: readOffered() });
    put(tag);
    // Never rejects: what cannot be loaded is shown in English.
    void loadWords(tag).then((words) => {
      if (view.getState().language !== tag) return;
      builtIn = words;
      put(tag);
    });
  }

  const chosen = store.get(storageKey, v.string());
  let requested = config.getState().language;
  show(chooseLanguage({ chosen, requested, browser, offered: readOffered() }));

  return {
    show,
    pick(language) {
      store.set(storageKey, language, LIFETIMES.language);
      show(language);
    },
    refresh() {
      const before = requested;
      requested = config.getState().language;
      // A later change by the page applies to everyone, including visitors who picked a language.
      if (requested === before) put(view.getState().language);
      else show(chooseLanguage({ chosen: undefined, requested, browser, offered: readOffered() }));
    },
  };
}
