import * as v from 'valibot';
import type { StoreApi } from 'zustand/vanilla';
import { chooseWords, ENGLISH_WORDS, loadWords, SHIPPED_LANGUAGES, type WordMap } from '../config/intl';
import { chooseLanguage, offeredLanguages, readDirection } from '../config/languages';
import type { ResolvedConfig } from '../config/configTypes';
import type { ExpiringStore } from '../storage/expiringStore';
import { LIFETIMES } from '../storage/storageKeys';
import type { WidgetStore } from './widgetStore';

/** The language of the widget and its texts [W-36]. */
export interface Language {
  /** Switches the language; its texts follow once they are loaded. */
  readonly show: (language: string) => void;
  /** Switches to the language that the visitor chose, and stores the choice. */
  readonly pick: (language: string) => void;
  /** Applies the language and texts of changed settings. */
  readonly refresh: () => void;
}

/** Options of `createLanguage`. */
export interface LanguageOptions {
  readonly view: WidgetStore;
  readonly config: StoreApi<ResolvedConfig>;
  readonly store: ExpiringStore;
  readonly storageKey: string;
  /** The browser's languages, preferred first. */
  readonly browser: readonly string[];
}

/** @see Language */
export function createLanguage({ view, config, store, storageKey, browser }: LanguageOptions): Language {
  let builtIn: WordMap = ENGLISH_WORDS;

  /** @param requested - language of the page or of the settings */
  function choose(requested: string, chosen?: string): string {
    const offered = offeredLanguages(config.getState());
    return chooseLanguage({ chosen, requested, browser, offered, builtIn: SHIPPED_LANGUAGES });
  }

  function put(language: string): void {
    const settings = config.getState();
    view.setState({
      language,
      direction: readDirection(language, settings.dir),
      words: chooseWords(language, builtIn, settings),
    });
  }

  function show(language: string): void {
    const tag = choose(language);
    put(tag);
    // Never rejects: the fallback is English.
    void loadWords(tag).then((words) => {
      if (view.getState().language !== tag) return;
      builtIn = words;
      put(tag);
    });
  }

  const chosen = store.get(storageKey, v.string());
  let requested = config.getState().language;
  show(choose(requested, chosen));

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
      else show(choose(requested));
    },
  };
}
