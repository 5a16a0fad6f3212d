import { describe, expect, it, vi } from 'vitest';
import { readAttributes as read } from './attributes';
import { normalizeNames } from './element/normalizeNames';
import { toBase } from './appearance';

/** As the widget knows them in the end. */
const readAttributes = (...values: Parameters<typeof read>) => normalizeNames(read(...values));

function tag(attributes: Record<string, string>): Element {
  const element = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

describe('L-1 attributes', () => {
  it.each(['data-button-title', 'data-buttontitle', 'data-buttonTitle'])('reads %s', (name) => {
    expect(readAttributes(tag({ [name]: 'Help' }), 'data-')).toEqual({ buttonTitle: 'Help' });
  });

  it.each([
    ['', true],
    ['true', true],
    ['false', false],
  ])('reads the switch %j as %s', (value, expected) => {
    expect(readAttributes(tag({ 'data-hide-button': value }), 'data-')).toEqual({ hideButton: expected });
  });

  it('gathers offset and theme fields', () => {
    expect(
      readAttributes(
        tag({
          'data-widget': 'demo',
          'data-offset-x': '8',
          'data-theme': 'modern',
          'data-theme-button-primary': '#123456',
        }),
        'data-',
      ),
    ).toMatchObject({
      widget: 'demo',
      offset: { x: '8' },
      theme: { name: 'modern', config: { buttonPrimary: '#123456' } },
    });
  });

  it("leaves the page's own attributes alone", () => {
    expect(
      readAttributes(tag({ widget: 'demo', class: 'a', style: 'height:1px', 'aria-label': 'x', hidden: '' })),
    ).toEqual({ widget: 'demo' });
    expect(readAttributes(tag({ src: 'x.js', async: '', 'data-widget': 'demo' }), 'data-')).toEqual({ widget: 'demo' });
  });

  it('reads JSON, and a theme also by its name', () => {
    expect(
      readAttributes(
        tag({ 'data-meta': '{"plan":"pro"}', 'data-theme': '{"name":"dark"}', 'data-intl': '{"de":{}}' }),
        'data-',
      ),
    ).toEqual({ meta: { plan: 'pro' }, theme: { name: 'dark' }, intl: { de: {} } });
    expect(readAttributes(tag({ 'data-theme': 'modern' }), 'data-')).toEqual({ theme: 'modern' });
  });

  it.each(['theme', 'messages', 'meta', 'contact', 'intl'])('drops a %s that is not JSON, and says so once', (name) => {
    const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(readAttributes(tag({ [`data-${name}`]: '[{' }), 'data-')).toEqual({});
    expect(warning.mock.calls.map(String)).toEqual([expect.stringContaining(`"${name}"`)]);
    warning.mockRestore();
  });

  it.each([
    'https://a.test',
    'https://a.test/',
    'https://a.test/integrations/widget',
    'https://a.test/integrations/widget/',
  ])('takes the base %s for the server', (base) => {
    expect(toBase(base)).toBe('https://a.test/integrations/widget/');
  });

  it('takes a server whose name begins like our folder', () => {
    const base = 'https://integrations.a.test/integrations/widget/';
    expect([toBase(`${base}v2.js`), toBase('https://integrations.a.test')]).toEqual([base, base]);
  });
});
