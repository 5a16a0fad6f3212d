import { render, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createFakeWidget } from '../testing/fakeWidget';

it('A306 a very long text does not rise into its place, neither while what reads it is on its way nor afterwards', async () => {
  // As on a page that has drawn no text yet: another test file may have loaded what reads it.
  vi.resetModules();
  const { WidgetProvider } = await import('../WidgetProvider');
  const { LazyMessageText } = await import('./LazyMessageText');
  const { container } = render(
    <WidgetProvider widget={createFakeWidget()}>
      {[1_000, 2_000].map((words) => (
        <LazyMessageText
          key={words}
          text={'word '.repeat(words)}
          isGrowing={false}
          isFromBot
          math={false}
          className="text"
        />
      ))}
    </WidgetProvider>,
  );
  const areLong = () => [...container.querySelectorAll('.text')].map((text) => text.hasAttribute('data-long'));
  expect(container.querySelectorAll('.sotto-plain-wait')).toHaveLength(2);
  expect(areLong()).toEqual([false, true]);
  await waitFor(
    () => {
      expect(container.querySelector('.sotto-plain-wait')).toBeNull();
    },
    { timeout: 10_000 },
  );
  expect(areLong()).toEqual([false, true]);
});
