import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createFakeWidget } from '../testing/fakeWidget';
import { WidgetProvider } from '../WidgetProvider';
import { LazyMessageText } from './LazyMessageText';

afterEach(cleanup);

it('A306 a very long text does not rise into its place, neither while what reads it is on its way nor afterwards', async () => {
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
  // Loaded by the first test that draws it: this one must be the first of its file.
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
