import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browserEnvironment, createWidget, type Widget } from '@sotto/widget-core';
import { callback } from '@sotto/widget-core/transports';
import { WidgetProvider } from '../WidgetProvider';
import { ThreadItems } from './ThreadItems';

describe('FI-9 the list of earlier conversations', () => {
  let widget: Widget | undefined;
  beforeEach(() => {
    localStorage.clear();
  });
  afterEach(() => {
    widget?.close();
  });

  it('tells the conversations of today apart by their time, those of other days by day and time', async () => {
    const now = new Date();
    const today = [9, 14].map((hour) => new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, 5).getTime());
    const moments = [...today, new Date(2021, 4, 3, 9, 5).getTime()];
    widget = createWidget({
      transport: callback(() => 'Yes', {
        listThreads: async () => ({
          threads: moments.map((at, index) => ({
            id: `thread_${index}`,
            title: 'Returns',
            createdAt: at,
            updatedAt: at,
          })),
        }),
        loadThread: async () => [],
      }),
      environment: browserEnvironment(window),
    });
    const nothing = (): void => undefined;
    const { findAllByText } = render(
      <WidgetProvider widget={widget}>
        <ThreadItems id="list" trigger={null} onDismiss={nothing} onChoose={nothing} />
      </WidgetProvider>,
    );
    const titles = await findAllByText('Returns');
    // Some versions of ICU write a narrow space before AM.
    const times = titles.map((title) => title.parentElement?.querySelector('small')?.innerText.replace(/\s/g, ' '));
    expect(times).toEqual(['9:05 AM', '2:05 PM', 'May 3, 2021, 9:05 AM']);
  });
});
