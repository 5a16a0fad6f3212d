import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LauncherElement, OwnerAppearance } from '../elementTypes';
import type { WidgetConfig } from '../types';
import { followPageScheme, readPageScheme } from './pageScheme';

const { documentElement: root, body } = document;
const end = new AbortController();

afterEach(() => {
  for (const element of [root, body]) for (const { name } of [...element.attributes]) element.removeAttribute(name);
});

describe('VI-46 the scheme of the page', () => {
  it.each<[string, HTMLElement, string, string, string | undefined]>([
    ['a class of html', root, 'class', 'no-js dark', 'dark'],
    ['a class of body', body, 'class', 'dark-mode page', 'dark'],
    ['another name', root, 'class', 'theme--light', 'light'],
    ['an attribute', root, 'data-theme', 'dark', 'dark'],
    ['that of Bootstrap', root, 'data-bs-theme', 'light', 'light'],
    ['capitals', body, 'data-mode', 'Dark', 'dark'],
    ['a style', root, 'style', 'color-scheme: dark', 'dark'],
    ['a style that allows no other', root, 'style', 'color-scheme: only light', 'light'],
    ['both, so the system decides', root, 'style', 'color-scheme: light dark', undefined],
    ['other words', body, 'class', 'darken has-dark-header darkroom highlight', undefined],
    ['the name of a theme', root, 'data-theme', 'dracula', undefined],
    ['nothing', root, 'id', 'dark', undefined],
  ])('%s', (_, element, name, value, expected) => {
    element.setAttribute(name, value);
    expect(readPageScheme(document)).toBe(expected);
  });

  it('what stands on body is nearer than what stands on html', () => {
    root.className = 'light';
    body.className = 'dark';
    expect(readPageScheme(document)).toBe('dark');
  });

  const follow = (config: WidgetConfig, owner?: OwnerAppearance) => {
    const launcher = { state: { config }, owner } as unknown as LauncherElement;
    const onChange = vi.fn();
    followPageScheme(launcher, document, end.signal, onChange);
    return { launcher, onChange };
  };

  it.each<[string, WidgetConfig, OwnerAppearance | undefined, string | undefined]>([
    ['is followed', {}, undefined, 'dark'],
    ['is followed under a theme without a scheme', { theme: 'modern' }, { barTitle: 'Shop' }, 'dark'],
    ['gives way to the page’s setting', { colorScheme: 'light' }, undefined, undefined],
    ['gives way to the owner’s setting', {}, { colorScheme: 'light' }, 'light'],
    ['gives way to a theme that is a scheme', { theme: 'light' }, undefined, undefined],
    ['is followed where the owner’s setting is auto', {}, { colorScheme: 'auto' }, 'dark'],
  ])('%s', (_, config, owner, expected) => {
    root.className = 'dark';
    expect(follow(config, owner).launcher.owner?.colorScheme).toBe(expected);
  });

  it('and followed when the page is switched, with owner’s settings that come later', async () => {
    const { launcher, onChange } = follow({});
    expect(launcher.owner).toBeUndefined();
    launcher.owner = { barTitle: 'Shop' };
    root.classList.add('dark');
    await vi.waitFor(() => {
      expect(onChange).toHaveBeenCalledTimes(1);
    });
    expect(launcher.owner).toEqual({ barTitle: 'Shop', colorScheme: 'dark' });
    root.classList.add('scrolled');
    await new Promise((resolve) => setTimeout(resolve));
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});
