import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { WidgetProvider } from '../WidgetProvider';
import { JumpToNewest } from './JumpToNewest';

describe('W-31 the way to the newest message', () => {
  it('counts what came while the reader was away, and no stored conversation', () => {
    const { widget, rerender } = renderWidget(<JumpToNewest isShown={false} messageCount={200} onJump={() => undefined} />);
    const show = (messageCount: number, isShown = true): void => {
      rerender(<WidgetProvider widget={widget}><JumpToNewest isShown={isShown} messageCount={messageCount} onJump={() => undefined} /></WidgetProvider>);
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

  it('W-5 lies over nothing that gets the focus: it is scrolled to a place above', () => {
    const list = (isShown: boolean) => <><section tabIndex={0}><button type="button">Choice</button><article className="sotto-message" tabIndex={-1} /></section><JumpToNewest isShown={isShown} messageCount={2} onJump={() => undefined} /></>;
    const { widget, rerender, container } = renderWidget(list(false));
    const scrolled: [string, ScrollIntoViewOptions | boolean | undefined][] = [];
    const reveal = vi.fn(function (this: Element, options?: ScrollIntoViewOptions | boolean) { scrolled.push([this.tagName, options]); });
    Object.assign(Element.prototype, { scrollIntoView: reveal });
    const focus = (selector: string): void => { act(() => { container.querySelector<HTMLElement>(selector)?.focus(); }); };
    focus('section button');
    rerender(<WidgetProvider widget={widget}>{list(true)}</WidgetProvider>);
    for (const selector of ['section', 'article', 'section button']) focus(selector);
    rerender(<WidgetProvider widget={widget}>{list(false)}</WidgetProvider>);
    for (const selector of ['section', 'section button']) focus(selector);
    // Not the list itself, nor a message, which may be longer than the list is high.
    expect(scrolled).toEqual([['BUTTON', { block: 'nearest' }]]);
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });
});
