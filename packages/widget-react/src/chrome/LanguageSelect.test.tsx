import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FillLayout } from '../layouts/FillLayout';
import { renderWidget } from '../testing/renderWidget';
import { LanguageSelect } from './LanguageSelect';

describe('W-36 the language selector', () => {
  it('names every language in itself and switches at once', async () => {
    const { widget } = renderWidget(<FillLayout isFloating />, {
      intl: { en: { title: 'Guide' }, german: { title: 'Hilfe' }, ar: { title: 'مساعدة' } },
    });
    const list = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language' });
    expect([...list.options].map((option) => option.text)).toEqual(['English', 'Deutsch', 'العربية']);
    expect(list.value).toBe('en');
    fireEvent.change(list, { target: { value: 'ar' } });
    expect(widget.view.getState().language).toBe('ar');
    expect(list.value).toBe('ar');
  });

  it.each([
    ['none', {}],
    ['one, by its words', { intl: { de: { title: 'Hilfe' } } }],
    ['one, by the list', { languages: ['de'] }],
  ])('is not there for %s', (_title, config) => {
    // By itself: the bar loads it later, and then nothing would be there yet in any case.
    renderWidget(<LanguageSelect />, config);
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('is there for two that the owner lists', () => {
    renderWidget(<LanguageSelect />, { languages: ['de', 'fr'] }, { language: 'de' });
    expect([...screen.getByRole<HTMLSelectElement>('combobox').options].map(({ value }) => value)).toEqual([
      'de',
      'fr',
    ]);
  });

  it('shows a language that the page asked for though it is not offered', async () => {
    renderWidget(<FillLayout isFloating />, { intl: { en: {}, de: {} } }, { language: 'fr' });
    const list = await screen.findByRole<HTMLSelectElement>('combobox');
    expect(list.value).toBe('fr');
    expect(list.options).toHaveLength(3);
  });
});
