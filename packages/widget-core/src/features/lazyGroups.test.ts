import { expect, it, vi } from 'vitest';
import { createLazyFeaturesLoader } from './lazyGroups';

const loads = vi.hoisted(() => ({ count: 0 }));

vi.mock('./lazyFeatures', () => {
  loads.count += 1;
  if (loads.count === 1) throw new TypeError('Failed to fetch dynamically imported module');
  return { createLazyFeatures: (core: unknown) => ({ core }) };
});

it('VI-8 features that could not be loaded once are loaded again at their next use, and then only once', async () => {
  const core = {} as Parameters<typeof createLazyFeaturesLoader>[0];
  const load = createLazyFeaturesLoader(core, () => ({}) as never);
  await expect(load()).rejects.toThrow();
  const features = await load();
  expect(features).toEqual({ core });
  expect(await load()).toBe(features);
});
