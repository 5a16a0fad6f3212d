import { afterEach, expect, it } from 'vitest';
import { createPage, launcherOf, settled } from './testPage';

const { documentElement: root } = document;
afterEach(() => {
  root.removeAttribute('class');
});

it('VI-46: a launcher has the scheme of the page before the visitor shows intent, and after each switch', async () => {
  root.className = 'dark';
  const { sotto, elementImports } = await createPage();
  const element = sotto.create({ widget: 'demo' });
  const own = sotto.create({ widget: 'own', colorScheme: 'light' });
  const seen = (): unknown[] =>
    [element, own].map((one) => /dark|light/.exec(launcherOf(one).parentElement?.className ?? '')?.[0]);
  expect(seen()).toEqual(['light', 'light']);
  await import('./launcherScheme');
  expect(seen()).toEqual(['dark', 'light']);
  root.className = '';
  await settled();
  expect(seen()).toEqual(['light', 'light']);
  expect(elementImports()).toBe(0);
});
