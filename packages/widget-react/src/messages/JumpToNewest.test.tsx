import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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
});
