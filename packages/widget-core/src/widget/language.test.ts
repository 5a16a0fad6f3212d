import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ResolvedConfig } from '../config/configTypes';
import type { ExpiringStore } from '../storage/expiringStore';
import { createLanguage } from './language';
import type { WidgetStore } from './widgetStore';

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
