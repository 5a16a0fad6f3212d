import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPage, launcherOf, settled } from '../testPage';
import type { WidgetConfig } from '../types';
import { followPageScheme } from './pageScheme';

const { documentElement: root, body } = document;
let end: AbortController;
beforeEach(() => {
  end = new AbortController();
});
afterEach(() => {
  end.abort();
  document.head.replaceChildren();
  for (const element of [root, body]) for (const { name } of [...element.attributes]) element.removeAttribute(name);
});

function follow() {
  const onChange = vi.fn<(scheme: string | undefined) => void>();
  followPageScheme(document, end.signal, onChange);
  return { onChange, scheme: () => onChange.mock.lastCall?.[0] };
}

describe('VI-46 the scheme of the page', () => {
  it.each<[string, HTMLElement, string, string, string | undefined]>([
    ['a class of html', root, 'class', 'no-js dark', 'dark'],
    ['a class of body', body, 'class', 'dark-mode page', 'dark'],
    ['another name', root, 'class', 'theme--light', 'light'],
    ['words in one', body, 'class', 'darkTheme', 'dark'],
    ['an attribute', root, 'data-theme', 'dark', 'dark'],
    ['that of Bootstrap', root, 'data-bs-theme', 'light', 'light'],
    ['that of GitHub', root, 'data-color-mode', 'dark', 'dark'],
    ['that of Mantine', root, 'data-mantine-color-scheme', 'light', 'light'],
    ['capitals', body, 'data-mode', 'Dark', 'dark'],
    ['a style', body, 'style', 'color-scheme: dark', 'dark'],
    ['a style that allows no other', body, 'style', 'color-scheme: only light', 'light'],
    ['both, so the system decides', body, 'style', 'color-scheme: light dark', undefined],
    ['other words', body, 'class', 'darken has-dark-header darkroom highlight dark:bg-black', undefined],
    ['the name of a theme', root, 'data-theme', 'dracula', undefined],
    ['its own choice of the system', root, 'data-theme', 'auto', undefined],
    ['nothing', root, 'id', 'dark', undefined],
  ])('%s', (_, element, name, value, expected) => {
    element.setAttribute(name, value);
    expect(follow().scheme()).toBe(expected);
  });

  it.each([
    ['dark', 'dark'],
    ['light dark', undefined],
  ])('a meta element with %s is %s, and gives way to a class', (content, expected) => {
    document.head.append(Object.assign(document.createElement('meta'), { name: 'color-scheme', content }));
    expect(follow().scheme()).toBe(expected);
    root.className = 'light';
    expect(follow().scheme()).toBe('light');
  });

  it('what stands on body is nearer than what stands on html', () => {
    root.className = 'light';
    body.className = 'dark';
    expect(follow().scheme()).toBe('dark');
  });

  it('is followed when the page is switched, and not after the widget has gone', async () => {
    const meta = document.createElement('meta');
    meta.name = 'color-scheme';
    document.head.append(meta);
    const { onChange, scheme } = follow();
    expect(onChange).not.toHaveBeenCalled();
    root.classList.add('dark');
    await settled();
    expect(scheme()).toBe('dark');
    root.classList.add('scrolled');
    await settled();
    expect(onChange).toHaveBeenCalledTimes(1);
    root.removeAttribute('class');
    await settled();
    expect(scheme()).toBeUndefined();
    meta.content = 'dark';
    await settled();
    expect(scheme()).toBe('dark');
    end.abort();
    meta.content = 'light';
    await settled();
    expect(scheme()).toBe('dark');
  });
});

describe('VI-46 the chat in a dark page', () => {
  it.each<[string, WidgetConfig, 'light' | 'dark']>([
    ['is dark', {}, 'dark'],
    ['is dark under a theme without a scheme', { theme: 'modern' }, 'dark'],
    ['is dark where the setting is auto', { colorScheme: 'auto' }, 'dark'],
    ['gives way to the setting', { colorScheme: 'light' }, 'light'],
    ['gives way to a theme that is a scheme', { theme: 'light' }, 'light'],
  ])('%s', async (name, config, expected) => {
    root.className = 'dark';
    const { sotto } = await createPage();
    const widget = sotto.create({ widget: name, ...config });
    await widget.update({});
    await settled();
    expect([...(launcherOf(widget).parentElement?.classList ?? [])]).toContain(expected);
    widget.destroy();
  });
});
