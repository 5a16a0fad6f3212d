import { act, cleanup, configure, render, waitFor, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll } from 'vitest';
import type { ViewState } from '@sotto/widget-core';
import { LazyMessageText } from '../messages/LazyMessageText';
import { WidgetProvider } from '../WidgetProvider';
import { createFakeWidget, type FakeWidget } from './fakeWidget';

/** What is looked for may be in a part that is still being loaded, on a machine that is busy. */
configure({ asyncUtilTimeout: 10_000 });

/** The reader of markdown is loaded once, so that tests see messages at once. */
beforeAll(async () => {
  const { container } = render(
    <WidgetProvider widget={createFakeWidget()}>
      <LazyMessageText text="ready" isGrowing={false} isFromBot math={false} className="ready" />
    </WidgetProvider>,
  );
  await waitFor(
    () => {
      if (container.querySelector('.sotto-plain')) throw new Error('not yet');
    },
    { timeout: 20_000 },
  );
  cleanup();
}, 30_000);
afterEach(cleanup);

/** Draws a part of the widget around a fake one, and lets a test change it inside `act`. */
export function renderWidget(
  children: ReactNode,
  config: Readonly<Record<string, unknown>> = {},
  view: Partial<ViewState> = {},
  widget = createFakeWidget(config, view),
): RenderResult & { readonly widget: FakeWidget; readonly change: (action: () => void) => void } {
  const screen = render(<WidgetProvider widget={widget}>{children}</WidgetProvider>);
  return {
    ...screen,
    widget,
    change: (action) => {
      act(action);
    },
  };
}
