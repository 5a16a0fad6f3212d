import { fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { HostContext } from '../../hooks/useHost';
import { renderWidget } from '../../testing/renderWidget';
import { WidgetProvider } from '../../WidgetProvider';
import { ButtonsPart } from './ButtonsPart';

const HOST = { hostAddress: 'https://shop.example.com/page', navigate: vi.fn() };
const BUTTONS = [
  { caption: 'Track my order' },
  { caption: '**Returns**', message: 'How do I send something back?' },
  { caption: 'Help', href: '/help' },
  { caption: 'Out', href: '//evil.test' },
];
const SOURCE = '- caption: Track my order\n- caption: Returns';

function setUp() {
  const drawn = renderWidget(
    <HostContext.Provider value={HOST}>
      <ButtonsPart buttons={BUTTONS} source={SOURCE} />
    </HostContext.Provider>,
  );
  return { ...drawn, send: vi.spyOn(drawn.widget.conversation, 'send') };
}

describe('W-21 a group of buttons', () => {
  it('says its message for the visitor and is used up then', () => {
    const { getByRole, send } = setUp();
    fireEvent.click(getByRole('button', { name: 'Returns' }));
    expect(send).toHaveBeenCalledExactlyOnceWith({ message: 'How do I send something back?', type: 'input' });
    fireEvent.click(getByRole('button', { name: 'Track my order' }));
    fireEvent.click(getByRole('button', { name: 'Returns' }));
    expect(send).toHaveBeenCalledTimes(1);
    expect(getByRole('button', { name: 'Returns' }).getAttribute('aria-pressed')).toBe('true');
    expect(getByRole('button', { name: 'Track my order' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('keeps links alive and makes a suggestion of an address that leaves the site by a trick', () => {
    const { getByRole, send } = setUp();
    expect(getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('https://shop.example.com/help');
    fireEvent.click(getByRole('button', { name: 'Out' }));
    expect(send).toHaveBeenCalledWith({ message: 'Out', type: 'input' });
  });

  it('rests while the bot writes', () => {
    const { getByRole, widget, change, send } = setUp();
    change(() => {
      widget.think();
    });
    fireEvent.click(getByRole('button', { name: 'Track my order' }));
    expect(send).not.toHaveBeenCalled();
  });
});

describe('VI-22 a group of buttons in a language from right to left', () => {
  it('begins on the right, where its reply begins', () => {
    const { container } = renderWidget(<ButtonsPart buttons={[{ caption: '**1.** תפריט' }, { caption: 'Menu' }]} />);
    expect(container.querySelector('.sotto-choices')?.getAttribute('dir')).toBe('rtl');
  });
});

describe('W-21 a group after a reload', () => {
  it('is still used up, and the chosen one marked', () => {
    const { widget, getByRole, rerender } = renderWidget(<span />);
    widget.addMessage('bot', `What now?\n\n\`\`\`buttons\n${SOURCE}\n\`\`\``);
    widget.addMessage('input', 'Track my order');
    rerender(<Again widget={widget} />);
    expect(getByRole('button', { name: 'Track my order' }).getAttribute('aria-pressed')).toBe('true');
  });
});

function Again({ widget }: { readonly widget: ReturnType<typeof renderWidget>['widget'] }) {
  return (
    <WidgetProvider widget={widget}>
      <ButtonsPart buttons={BUTTONS} source={SOURCE} />
    </WidgetProvider>
  );
}
