import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWidget } from '../../testing/renderWidget';
import { WidgetProvider } from '../../WidgetProvider';
import { JumpToNewest } from './JumpToNewest';

describe('W-31 the way to the newest message', () => {
  it('counts what came while the reader was away, and no stored conversation', () => {
    const nowhere = { current: null };
    const { widget, rerender } = renderWidget(
      <JumpToNewest list={nowhere} isShown={false} messageCount={200} onJump={() => undefined} />,
    );
    const show = (messageCount: number, isShown = true): void => {
      rerender(
        <WidgetProvider widget={widget}>
          <JumpToNewest list={nowhere} isShown={isShown} messageCount={messageCount} onJump={() => undefined} />
        </WidgetProvider>,
      );
    };
    const name = (): string | null => screen.getByRole('button').getAttribute('aria-label');
    show(200);
    expect(name()).toBe('Go to the newest message');
    show(2_000);
    expect(name()).toBe('Go to the newest message');
    show(2_001);
    expect(name()).toBe('1 new message');
    show(2_003);
    expect(name()).toBe('3 new messages');
    show(2_003, false);
    expect(screen.queryByRole('button')).toBeNull();
    show(2_003);
    expect(name()).toBe('Go to the newest message');
  });

  it('shows at most two digits, and names the whole number', () => {
    const nowhere = { current: null };
    const props = { list: nowhere, isShown: true, onJump: () => undefined };
    const { widget, rerender } = renderWidget(<JumpToNewest {...props} messageCount={0} />);
    const shown = (): string | null | undefined => screen.getByRole('button').querySelector('span')?.textContent;
    const counts: unknown[] = [];
    for (let messageCount = 1; messageCount <= 101; messageCount += 1) {
      rerender(
        <WidgetProvider widget={widget}>
          <JumpToNewest {...props} messageCount={messageCount} />
        </WidgetProvider>,
      );
      if ([1, 99, 100, 101].includes(messageCount)) counts.push(shown());
    }
    expect(counts).toEqual(['1', '99', '99+', '99+']);
    expect(screen.getByRole('button').getAttribute('aria-label')).toBe('101 new messages');
  });

  it('W-5 lies over nothing that gets the focus: it is scrolled to a place above', () => {
    const list = document.createElement('section');
    list.tabIndex = 0;
    list.innerHTML = '<button>Choice</button><article class="sotto-message" tabindex="-1"></article>';
    document.body.append(list);
    const scrolled: unknown[] = [];
    for (const each of [list, ...list.children])
      each.scrollIntoView = (options) => {
        scrolled.push([each.tagName, options]);
      };
    const { unmount } = renderWidget(
      <JumpToNewest list={{ current: list }} isShown messageCount={2} onJump={() => undefined} />,
    );
    for (const each of [list, ...list.children] as HTMLElement[]) each.focus();
    unmount();
    list.querySelector('button')?.focus();
    // Not the list itself, nor a message, which may be longer than the list is high.
    expect(scrolled).toEqual([['BUTTON', { block: 'nearest' }]]);
    list.remove();
  });
});
