import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAttributes } from '../attributes';
import { normalizeNames } from '../element/normalizeNames';
import { findBrokenJson, findUnknownAttributes, reportSettings } from './settingsReport';

function tag(name: string, attributes: Record<string, string>): Element {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
afterEach(() => {
  vi.restoreAllMocks();
});

describe('L-3 the doctor says where a setting comes from', () => {
  const settings = () =>
    reportSettings({
      readAttributes,
      normalizeNames,
      element: tag('sotto-chat', { layout: 'center' }),
      script: tag('script', { 'data-widget': 'demo', 'data-bartitle': 'Help' }),
      sottoSettings: { language: 'de' },
      server: { v: 1, id: 'demo', position: 'top-left', barTitle: 'Server', server: '1.0.0', buttonIcon: null },
      config: {
        widget: 'demo',
        barTitle: 'Help',
        layout: 'center',
        language: 'de',
        position: 'top-left',
        load: 'click',
        contact: { name: 'Ada' },
      },
    });
  const line = (name: string) => settings().find((one) => one.name === name);
  it.each([
    ['barTitle', 'Help', 'attribute'],
    ['layout', 'center', 'attribute'],
    ['language', 'de', 'sottoSettings'],
    ['position', 'top-left', 'server'],
    ['load', 'click', 'script call'],
    ['colorScheme', 'auto', 'default'],
  ])('%s = %s: %s', (name, value, source) => {
    expect(line(name)).toEqual({ name, value, source });
  });
  it("shows nobody's name", () => {
    expect(JSON.stringify(settings())).not.toContain('Ada');
    expect(line('contact')?.value).toBe('‹object, 1›');
  });
});

describe('L-3 attributes that mean nothing', () => {
  it('are named with what was probably meant', () => {
    expect(
      findUnknownAttributes(
        tag('sotto-chat', {
          'bar-titel': 'x',
          widget: 'demo',
          'theme-bar-primary': '#000',
          class: 'x',
          'data-test': '1',
          onclick: '',
          hidebar: '',
        }),
        tag('script', { 'data-widgte': 'demo', 'data-cfasync': 'false', src: 'x' }),
      ),
    ).toEqual([
      { written: 'data-widgte', meant: 'data-widget' },
      { written: 'bar-titel', meant: 'bar-title' },
    ]);
  });
  it('are found when their JSON is broken', () => {
    expect(
      findBrokenJson(
        tag('sotto-chat', { meta: '{plan:pro}', contact: '{"name":"A"}' }),
        tag('script', { 'data-intl': '"x"' }),
      ),
    ).toEqual(['meta', 'data-intl']);
  });
});
