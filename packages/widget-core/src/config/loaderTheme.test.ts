import { describe, expect, it } from 'vitest';
import { resolveOwnerTheme, type LoaderTheme } from './loaderTheme';

const toLoaderTheme = (stored: unknown): LoaderTheme => resolveOwnerTheme(stored).launcher;

describe('FH-1 W-35 the theme as the loader draws it', () => {
  it.each([undefined, null, 'default', '', { name: 'default', config: {} }, 7, 'unheard of'])(
    'has no fields of its own for %j',
    (stored) => {
      expect(toLoaderTheme(stored)).toEqual({ name: 'default', config: {}, dark: {} });
    },
  );

  it('has both schemes of every field that differs in one of them', () => {
    const { config, dark } = toLoaderTheme({ name: 'default', config: { buttonPrimary: '#7a1fd1' } });
    expect([config, dark]).toEqual([{ buttonPrimary: '#7a1fd1' }, { buttonPrimary: '#7a1fd1' }]);
    expect(toLoaderTheme({ config: { buttonPrimary: '#7a1fd1' }, dark: { buttonPrimary: '#b58cf0' } }).dark).toEqual({
      buttonPrimary: '#b58cf0',
    });
    expect(toLoaderTheme({ dark: { buttonPrimary: '#b58cf0' } })).toMatchObject({
      config: { buttonPrimary: '#1f5547' },
      dark: { buttonPrimary: '#b58cf0' },
    });
  });

  it('resolves the shorthand and the presets', () => {
    expect(toLoaderTheme({ config: { primaryColor: '#7a1fd1' } }).config).toMatchObject({
      buttonPrimary: '#7a1fd1',
      buttonText: '#ffffff',
    });
    expect(toLoaderTheme('{"name":"modern"}')).toMatchObject({
      name: 'modern',
      config: { buttonPrimary: '#3a3d98', popupRounding: '24px' },
      dark: { buttonPrimary: '#8fd0ba' },
    });
    expect(toLoaderTheme('blank').config).toMatchObject({ buttonPrimary: 'transparent', buttonRounding: '0px' });
    expect(toLoaderTheme('dark').config).toMatchObject({ buttonPrimary: '#8fd0ba' });
  });

  it('gives the frame the theme checked, with its shorthand filled in and nothing that is no theme', () => {
    const { whole, launcher } = resolveOwnerTheme({
      name: 'Modern',
      config: { primaryColor: '#7a1fd1', barText: 'url(x)' },
      dark: { barText: '#eeeeee' },
      brand: '#7a1fd1',
    });
    expect(whole).toMatchObject({
      name: 'modern',
      config: { userMessagePrimary: '#7a1fd1' },
      dark: { barText: '#eeeeee' },
    });
    expect(Object.keys(whole)).toEqual(['name', 'config', 'dark']);
    expect(Object.keys(whole.config)).not.toContain('barText');
    expect(launcher.config['buttonPrimary']).toBe(whole.config.buttonPrimary);
    // Resolved again, as a cached answer may be, it is the same.
    expect(resolveOwnerTheme(whole)).toEqual({ whole, launcher });
  });

  it('leaves out what is no colour', () => {
    expect(toLoaderTheme({ config: { buttonPrimary: 'red;} *{display:none', buttonText: 'url(x)' } })).toMatchObject({
      config: {},
      dark: {},
    });
  });
});
