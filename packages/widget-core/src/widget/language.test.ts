import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ResolvedConfig } from '../config/configTypes';
import type { ExpiringStore } from '../storage/expiringStore';
import { createLanguage } from './language';
import type { WidgetStore } from './widgetStore';

it.each([
  ['the browser’s, of those with words', { browser: ['sv', 'de-AT', 'fr'] }, 'de'],
  ['English when no language of the browser has words', { browser: ['sv'] }, 'en'],
  ['one that the widget offers', { browser: ['de'], languages: ['fr', 'es'] }, 'fr'],
  ['one that its texts are in', { browser: ['de'], intl: { es: { title: 'Hola' } } }, 'es'],
  ['that of the settings', { browser: ['de'], language: 'ja' }, 'ja'],
  ['the region of the settings', { browser: ['fr'], language: 'de-AT' }, 'de-AT'],
  ['one without words, if the settings ask for it', { browser: ['de'], language: 'sv' }, 'sv'],
])('W-36 a new visitor has %s', (_, { browser, ...settings }, expected) => {
  const all = { language: '', languages: [], intl: {}, dir: 'auto', ...settings };
  const view = createStore(() => ({})) as unknown as WidgetStore;
  createLanguage({
    view,
    config: createStore(() => all as unknown as ResolvedConfig),
    store: { get: () => undefined } as unknown as ExpiringStore,
    storageKey: 'language',
    browser,
  });
  expect(view.getState().language).toBe(expected);
});

it('VI-44: a language that the page changes later is shown, with its words and direction, over one that was picked', async () => {
  const config = createStore(
    () => ({ language: 'en', languages: [], intl: {}, dir: 'auto' }) as unknown as ResolvedConfig,
  );
  const view = createStore(() => ({})) as unknown as WidgetStore;
  const store = { get: () => 'de', set: () => undefined } as unknown as ExpiringStore;
  const language = createLanguage({ view, config, store, storageKey: 'language', browser: ['en'] });
  expect(view.getState().language).toBe('de');
  language.refresh();
  expect(view.getState().language).toBe('de');
  config.setState({ language: 'ar' });
  language.refresh();
  expect([view.getState().language, view.getState().direction]).toEqual(['ar', 'rtl']);
  await vi.waitFor(() => {
    expect(view.getState().words.send).toMatch(/\p{Script=Arabic}/u);
  });
});
